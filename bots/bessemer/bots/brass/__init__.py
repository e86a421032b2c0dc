"""The shipped bot for Brass and what it is made of."""
