"""
The worth of things at a point of a match, counted in cards.

A card pays 1 whatever its kind, so it is the measure. Early on Fame is worth little more than the cards
that it is sold for, because cards build what makes more; towards the end it is all that counts.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.actions.turn_end import FAME_TARGET
from bessemer.games.alchemicus.cards.kinds import DONARIUM, GOLD, Good, Kind
from bessemer.sdk.alchemicus import AlchemicusView

_EARLY_FAME: Final = 4.0
_LATE_FAME: Final = 8.0
"""A Fame at the start, and when somebody is about to reach the target."""
_LAST_FAME: Final = 50.0
"""In the last turn nothing else counts."""
_RACE_GOLD: Final = 60.0
"""Gold wins the Race; it is worth more than all else, but not so much that cards mean nothing."""
_TURNS_FOR_A_FAME: Final = 1.1
"""The turns that the leader takes for each missing Fame, on average."""
_RACE_TURNS: Final = 20.0
"""About how long a Race takes; nobody sees how far it is."""
LAP: Final = 5.0
"""The turns that it takes to go round by all the fields of production."""


class Sale(NamedTuple):
    """The better of the two prices that an outlet pays for a good."""

    worth: float
    fame: bool


class Prices(NamedTuple):
    """The worth of things to one seat now."""

    fame: float
    turns: float
    """About how many turns we still have, this one included."""
    sales: Mapping[Kind, Mapping[Good, Sale]]
    """By outlet and good; goods that an outlet does not take are missing."""

    @property
    def laps(self) -> float:
        """How often production still comes round."""
        return self.turns / LAP


def current_prices(view: AlchemicusView) -> Prices:
    """The prices for the seat of `view`."""
    if view.options.race:
        return Prices(0.0, _RACE_TURNS, _RACE_SALES)
    if view.is_last_round:
        return Prices(_LAST_FAME, 1.0, _sales(_LAST_FAME))
    most = max(player.fame for player in view.players)
    turns = max(2.0, (FAME_TARGET - most) * _TURNS_FOR_A_FAME)
    cap = view.options.round_cap
    if cap:
        turns = min(turns, cap - view.round + 1)
    progress = min(1.0, most / FAME_TARGET)
    fame = _EARLY_FAME + (_LATE_FAME - _EARLY_FAME) * progress
    if turns <= 1:
        fame = _LAST_FAME
    return Prices(fame, turns, _sales(fame))


def _sales(fame: float) -> dict[Kind, dict[Good, Sale]]:
    return {
        outlet: {
            good: Sale(max(float(price.cards), price.fame * fame), price.fame * fame > price.cards)
            for good, price in trade.prices.items()
        }
        for outlet, trade in OUTLETS.items()
    }


def _race_sales() -> dict[Kind, dict[Good, Sale]]:
    """As everywhere, but gold goes through a Donarium alone, and is all."""
    sales = _sales(0.0)
    for prices in sales.values():
        prices.pop(GOLD, None)
    sales[DONARIUM][GOLD] = Sale(_RACE_GOLD, fame=False)
    return sales


_RACE_SALES: Final = _race_sales()
