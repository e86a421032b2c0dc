"""Watching: live matches, and replays that are read in a process of their own."""
