"""The words of Furnace for people."""
