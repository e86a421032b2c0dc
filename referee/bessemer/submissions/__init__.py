"""Bots that are handed in: their manifest, their archives, how far they are."""
