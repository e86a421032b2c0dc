"""Typed moves of Furnace."""
