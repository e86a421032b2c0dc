"""The board of Brass: its figures, its map and what lies on it."""
