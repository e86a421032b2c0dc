"""The rules of the games: pure functions on frozen values, and nothing else."""

from bessemer.runtime import compiled

compiled.use()  # before any of the modules that may be compiled is imported
