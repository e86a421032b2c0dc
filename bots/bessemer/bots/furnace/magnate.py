"""
The strongest bot for Furnace: `search` with tuned numbers, and plans that look ahead.

The numbers are in `magnate.toml`; `tools/tune_furnace.py` makes them.
"""

import random
import time
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bessemer.bots.furnace.auction_search import Habits
from bessemer.bots.furnace.forecast import Ahead, Tuning, ahead_of
from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.planning.worth import BestPlan, Prices
from bessemer.bots.furnace.prices import leftovers
from bessemer.bots.furnace.search import SearchBot
from bessemer.bots.search.seconds import is_too_little, share_of_clock
from bessemer.games.furnace.effects import MONEY, Stock
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.state import Player
from bessemer.sdk.furnace import FurnaceView

DATA: Final = "magnate.toml"
_A_LITTLE: Final = 2
_PLANS: Final = 2
"""The first at average prices, the next at the prices of what the last one leaves over."""


class Tuned(NamedTuple):
    """All that is tuned."""

    tuning: Tuning
    habits: Habits


@cache
def shipped() -> Tuned:
    """The numbers shipped with the bot."""
    return read_tuned(files("bessemer.bots.furnace").joinpath(DATA).read_text(encoding="utf-8"))


def read_tuned(text: str) -> Tuned:
    """The numbers written as TOML."""
    numbers = tomllib.loads(text)
    given = numbers["tuning"]
    tuning = Tuning(
        prices=tuple(given["prices"]),
        income=tuple(given["income"]),
        salvage=tuple(given["salvage"]),
        idle_sale=given["idle_sale"],
        flip=given["flip"],
    )
    return Tuned(tuning, Habits(**numbers["habits"]))


class MagnateBot(SearchBot):
    """Searches auctions and plans by tuned forecasts."""

    def __init__(
        self,
        rng: random.Random,
        *,
        tries: int | None = None,
        now: Callable[[], float] = time.thread_time,
        tuned: Tuned | None = None,
    ) -> None:
        tuning, habits = tuned or shipped()
        super().__init__(rng, tries=tries, now=now, tuning=tuning, habits=habits)

    def plan(self, view: FurnaceView) -> ProductionPlan:
        """The best plan at the prices that the forecast puts on what is left over."""
        phases = ahead_of(view.board).auctions
        if not phases or is_too_little(view.clock):
            return super().plan(view)
        ahead = Ahead(phases, phases)
        seconds = share_of_clock(view.clock, among=_PLANS)
        found: list[BestPlan] = []
        worth = leftovers(view.board.table.options.deck, phases)
        for _ in range(_PLANS):
            found.append(best_plan(view.board, view.seat, worth, seconds=seconds))
            worth = self._prices(view, found[-1].player, ahead)
        return max(found, key=lambda one: self.forecast(view, one.player, ahead)).plan

    def _prices(self, view: FurnaceView, player: Player, ahead: Ahead) -> Prices:
        """The forecast of `player` with a little more of each, per unit of it."""
        before = self.forecast(view, player, ahead)
        prices = [1.0] * len(player.stock)
        for resource in range(MONEY):
            stock = list(player.stock)
            stock[resource] += _A_LITTLE
            more = player._replace(stock=Stock(*stock))
            prices[resource] = (self.forecast(view, more, ahead) - before) / _A_LITTLE
        flipped = {}
        for card in player.companies:
            others = tuple(sorted({*player.upgraded} ^ {card}))
            change = self.forecast(view, player._replace(upgraded=others), ahead) - before
            flipped[card] = -change if card in player.upgraded else change
        coal, iron, oil, tokens, money = prices
        return Prices((coal, iron, oil, tokens, money), flipped)
