"""
What a seat may do now: the kinds of move that each phase asks for, and a sampled one.

The scripts and the actions say which moves of these kinds are legal.
"""

from collections.abc import Mapping
from typing import Final, get_args

from bessemer.engine import scripts
from bessemer.engine.errors import IllegalMove, asked_are, say
from bessemer.engine.game import Below, Seat
from bessemer.games.brass import moves
from bessemer.games.brass.moves import Move
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.scripts import script
from bessemer.games.brass.scripts.kinds import sample_action
from bessemer.games.brass.state import Board, Hand, Phase, View
from bessemer.games.brass.turn import Turn

ASKED: Final[Mapping[Phase, tuple[type[Move], ...]]] = {
    Phase.ACTION: get_args(moves.Action),
    Phase.SALE: (moves.Sell, moves.Stop),
    Phase.SHORTFALL: (moves.Remove,),
    Phase.OVER: (),
}
"""The kinds of move that each phase asks for."""
_ACTION: Final = Phase.ACTION


def not_asked(board: Board, seat: Seat, hand: Hand, move: Move) -> IllegalMove:
    """The refusal of a move by a seat that is not asked, or that is asked for other kinds."""
    if seat not in board.waiting:
        return IllegalMove(Code.NOT_ASKED, *asked_are(seat, board.waiting))
    return IllegalMove(
        Code.WRONG_KIND,
        say(
            "seat {seat} is asked for an answer to a {phase}, not '{move}'",
            seat=seat,
            phase=board.phase,
            move=str(move)[:80],
        ),
        moves=(scripts.first(script(View(seat, board, hand))),),
    )


def sample_move(turn: Turn, below: Below) -> Move:
    """
    See `Game.sample_move`; developments come out in the order in which they are listed.

    Random play asks for actions above all, so only these do without the script of the phase.
    """
    if turn.board.phase is _ACTION:
        return sample_action(turn, below)
    return scripts.sample(script(View(turn.seat, turn.board, turn.hand)), below)
