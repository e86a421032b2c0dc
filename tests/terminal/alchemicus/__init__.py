"""Alchemicus in the terminal."""
