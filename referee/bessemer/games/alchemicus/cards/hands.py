"""
Hands as money: what can be paid with a hand, and what is left of it.

Every card is worth 1, whatever its kind, and equal cards are interchangeable: a payment is a
multiset of kinds.
"""

from collections.abc import Iterator

from bessemer.engine.game import Below
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.moves import Cards
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


def without(hand: Hand, card: Kind) -> Hand:
    """`hand` less the copy of `card` that came last; the card must be there."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def payments(hand: Hand, price: int) -> Iterator[Cards]:
    """Every way to pay `price` with `hand`, the kinds in order; none if the hand is too small."""
    kinds = runs(hand)

    def rest(place: int, left: int, need: int) -> Iterator[Cards]:
        if not need:
            yield ()
            return
        if left < need:
            return
        kind, copies = kinds[place]
        for number in range(min(copies, need), -1, -1):
            for more in rest(place + 1, left - copies, need - number):
                yield (kind,) * number + more

    return rest(0, len(hand), price)


def sample_payment(hand: Hand, price: int, below: Below) -> Cards:
    """A way to pay, each as the outcome of exactly one sequence of choices; `hand` is enough."""
    if not price:
        return ()
    paid: list[Kind] = []
    left = len(hand)
    for kind, copies in runs(hand):
        left -= copies
        least = max(0, price - left)
        most = min(copies, price)
        number = least if least == most else least + below(most - least + 1)
        if number:
            paid += [kind] * number
            price -= number
            if not price:
                break
    return tuple(paid)
