"""Matches in this process, without a network: for tests, training, and comparisons."""
