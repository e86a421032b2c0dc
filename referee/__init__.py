"""The referee: the games, and in time the matches, the ladder and the server around them."""

__version__ = "0.1.0"
