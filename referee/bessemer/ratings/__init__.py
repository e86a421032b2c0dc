"""Ratings, standings and tests: pure functions of results."""
