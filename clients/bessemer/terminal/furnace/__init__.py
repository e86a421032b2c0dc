"""Furnace as people see and play it in a terminal."""
