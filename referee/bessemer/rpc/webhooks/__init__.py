"""Webhooks: organisers' addresses that are told of matches, stages and alerts."""
