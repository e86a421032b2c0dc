"""What a hand can make of a round at best: the planner, asked once about each hand."""

from bessemer.bots.furnace.analysis.valuation import valuation
from bessemer.bots.furnace.planning.planner import best_plan_of
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.game import Seat
from bessemer.games.furnace.state import Board, Player

EPSILON = 1e-6
"""Sums of tenths differ by less than this from what they stand for."""


class Prospects:
    """The best plans of hands in one match, each found within `seconds` or not proven best."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._known: dict[tuple[int, Seat, Player], BestPlan] = {}

    def best(self, board: Board, seat: Seat, player: Player) -> BestPlan:
        """The best plan if the seat owned what `player` owns in the round that the board is in."""
        key = board.round, seat, player
        if key not in self._known:
            table = board.table
            self._known[key] = best_plan_of(
                player,
                table.startups[seat],
                table.options.deck,
                valuation(board).prices,
                seconds=self._seconds,
            )
        return self._known[key]
