"""Competitions: signing up, handing in bots, and how those do."""
