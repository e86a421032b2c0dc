"""Chance that nobody can choose: what the seats bring to it, and the blocks that share a set-up."""
