"""Matches: clocks, turns, the journal and replays. Knows games, and nothing of the wire."""

from bessemer.runtime import compiled

compiled.use()  # before any of the modules that may be compiled is imported
