"""Formats of tournaments: the rounds and seatings of round robin, gauntlet, Swiss, knock-out and blocks."""
