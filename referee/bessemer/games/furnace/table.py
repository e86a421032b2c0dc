"""What a move makes of the table, before the match goes on."""

from typing import Final, assert_never

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.furnace import auction, legal, simultaneous
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Board, Phase, replaced

KINDS: Final = {
    Phase.BID: Bid,
    Phase.COMPENSATION: Compensation,
    Phase.PLACEMENT: ChainPlacement,
    Phase.PLAN: ProductionPlan,
}
"""What answers each phase."""


def after(board: Board, seat: Seat, move: Move) -> Board:
    """
    The board right after `move`, which waits for nobody: the disc placed, or the answer carried out.

    What others answer, the Agent's disc, and what follows from the last bid or answer is not in it.

    Raises:
        IllegalMove: the rules do not allow it.
    """
    if seat not in board.waiting or type(move) is not KINDS[board.phase]:
        raise not_asked(board, seat, move)
    match move:
        case Bid():
            return auction.placed(board, seat, move)
        case Compensation() | ChainPlacement() | ProductionPlan():
            player = simultaneous.player_after(board, seat, move)
            owed = replaced(board.owed, seat, ()) if board.owed else ()
            players = replaced(board.players, seat, player)
            return board._replace(waiting=(), players=players, owed=owed)
        case _:
            assert_never(move)


def not_asked(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move by somebody who is not asked, or not for such a one."""
    if seat not in board.waiting:
        others = ", ".join(map(str, board.waiting)) or "nobody: the match is over"
        return IllegalMove(Code.NOT_ASKED, f"seat {seat} is not asked now; asked is {others}")
    return IllegalMove(
        Code.WRONG_KIND,
        f"seat {seat} is asked for a {board.phase}, not '{str(move)[:80]}'",
        allowed=(str(legal.default_move(board, seat)),),
    )
