"""
A bot for Brass that weighs whole turns: many first actions, each with the best one after it.

`greedy` tries four first actions. The second action is often worth more than the first, so the best
turn often begins with an action that is not among the four.
"""

from typing import Final

from bessemer.bots.brass.greedy import GreedyBot
from bessemer.bots.brass.prices import USUAL, Weights

TRIED: Final = 16
"""The number of first actions that are tried."""


class PlannerBot(GreedyBot):
    """Takes the turn that gains most."""

    def __init__(self, weights: Weights = USUAL) -> None:
        super().__init__(weights, TRIED)
