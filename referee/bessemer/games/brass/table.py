"""The board right after a move, before the match goes on."""

from collections.abc import Mapping
from typing import Final, assert_never

from bessemer.engine.choices import first
from bessemer.engine.errors import IllegalMove, asked_are, say
from bessemer.engine.game import Seat
from bessemer.games.brass.actions import (
    build_industry,
    build_link,
    debts,
    develop,
    loan,
    sell_cotton,
)
from bessemer.games.brass.moves import (
    DISTANT,
    Build,
    Canal,
    Develop,
    Loan,
    Move,
    Pass,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.refusals import Code, check_card
from bessemer.games.brass.scripts import script
from bessemer.games.brass.state import Board, Hand, Phase, View

KINDS: Final[Mapping[Phase, tuple[type[Move], ...]]] = {
    Phase.ACTION: (Build, Canal, Rails, Develop, Sell, Loan, Pass),
    Phase.SALE: (Sell, Stop),
    Phase.SHORTFALL: (Remove,),
    Phase.OVER: (),
}


def after(board: Board, seat: Seat, hand: Hand, move: Move, drawn: int | None) -> Board:
    """
    The board right after `move`: what it builds, pays, turns over or brings in.

    Args:
        board: the table.
        seat: who moves.
        hand: the seat's cards.
        move: what it does.
        drawn: the tile that a sale to the distant market draws.

    Raises:
        IllegalMove: the rules do not allow it.
        ValueError: it is a sale to the distant market and `drawn` is missing.
    """
    if seat not in board.waiting or type(move) not in KINDS[board.phase]:
        raise _not_asked(board, seat, hand, move)
    match move:
        case Build():
            return build_industry.built(board, seat, hand, move)
        case Canal():
            return build_link.canal_built(board, seat, hand, move)
        case Rails():
            return build_link.rails_built(board, seat, hand, move)
        case Develop():
            return develop.developed(board, seat, hand, move)
        case Loan():
            return loan.lent(board, seat, hand, move)
        case Pass():
            check_card(hand, move.card)
            return board
        case Sell():
            return _sold(board, seat, hand, move, drawn)
        case Stop():
            return board
        case Remove():
            return debts.removed(board, seat, move)
        case _:
            assert_never(move)


def _sold(board: Board, seat: Seat, hand: Hand, move: Sell, drawn: int | None) -> Board:
    takes_card = board.phase is Phase.ACTION
    sell_cotton.check_sale(board, seat, hand, move, takes_card=takes_card)
    if move.buyer != DISTANT:
        return sell_cotton.sold_to_port(board, move)
    if drawn is None:
        raise ValueError("a tile is drawn for this sale: say which, one of view.distant_tiles")
    return sell_cotton.sold_abroad(board, move, drawn)


def _not_asked(board: Board, seat: Seat, hand: Hand, move: Move) -> IllegalMove:
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
        moves=(first(script(View(seat, board, hand))),),
    )
