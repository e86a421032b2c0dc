"""The choices of a sale: the mill, who buys and, of the first, the card."""

from collections.abc import Callable, Generator
from typing import Any

from bessemer.engine.choices import Answer, Thing, Word
from bessemer.engine.scripts import Ask, Script, one, words
from bessemer.games.brass.actions import sell_cotton
from bessemer.games.brass.actions.sell_cotton import Mill
from bessemer.games.brass.board.geography import COTTON, PORT, SPACE_IDS, SYMBOL, bits
from bessemer.games.brass.moves import DISTANT, Sell, Stop
from bessemer.games.brass.scripts.things import MARKET, SPACE, STOP, card_choice, spaces
from bessemer.games.brass.state import Phase
from bessemer.games.brass.turn import Turn


def sell(turn: Turn, mills: list[Mill]) -> Script[Sell]:
    """The first sale of an action."""
    mill = yield from _mill(turn, mills, (), lambda move: move.mill)
    buyer = yield from _buyer(turn, mills, mill)
    return Sell(mill, buyer, (yield from card_choice(turn)))


def sale(turn: Turn) -> Script[Sell | Stop]:
    """Going on with a sale, or not."""
    mills = sell_cotton.open_mills(turn.board, turn.seat)
    mill = yield from _mill(
        turn, mills, (Word(STOP),), lambda move: STOP if isinstance(move, Stop) else move.mill
    )
    if mill == STOP:
        return Stop()
    return Sell(mill, (yield from _buyer(turn, mills, mill)))


def no_sale(turn: Turn) -> Sell:
    """A sale that is refused, if none is possible."""
    player = turn.board.players[turn.seat]
    unsold = player.tiles & turn.board.land.kinds[COTTON] & turn.board.land.face_up
    mill = bits(unsold or SYMBOL[COTTON])[0]
    return Sell(SPACE_IDS[mill], DISTANT, turn.hand[0])


def _mill(
    turn: Turn,
    mills: list[Mill],
    before: tuple[Word, ...],
    read: Callable[[Any], str],
) -> Generator[Ask, Answer, str]:
    board, seat = turn.board, turn.seat
    offered = words([SPACE_IDS[mill] for mill, _, _ in mills], SPACE)

    unsold = board.players[seat].tiles & board.land.kinds[COTTON] & board.land.face_up
    return (
        yield from one(
            "mill",
            (*before, *offered),
            read,
            others=lambda: (
                (word, Sell(word.text, DISTANT, _first_card(turn))) for word in spaces(unsold)
            ),
        )
    )


def _buyer(turn: Turn, mills: list[Mill], mill: str) -> Generator[Ask, Answer, str]:
    land = turn.board.land
    ports = [SPACE_IDS[port] for port in bits(land.kinds[PORT] & land.face_up)]
    offered = sell_cotton.buyers(next(found for found in mills if SPACE_IDS[found[0]] == mill))

    def word(buyer: str) -> Word:
        return Word(buyer, Thing(MARKET, buyer) if buyer == DISTANT else Thing(SPACE, buyer))

    return (
        yield from one(
            "buyer",
            [word(buyer) for buyer in offered],
            lambda move: move.buyer,
            others=lambda: (
                (word(buyer), Sell(mill, buyer, _first_card(turn))) for buyer in (*ports, DISTANT)
            ),
        )
    )


def _first_card(turn: Turn) -> str:
    """Going on with a sale takes none."""
    return turn.hand[0] if turn.board.phase is Phase.ACTION else ""
