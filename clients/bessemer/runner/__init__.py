"""Ladders: the running of rated matches, and what they say of the players."""
