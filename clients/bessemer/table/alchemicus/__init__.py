"""Typed moves of Alchemicus."""
