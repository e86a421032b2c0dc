"""Replay files: written, read, and proven by playing them again."""
