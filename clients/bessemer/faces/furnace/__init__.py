"""What Furnace says to people."""
