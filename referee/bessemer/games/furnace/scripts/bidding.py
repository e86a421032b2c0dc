"""The choices of a bid."""

from collections.abc import Iterator

from bessemer.engine.choices import Script, Thing, Word, one, words
from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import legal_bids
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.scripts.things import CARD
from bessemer.games.furnace.state import Board


def bid(board: Board, seat: Seat) -> Script[Bid]:
    """A card of the row, then a disc."""
    hand, row = board.hands[seat], board.row.cards
    fitting: dict[str, list[int]] = {card: [] for card in row}
    for value, card in legal_bids(board, seat):
        fitting[card].append(value)

    def other_cards() -> Iterator[tuple[Word, Bid]]:
        return (
            (word, Bid(hand[0], word.text)) for word in words(row, CARD) if not fitting[word.text]
        )

    offered = words([card for card in row if fitting[card]], CARD)
    card = yield from one("company", offered, lambda bid: bid.card, others=other_cards)
    values = fitting[card]

    def other_values() -> Iterator[tuple[Word, Bid]]:
        closed = [value for value in dict.fromkeys(hand) if value not in values]
        return ((Word(str(value)), Bid(value, card)) for value in closed)

    disc = yield from one(
        "disc", words(values), lambda bid: bid.value, about=Thing(CARD, card), others=other_values
    )
    return Bid(int(disc), card)
