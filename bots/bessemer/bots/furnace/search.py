"""
A bot for Furnace that looks ahead: it searches each auction to its end, with everybody bidding.

What it ends with is valued by a forecast of every hand. Its plans are exact, as the planner's.
"""

import random
import time
from collections.abc import Callable
from typing import Final

from bessemer.bots.furnace.auction_search import USUAL, AuctionSearch, Habits
from bessemer.bots.furnace.forecast import Ahead, Tuning, ahead_of, forecaster
from bessemer.bots.furnace.outlook import Outlook
from bessemer.bots.furnace.planner import PlannerBot, with_cards_won
from bessemer.bots.search.seconds import is_too_little, share_of_clock
from bessemer.engine.chance import Chance
from bessemer.games.furnace.hidden import resample
from bessemer.games.furnace.moves import Bid, Compensation
from bessemer.games.furnace.state import Player, State, View
from bessemer.sdk.furnace import FurnaceView

BY_HAND: Final = Tuning(
    prices=(0.8, 1.4, 2.8, 2.2),
    income=(3.0, 1.5, 0.3, 0.0),
    salvage=(0.2, 0.4, 0.7, 0.7),
    idle_sale=0.1,
    flip=3.0,
)
"""Guesses that nobody has tuned."""

TRIES_WITHOUT_A_CLOCK: Final = 40
_MOST_TRIES: Final = 3000


class SearchBot(PlannerBot):
    """
    Searches auctions for a share of its clock, or for a fixed number of tries.

    With a number of tries it is repeatable: the same views and the same `rng` give the same moves.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        tries: int | None = None,
        now: Callable[[], float] = time.thread_time,
        tuning: Tuning = BY_HAND,
        habits: Habits = USUAL,
    ) -> None:
        self._rng = rng
        self._tries = tries
        self._now = now
        self._tuning = tuning
        self._habits = habits
        self._outlook: Outlook | None = None
        self.positions = 0
        """How many positions it has looked at so far."""

    def bid(self, view: FurnaceView) -> Bid:
        begun, seconds = self._now(), share_of_clock(view.clock)
        if is_too_little(view.clock):
            return super().bid(view)
        search = AuctionSearch(
            self._outlook_on(view), self._states_like(view), self._rng, self._habits
        )
        if self._tries is not None or seconds is None:
            limit = self._tries or TRIES_WITHOUT_A_CLOCK
            bid = search.best_bid(lambda tries: tries < limit)
        else:
            end = begun + seconds
            bid = search.best_bid(lambda tries: tries < _MOST_TRIES and self._now() < end)
        self.positions += search.positions
        return bid

    def compensation(self, view: FurnaceView) -> Compensation:
        """The answer after which the forecast is best."""
        if is_too_little(view.clock):
            return super().compensation(view)
        answers = view.legal_compensations()
        after = {answer: with_cards_won(view, view.after(answer).me) for answer in answers}
        ahead = ahead_of(view.board)
        return max(after, key=lambda answer: self.forecast(view, after[answer], ahead))

    def forecast(self, view: FurnaceView, player: Player, ahead: Ahead) -> float:
        """The money at the end if the seat were `player`."""
        table = view.board.table
        forecasts = forecaster(table.options.deck, self._tuning)
        return forecasts.money(player, table.startups[view.seat], ahead)

    def _outlook_on(self, view: FurnaceView) -> Outlook:
        """The outlook on this round's row; hands and row stay as they are until it is over."""
        known = self._outlook
        if known is None or known.board.row.cards != view.board.row.cards:
            known = self._outlook = Outlook(view.board, self._tuning)
        return known

    def _states_like(self, view: FurnaceView) -> Callable[[], State]:
        seen = View(view.seat, view.board, view.answer)
        if len(view.board.hands) == len(view.board.players):
            state = resample(seen, Chance(b""))  # without an Agent nothing in an auction is hidden
            return lambda: state
        return lambda: resample(seen, Chance(self._rng.randbytes(8)))
