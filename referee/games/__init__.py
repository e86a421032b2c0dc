"""The rules of the games: pure functions on frozen values, and nothing else."""
