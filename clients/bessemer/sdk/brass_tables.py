"""What a move of Brass makes of the table, as far as nothing hidden decides it."""

from collections.abc import Mapping
from typing import Final, assert_never, get_args

from bessemer.engine.chance import Chance
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
    Action,
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
from bessemer.games.brass.refusals import check_card
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, Hand, Phase, State

_KINDS: Final[Mapping[Phase, tuple[type[Move], ...]]] = {
    Phase.ACTION: get_args(Action),
    Phase.SALE: (Sell, Stop),
    Phase.SHORTFALL: (Remove,),
    Phase.OVER: (),
}


def table_after(board: Board, seat: Seat, hand: Hand, move: Move, drawn: int | None) -> Board:
    """
    The board after `move`, before the match goes on; `drawn` is what a sale abroad draws.

    Raises:
        IllegalMove: the rules do not allow it.
        ValueError: it is a sale to the distant market and `drawn` is missing.
    """
    if seat not in board.waiting or type(move) not in _KINDS[board.phase]:
        # Refused before anything else is looked at; the words are the referee's own.
        hands = (hand,) * len(board.players)
        return BRASS.apply(State(board, hands, (), (), (), Chance(b"")), seat, move).board
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
