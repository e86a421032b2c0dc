"""A bot as a program of its own: `run(MyBot)`, what it is told, and what it is checked for."""
