"""
What a seat may do now, by phase.

All of it is asked of a board, so a bot can ask the same about the board in its view.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from bessemer.engine.game import Below, Seat
from bessemer.games.furnace import auction, chain, compensation, production
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.state import Board, Phase


class PhaseRules(NamedTuple):
    """What one phase offers; see the methods of `Game` with these names."""

    legal: Callable[[Board, Seat], Iterator[Move]]
    sample: Callable[[Board, Seat, Below], Move]
    default: Callable[[Board, Seat], Move]


# A table and not a `match`: in Python 3.11 naming an enum member costs as much as a call.
PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.BID: PhaseRules(auction.legal_bids, auction.sample_bid, auction.default_bid),
    Phase.COMPENSATION: PhaseRules(
        compensation.legal_answers, compensation.sample_answer, compensation.default_answer
    ),
    Phase.PLACEMENT: PhaseRules(chain.legal_lines, chain.sample_line, chain.default_line),
    Phase.PLAN: PhaseRules(production.legal_plans, production.sample_plan, production.default_plan),
}


def legal_moves(board: Board, seat: Seat) -> Iterator[Move]:
    """See `Game.legal_moves`."""
    return PHASES[board.phase].legal(board, seat) if seat in board.waiting else iter(())


def sample_move(board: Board, seat: Seat, below: Below) -> Move:
    """See `Game.sample_move`."""
    return PHASES[board.phase].sample(board, seat, below)


def default_move(board: Board, seat: Seat) -> Move:
    """See `Game.default_move`."""
    return PHASES[board.phase].default(board, seat)
