"""
A bot for Brass that looks ahead: quick seats play on from its best turns, to the end of the next round.

It compares what the table is then worth to it, less a share of what it is worth to the others.
"""

import random
import time
from collections.abc import Callable
from typing import Final

from bessemer.bots.brass.guide import BrassGuide
from bessemer.bots.brass.planner import TRIED, PlannerBot
from bessemer.bots.brass.prices import USUAL, Weights
from bessemer.bots.brass.turns import whole_turns
from bessemer.bots.search.budget import budget_for
from bessemer.bots.search.guide import SearchCandidate
from bessemer.bots.search.kernel import MoveSearch, SearchHabits
from bessemer.bots.search.seconds import is_too_little
from bessemer.games.brass.moves import Action
from bessemer.games.brass.state import Phase
from bessemer.sdk.brass import BrassView

HABITS: Final = SearchHabits(width=5, tries=2)
_ROUNDS: Final = 2
"""The rounds of a playout, the current one included."""
_MOST_SECONDS: Final = 1.0
"""After which more thinking hardly finds more."""


class SearchBot(PlannerBot):
    """
    Searches its actions for a share of its clock; without a clock for a fixed number of tries.

    Then it is repeatable: the same views and the same `rng` give the same moves.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        habits: SearchHabits = HABITS,
        rounds: int = _ROUNDS,
        weights: Weights = USUAL,
        seconds: float = _MOST_SECONDS,
        now: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(weights)
        self._habits = habits
        self._seconds = seconds
        self._now = now
        self._search = MoveSearch(BrassGuide(weights, rounds), rng, habits)

    def action(self, view: BrassView) -> Action:
        """The action whose turn leads furthest."""
        if is_too_little(view.clock):
            return super().action(view)
        budget = budget_for(view.clock, self._habits.tries, self._seconds, self._now)
        search = self.search(view)
        move: Action = search.best(view.imagine, view.seat, self.candidates(view), budget)
        return move

    @property
    def positions(self) -> int:
        """How many positions it has looked at so far."""
        return self._search.positions

    def search(self, view: BrassView) -> MoveSearch:  # noqa: ARG002 - the same for all views
        """The search of this match."""
        return self._search

    def candidates(self, view: BrassView) -> list[SearchCandidate]:
        """The first actions of the most promising turns; where no action is asked for, nothing."""
        if view.phase is not Phase.ACTION:
            return []
        return [
            SearchCandidate(turn.first, turn.gain)
            for turn in whole_turns(view, self._weights, TRIED)
        ]
