"""
A bot for Alchemicus that looks ahead: `greedy` plays on from its likely moves, for everybody.

What it then has is valued by what such tables have led to (`value.py`). It searches where it goes,
what it builds, draws, plays and gives, and where the Spirit goes; the rest it does as `greedy` does.
"""

import random
import time
from collections.abc import Callable
from typing import Final

from bessemer.bots.alchemicus.candidates import candidates
from bessemer.bots.alchemicus.greedy import GreedyBot
from bessemer.bots.alchemicus.guide import AlchemicusGuide
from bessemer.bots.alchemicus.prices import current_prices
from bessemer.bots.alchemicus.value import Weights, weights_for
from bessemer.bots.search.budget import budget_for
from bessemer.bots.search.guide import SearchCandidate
from bessemer.bots.search.kernel import MoveSearch, SearchHabits
from bessemer.bots.search.seconds import is_too_little
from bessemer.games.alchemicus.moves import Move
from bessemer.sdk.alchemicus import AlchemicusView

HABITS: Final = SearchHabits(width=4, tries=4, prior=1.0, envy=1.0)
_TURNS: Final = 2
"""The turns of a playout, the current one included."""
_DEPTH: Final = 2
"""The turns that the quick seats of a playout look ahead."""
_MOST_SECONDS: Final = 1.0
"""After which more thinking hardly finds more."""
_SLACK: Final = 4.0
"""The cards by which a move may seem worse than the best and still be searched."""
_RACE_SCALE: Final = 1 / 60
"""The part of a win that a card seems to be in the Race."""


class SearchBot(GreedyBot):
    """
    Searches for a share of its clock; without a clock for a fixed number of tries.

    Then it is repeatable: the same views and the same `rng` give the same moves.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        habits: SearchHabits = HABITS,
        turns: int = _TURNS,
        depth: int = _DEPTH,
        slack: float = _SLACK,
        seconds: float = _MOST_SECONDS,
        weights: Weights | None = None,
        now: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(rng)
        self._habits = habits
        self._turns = turns
        self._quick = GreedyBot(rng, depth)
        self._slack = slack
        self._seconds = seconds
        self._weights = weights
        self._now = now
        self._search: MoveSearch | None = None

    def decide(self, view: AlchemicusView) -> Move:
        """The move that leads furthest, where several deserve a search."""
        if is_too_little(view.clock):
            return super().decide(view)
        found = self.candidates(view)
        if len(found) < 2:
            return super().decide(view)
        budget = budget_for(view.clock, self._habits.tries, self._seconds, self._now)
        move: Move = self.search(view).best(view.imagine, view.seat, found, budget)
        return move

    def search(self, view: AlchemicusView) -> MoveSearch:
        """The search of this match, whose options say what counts."""
        if self._search is None:
            weights = self._weights or weights_for(view.board)
            guide = AlchemicusGuide(self._quick, weights, self._turns)
            self._search = MoveSearch(guide, self._rng, self._habits)
        return self._search

    @property
    def positions(self) -> int:
        """How many positions it has looked at so far."""
        return 0 if self._search is None else self._search.positions

    def candidates(self, view: AlchemicusView) -> list[SearchCandidate]:
        """The moves that seem good, the best first, by what they gain."""
        scale = _RACE_SCALE if view.options.race else 1 / current_prices(view).fame
        found = sorted(candidates(view), key=lambda one: -one[1])
        return [
            SearchCandidate(move, gain * scale)
            for move, gain in found
            if gain > found[0][1] - self._slack
        ]
