"""Matches in the database: the store, and what is written beside it."""
