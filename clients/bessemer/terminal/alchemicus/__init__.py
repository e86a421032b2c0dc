"""Alchemicus in the terminal: its circles, its questions and its sentences."""
