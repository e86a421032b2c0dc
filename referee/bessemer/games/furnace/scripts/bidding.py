"""The choices of a bid."""

from typing import Final

from bessemer.engine.choices import Thing
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script, one, words
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.phases.auction import legal_bids
from bessemer.games.furnace.state import Board

CARD: Final = "card"
"""The kind of thing that words name: a card of the row or one of the player's own, by its id."""
DISC: Final = "disc"
"""The kind of thing that a player's own discs are, by their value."""


def bid(board: Board, seat: Seat) -> Script[Bid]:
    """A card of the row, then a disc."""
    hand, row = board.hands[seat], board.row.cards
    fitting: dict[str, list[int]] = {card: [] for card in row}
    for value, card in legal_bids(board, seat):
        fitting[card].append(value)
    card = yield from one(
        "company",
        words([card for card in row if fitting[card]], CARD),
        lambda bid: bid.card,
        others=lambda: ((word, Bid(hand[0], word.text)) for word in words(row, CARD)),
    )
    disc = yield from one(
        "disc",
        words(fitting[card], DISC),
        lambda bid: bid.value,
        about=Thing(CARD, card),
        others=lambda: (
            (word, Bid(int(word.text), card)) for word in words(dict.fromkeys(hand), DISC)
        ),
    )
    return Bid(int(disc), card)
