"""Matches that are over, as pages show them: of the referee, and of files that somebody brings."""
