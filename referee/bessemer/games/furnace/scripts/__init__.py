"""The small choices that lead to a move, by phase; see `bessemer.engine.scripts`."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script
from bessemer.games.furnace.moves import Move, ProductionPlan
from bessemer.games.furnace.scripts import answers, bidding
from bessemer.games.furnace.state import Board, Phase, View

_SCRIPTS: Final[Mapping[Phase, Callable[[Board, Seat], Script[Move]]]] = {
    Phase.BID: bidding.bid,
    Phase.COMPENSATION: answers.compensation,
    Phase.PLACEMENT: answers.placement,
    Phase.PLAN: answers.plan,
}


def script(view: View) -> Script[Move]:
    """See `Game.script`."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return _SCRIPTS[view.board.phase](view.board, view.seat)


def canonical(view: View, move: Move) -> Move:
    """Flips in the order in which the companies were won: their order means nothing."""
    if not isinstance(move, ProductionPlan) or view.seat is None:
        return move
    won = view.board.players[view.seat].companies
    return ProductionPlan(
        tuple(step._replace(flips=tuple(sorted(step.flips, key=won.index))) for step in move.steps)
    )
