"""Limits of requests, reads, streams and matches."""
