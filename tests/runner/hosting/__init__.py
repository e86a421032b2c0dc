"""Hosted bots."""
