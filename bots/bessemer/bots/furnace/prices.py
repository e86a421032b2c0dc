"""
What things are worth on an average day: fixed prices, and what an effect gains by them.

The simple bots live on these alone. The stronger ones forecast what a hand makes of its goods.
"""

from collections.abc import Iterable
from typing import Final

from bessemer.bots.furnace.planning.worth import MONEY_ALONE, Prices
from bessemer.games.furnace.deck import Company, Deck
from bessemer.games.furnace.effects import Effect
from bessemer.games.furnace.state import Board

PRICES: Final = (0.8, 1.4, 2.8, 2.2, 1.0)
"""Of one coal, iron, oil, upgrade token and dollar, while there is time to use them."""

FLIPPED_IN_TIME: Final = 0.6
"""The share of the phases to come that an additional line runs in, on average."""


def price(amounts: Iterable[tuple[int, int]]) -> float:
    """The worth of these amounts."""
    return sum(PRICES[resource] * amount for resource, amount in amounts)


def gain(effect: Effect, times: int = 1) -> float:
    """The gain from `effect`, done so often; a processing is never done at a loss."""
    return max(0.0, price(effect.net)) * times


def gain_of_line(effect: Effect) -> float:
    """The gain from a line each time its card is resolved, if all it needs is there."""
    return gain(effect, effect.limit or 1)


def phases_left(board: Board) -> int:
    """The number of productions still to come, the one of this round included."""
    return board.table.options.rounds - board.round + 1


def card_worth(company: Company, phases: int) -> float:
    """The worth of owning `company` in so many productions."""
    additional = gain_of_line(company.additional) * (phases - 1) * FLIPPED_IN_TIME
    return gain_of_line(company.basic) * phases + additional


def leftovers(deck: Deck, phases_after: int) -> Prices:
    """The prices of a plan's leftovers if so many productions follow: nothing if none does."""
    if not phases_after:
        return MONEY_ALONE
    flipped = {
        card: gain_of_line(company.additional) * phases_after
        for card, company in deck.companies.items()
    }
    return Prices(PRICES, flipped)
