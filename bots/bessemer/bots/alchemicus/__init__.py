"""The shipped bots for Alchemicus."""
