"""
Hands as money: the cards to pay with, and the rest.

Every card is worth 1, whatever its kind, and equal cards are interchangeable: a payment is a
multiset of kinds.
"""

from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.state import Hand


def runs(hand: Hand) -> list[tuple[Kind, int]]:
    """The kinds in `hand` in their order, each with its number of copies."""
    found: list[tuple[Kind, int]] = []
    cards = sorted(hand)
    start = 0
    while start < len(cards):
        kind = cards[start]
        copies = cards.count(kind)
        found.append((kind, copies))
        start += copies
    return found


def without(hand: Hand, card: Kind, copies: int = 1) -> Hand:
    """`hand` less the copies of `card` that came last; they must be there."""
    for _ in range(copies):
        place = hand.index(card)
        hand = hand[:place] + hand[place + 1 :]
    return hand
