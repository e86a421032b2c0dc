"""What a move makes of the table, before the match goes on."""

from typing import assert_never

from bessemer.engine.game import Seat
from bessemer.games.furnace.legal import ASKED, not_asked
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.games.furnace.phases import auction, simultaneous
from bessemer.games.furnace.state import Board, replaced


def after(board: Board, seat: Seat, move: Move) -> Board:
    """
    The board right after `move`, which waits for nobody: the disc placed, or the answer carried out.

    What others answer, the Agent's disc, and what follows from the last bid or answer is not in it.

    Raises:
        IllegalMove: the rules do not allow it.
    """
    if seat not in board.waiting or type(move) is not ASKED[board.phase]:
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
