"""LadderService: ladders, their standings, and players who enlist."""
