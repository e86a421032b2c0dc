"""What every game is made of: the interface, chance, errors, and the catalogue of the games."""

from bessemer.runtime import compiled

compiled.use()  # before any of the modules that may be compiled is imported
