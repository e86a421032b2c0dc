"""The referee: the games, the matches and the server around them."""

from referee import compiled

__version__ = "0.1.0"

compiled.use()  # before any of the modules that may be compiled is imported
