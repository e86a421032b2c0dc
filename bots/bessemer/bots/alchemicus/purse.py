"""The worth of each card in the hand, and so which to pay with."""

from collections.abc import Iterable
from typing import Final

from bessemer.bots.alchemicus.income import gains, row_of
from bessemer.bots.alchemicus.prices import current_prices
from bessemer.games.alchemicus.actions.fame import GLORIA_COST
from bessemer.games.alchemicus.cards.kinds import GLORIA, GOLEM, Kind
from bessemer.sdk.alchemicus import AlchemicusView

_HOPE: Final = 0.5
"""The part of its gain that a card not built yet is worth: it may never come to it."""
_MOST_HOPE: Final = 6.0
_NOCTIS: Final = 0.2
"""The worth of a Noctis card beside its use as money."""


class Purse:
    """The hand of a seat as money, the least useful cards first."""

    __slots__ = ("gains", "hand", "keeps", "prices")

    def __init__(self, view: AlchemicusView, more: Iterable[Kind] = ()) -> None:
        """`more` are kinds to be valued as if they were in the hand too."""
        self.hand = view.hand
        self.prices = current_prices(view)
        kinds = {*view.hand, *more}
        self.gains = gains(row_of(view), kinds, view.options.deck.costs, self.prices)
        """By building kind: what building it would gain."""
        self.keeps = {kind: self._keep(kind) for kind in kinds}
        """By kind: the worth of a first copy in the hand."""

    def cheapest(self, price: int, spared: Iterable[Kind] = ()) -> tuple[Kind, ...]:
        """The `price` cards that are missed least, one copy of each kind of `spared` left out."""
        hand = list(self.hand)
        for kind in spared:
            hand.remove(kind)
        seen: set[Kind] = set()
        valued = []
        for card in hand:
            # A second copy is money like any other card.
            valued.append((1.0 if card in seen else self.keeps[card], card))
            seen.add(card)
        valued.sort()
        return tuple(card for _, card in valued[:price])

    def worth(self, cards: Iterable[Kind]) -> float:
        """The worth of `cards` in the hand."""
        left, worth = list(self.hand), 0.0
        for card in cards:
            left.remove(card)
            worth += 1.0 if card in left else self.keeps[card]
        return worth

    def _keep(self, kind: Kind) -> float:
        if kind == GLORIA:
            return 1.0 + max(0.0, self.prices.fame - GLORIA_COST - 1)
        if kind >= GOLEM:
            return 1.0 + _NOCTIS
        return 1.0 + min(_MOST_HOPE, max(0.0, self.gains[kind]) * _HOPE)
