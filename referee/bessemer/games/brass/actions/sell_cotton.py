"""The fourth action: sell cotton, mill by mill, to ports and to the distant market."""

from typing import Final

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.geography import COTTON, PORT, SPACE, SPACE_IDS, TOWN_OF, bits
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import DISTANT, Sell
from bessemer.games.brass.network.connections import built_ports, joined
from bessemer.games.brass.refusals import Code, check_card
from bessemer.games.brass.state import Board, Hand

BONUS: Final = FIGURES.bonus
"""The income spaces that a sale to the distant market adds, by space of the cotton track."""
CLOSED: Final = len(BONUS)
"""The last space of the cotton track: the distant market no longer buys."""

Mill = tuple[int, int, bool]
"""A mill, the ports that would buy from it as bits, and whether the distant market would."""


def open_mills(board: Board, seat: Seat) -> list[Mill]:
    """The mills of `seat` that can sell now, with their buyers."""
    land = board.land
    mills = board.players[seat].tiles & land.kinds[COTTON] & land.face_up
    if not mills:
        return []
    ports = land.kinds[PORT] & land.face_up
    ways_out = built_ports(land) if board.cotton < CLOSED else 0
    together, found = joined(land.links), []
    for mill in bits(mills):
        reached = together[TOWN_OF[mill]]
        if reached & (ports | ways_out):
            found.append((mill, reached & ports, bool(reached & ways_out)))
    return found


def buyers(mill: Mill) -> list[str]:
    """Who would buy, as a move names them."""
    _, ports, is_distant = mill
    return [SPACE_IDS[port] for port in bits(ports)] + [DISTANT] * is_distant


def check_sale(board: Board, seat: Seat, hand: Hand, move: Sell, *, takes_card: bool) -> None:
    """
    Refuse a sale that the rules do not allow.

    Raises:
        IllegalMove: the rules refuse it.
    """
    if takes_card:
        check_card(hand, move.card)
    elif move.card:
        raise IllegalMove(
            Code.CARD_EXTRA,
            say("going on with a sale takes no card, so not {thing}", thing=move.card),
            part="card",
            card=move.card,
        )
    mills = {SPACE_IDS[mill[0]]: mill for mill in open_mills(board, seat)}
    if move.mill not in mills:
        raise IllegalMove(
            Code.WRONG_MILL,
            say("seat {seat} has no mill to sell from at {space}", seat=seat, space=move.mill),
            say("it has {things}", things=tuple(mills))
            if mills
            else say("it has none that can sell"),
            part="mill",
            card=move.mill,
            words=tuple(mills),
        )
    found = buyers(mills[move.mill])
    if move.buyer not in found:
        is_closed = move.buyer == DISTANT and board.cotton == CLOSED
        sale = {"mill": move.mill, "buyer": move.buyer}
        raise IllegalMove(
            Code.MARKET_CLOSED if is_closed else Code.WRONG_BUYER,
            say("{mill} cannot sell to {buyer}, which is closed for this era", **sale)
            if is_closed
            else say("{mill} cannot sell to {buyer}", **sale),
            say("it can to {buyers}", buyers=tuple(found)),
            part="buyer",
            card=move.buyer,
            words=tuple(found),
        )


def sold_to_port(board: Board, move: Sell) -> Board:
    """The board after a legal sale to a port: both flip, for their owners."""
    editor = BoardEditor(board)
    editor.flip(SPACE[move.mill])
    editor.flip(SPACE[move.buyer])
    return editor.board()


def sold_abroad(board: Board, move: Sell, drop: int) -> Board:
    """The board after a legal sale to the distant market, for which a tile of `drop` was drawn."""
    editor = BoardEditor(board)
    editor.drawn = (*board.drawn, drop)
    editor.cotton = min(CLOSED, board.cotton + drop)
    if editor.cotton < CLOSED:
        # RULING brass-distant-bonus: income spaces of the new space, on top of the mill's own.
        editor.flip(SPACE[move.mill], BONUS[editor.cotton])
    return editor.board()
