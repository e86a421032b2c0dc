"""Ladders: who is on them, who plays whom, and what follows from the results."""
