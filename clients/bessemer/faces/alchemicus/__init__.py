"""What Alchemicus says to people."""
