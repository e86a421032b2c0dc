"""Ladders of a referee: their pages, and waiting for a seat."""
