"""
What a holding is worth in money before the match is over (docs/analysis.md), and what it can become at best.

After the last round money alone counts. Before, so does what can still be made of the rest:
resources at a price, and each card by what its lines bring in the rounds to come.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bessemer.bots.furnace.planning.planner import best_plan_of
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, BestPlan, Prices
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import Effect
from bessemer.games.furnace.state import Board, Player

STOCK_PRICES: Final[Mapping[int, tuple[float, float, float, float, float]]] = {
    1: (0.5, 1.1, 2.0, 2.2, 1.0),
    2: (0.9, 1.6, 2.5, 3.5, 1.0),
    3: (0.9, 1.6, 2.5, 3.5, 1.0),
}
"""By how many rounds are to come: of one coal, iron, oil, upgrade token and dollar carried over."""

EXTRACTION_SHARE: Final = 0.8
PROCESSING_SHARE: Final = 0.4
"""How much of what a line could bring it does bring, on average: other cards are at it too."""


class Valuation(NamedTuple):
    """The prices of what counts after a round."""

    prices: Prices
    """Of what a plan changes: the stock and the flipped cards."""
    cards: dict[str, float]
    """The worth of a company's basic line in the rounds to come, flipped or not."""


def valuation(board: Board) -> Valuation:
    """The valuation after the round that the board is in."""
    options = board.table.options
    return _valuation(options.deck, options.rounds - board.round)


@lru_cache(maxsize=64)
def _valuation(deck: Deck, rounds_left: int) -> Valuation:
    companies = deck.companies.values()
    if not rounds_left:
        return Valuation(MONEY_ALONE, dict.fromkeys(deck.companies, 0.0))
    return Valuation(
        Prices(
            STOCK_PRICES[rounds_left],
            {card.id: line_worth(card.additional, rounds_left) for card in companies},
        ),
        {card.id: line_worth(card.basic, rounds_left) for card in companies},
    )


def line_worth(line: Effect, rounds_left: int) -> float:
    """The worth of a card's line in so many rounds; a processing is never done at a loss."""
    total = 0.0
    for left in range(1, rounds_left + 1):
        gain = sum(STOCK_PRICES[left][resource] * amount for resource, amount in line.net)
        if line.takes:
            total += max(0.0, gain) * line.limit * PROCESSING_SHARE
        else:
            total += gain * EXTRACTION_SHARE
    return round(total, 1)  # tenths, like the prices, so that sums are shown without rounding


EPSILON = 1e-6
"""Sums of tenths differ by less than this from what they stand for."""


class Prospects:
    """The best plans of hands in one match, each found within `seconds` or not proven best."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._known: dict[tuple[int, Seat, Player], BestPlan] = {}

    def best(self, board: Board, seat: Seat, player: Player) -> BestPlan:
        """The best plan if the seat owned what `player` owns in the round that the board is in."""
        key = board.round, seat, player
        if key not in self._known:
            table = board.table
            self._known[key] = best_plan_of(
                player,
                table.startups[seat],
                table.options.deck,
                valuation(board).prices,
                seconds=self._seconds,
            )
        return self._known[key]
