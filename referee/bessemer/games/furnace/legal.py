"""
What a seat may do now: the kind of move that each phase asks for, a sampled move, the default one.

The scripts and the phases say which moves of that kind are legal.
"""

from typing import Final

from bessemer.engine.errors import IllegalMove, asked_are, say
from bessemer.engine.game import Below, Seat
from bessemer.engine.scripts import first, sample
from bessemer.games.furnace import moves, scripts
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.phases.auction import legal_bids, sample_bid
from bessemer.games.furnace.phases.compensation import sample_answer
from bessemer.games.furnace.phases.production import sample_plan
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Board, Phase, View

ASKED: Final = {
    Phase.BID: moves.Bid,
    Phase.COMPENSATION: moves.Compensation,
    Phase.PLACEMENT: moves.ChainPlacement,
    Phase.PLAN: moves.ProductionPlan,
}
"""The kind of move that each phase asks for."""
# In Python 3.11 naming an enum member costs as much as a call.
_BID: Final = Phase.BID
_COMPENSATION: Final = Phase.COMPENSATION
_PLAN: Final = Phase.PLAN


def not_asked(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move by a seat that is not asked, or that is asked for another kind."""
    if seat not in board.waiting:
        return IllegalMove(Code.NOT_ASKED, *asked_are(seat, board.waiting))
    return IllegalMove(
        Code.WRONG_KIND,
        say(
            "seat {seat} is asked for a {phase}, not '{move}'",
            seat=seat,
            phase=board.phase,
            move=str(move)[:80],
        ),
        moves=(default_move(board, seat),),
    )


def sample_move(board: Board, seat: Seat, below: Below) -> Move:
    """
    See `Game.sample_move`.

    Without the script a bid takes 3 µs instead of 30, a plan 20 instead of 200. A compensation takes
    1 µs instead of 6, by which an action of the engine benchmark takes 14 % less; placements are too
    rare to matter.
    """
    phase = board.phase
    if phase is _BID:
        return sample_bid(board, seat, below)
    if phase is _PLAN:
        return sample_plan(board, seat, below)
    if phase is _COMPENSATION:
        return sample_answer(board, seat, below)
    return sample(scripts.script(View(seat, board, None)), below)


def default_move(board: Board, seat: Seat) -> Move:
    """See `Game.default_move`."""
    if board.phase is _BID:
        return legal_bids(board, seat)[0]  # the lowest disc; the script asks for the card first
    return first(scripts.script(View(seat, board, None)))
