"""The board right after a move, before the match goes on."""

from typing import assert_never

from bessemer.engine.game import Seat
from bessemer.games.brass import moves
from bessemer.games.brass.actions import (
    build_industry,
    build_link,
    debts,
    develop,
    loan,
    sell_cotton,
)
from bessemer.games.brass.legal import ASKED, not_asked
from bessemer.games.brass.moves import Move
from bessemer.games.brass.refusals import check_card
from bessemer.games.brass.state import Board, Hand, Phase


def after(board: Board, seat: Seat, hand: Hand, move: Move, drawn: int | None) -> Board:
    """
    The board right after `move`; a sale to the distant market draws the tile `drawn`.

    Raises:
        IllegalMove: the rules do not allow it.
        ValueError: it is a sale to the distant market and `drawn` is missing.
    """
    if seat not in board.waiting or type(move) not in ASKED[board.phase]:
        raise not_asked(board, seat, hand, move)
    match move:
        case moves.Build():
            return build_industry.built(board, seat, hand, move)
        case moves.Canal():
            return build_link.canal_built(board, seat, hand, move)
        case moves.Rails():
            return build_link.rails_built(board, seat, hand, move)
        case moves.Develop():
            return develop.developed(board, seat, hand, move)
        case moves.Loan():
            return loan.lent(board, seat, hand, move)
        case moves.Pass():
            check_card(hand, move.card)
            return board
        case moves.Sell():
            return _sold(board, seat, hand, move, drawn)
        case moves.Stop():
            return board
        case moves.Remove():
            return debts.removed(board, seat, move)
        case _:
            assert_never(move)


def _sold(board: Board, seat: Seat, hand: Hand, move: moves.Sell, drawn: int | None) -> Board:
    takes_card = board.phase is Phase.ACTION
    sell_cotton.check_sale(board, seat, hand, move, takes_card=takes_card)
    if move.buyer != moves.DISTANT:
        return sell_cotton.sold_to_port(board, move)
    if drawn is None:
        raise ValueError("a tile is drawn for this sale: say which, one of view.distant_tiles")
    return sell_cotton.sold_abroad(board, move, drawn)
