"""The commands by which bots are handed in and built."""
