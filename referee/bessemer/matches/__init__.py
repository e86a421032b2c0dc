"""Matches: clocks, turns, the journal and replays. Knows games, and nothing of the wire."""
