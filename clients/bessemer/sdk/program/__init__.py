"""A bot as a program of its own: `run(MyBot)`, its environment, and its checks."""
