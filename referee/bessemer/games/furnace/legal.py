"""
What a seat may do now: the kind of move that each phase asks for, and the default one.

Which moves of that kind are legal is said by the scripts, and by the phases as they carry moves out.
"""

from typing import Final

from bessemer.engine import choices
from bessemer.engine.errors import IllegalMove, asked_are, say
from bessemer.engine.game import Seat
from bessemer.games.furnace import scripts
from bessemer.games.furnace.auction import legal_bids
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
)
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Board, Phase, View

ASKED: Final = {
    Phase.BID: Bid,
    Phase.COMPENSATION: Compensation,
    Phase.PLACEMENT: ChainPlacement,
    Phase.PLAN: ProductionPlan,
}
"""The kind of move that each phase asks for."""


def not_asked(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move by somebody who is not asked, or not for such a one."""
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


def default_move(board: Board, seat: Seat) -> Move:
    """See `Game.default_move`."""
    if board.phase is Phase.BID:
        return legal_bids(board, seat)[0]  # the lowest disc; the script asks for the card first
    return choices.first(scripts.script(View(seat, board, None)))
