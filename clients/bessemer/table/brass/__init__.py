"""Typed moves of Brass."""
