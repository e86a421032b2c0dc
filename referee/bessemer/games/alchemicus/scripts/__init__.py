"""The small choices that lead to a move, by part of the turn; see `bessemer.engine.scripts`."""
