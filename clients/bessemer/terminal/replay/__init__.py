"""A logged match, stepped through on the screen or printed."""
