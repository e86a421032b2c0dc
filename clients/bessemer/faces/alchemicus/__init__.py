"""The words of Alchemicus for people."""
