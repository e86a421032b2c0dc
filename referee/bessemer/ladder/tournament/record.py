"""The facts of a tournament in the database, from which all that is played follows."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from bessemer.ladder.ladder import Ladder, LadderStore, RatedMatch
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.known_results import LostMatches, Walkover
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ratings.results import Result


class TournamentRecord(NamedTuple):
    """A season of a ladder with rounds, as it was last read."""

    season: int = 1
    plan: LadderPlan | None = None
    """`None` before it has started."""
    past: tuple[Result, ...] = ()
    """The matches that count, in the order of rating."""
    voided: frozenset[str] = frozenset()
    """The ids of those that do not."""
    walkovers: tuple[Walkover, ...] = ()
    disqualified: frozenset[str] = frozenset()

    @classmethod
    def read(
        cls,
        store: LadderStore,
        ladder: Ladder,
        season: int = 0,
        history: Sequence[RatedMatch] | None = None,
    ) -> Self:
        """Read a season, by default the current one; its `history` if that is known. Blocking."""
        season = season or ladder.season
        known = store.history(ladder.name, season) if history is None else history
        return cls(
            season,
            store.plan(ladder.name, season),
            tuple(match.result for match in known if match.voided is None),
            frozenset(match.result.match_id for match in known if match.voided is not None),
            tuple(store.walkovers(ladder.name, season)),
            store.disqualified(ladder.name),
        )

    @property
    def lost(self) -> LostMatches:
        """Who loses matches without playing them."""
        return LostMatches(self.disqualified, self.walkovers)

    @property
    def result(self) -> FormatResult | None:
        """How it stands; `None` before it has started, and for a continuous ladder."""
        if self.plan is None or not self.plan.has_rounds:
            return None
        return FormatResult.of(self.plan, self.past, self.lost)
