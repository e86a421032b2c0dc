"""The shipped bots for Furnace."""
