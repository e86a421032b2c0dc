"""The standings of a ladder, as the database keeps them and everybody sees them."""

from collections.abc import Sequence
from typing import NamedTuple

from bessemer.ladder.entrants import first_drawn, is_among, retired
from bessemer.ladder.ladder import RatedMatch
from bessemer.ratings.rating import Ratings
from bessemer.ratings.scale import Figure
from bessemer.ratings.standings import standings


class LadderStanding(NamedTuple):
    """The standing of one player in a season."""

    player: str
    """A name, or `name:version`."""
    place: int
    """From 1; 0 for who is disqualified."""
    matches: int
    rating: Figure
    wins: Figure | None
    median_score: Figure | None
    faults: int
    is_retired: bool
    first_drawn: float
    """When its first match was drawn, in seconds since the epoch."""
    is_person: bool = False
    """Whether the organiser says that it is a person; follows from no history, and is not kept here."""


def ladder_standings(
    history: Sequence[RatedMatch], ratings: Ratings, disqualified: frozenset[str] = frozenset()
) -> list[LadderStanding]:
    """
    Who stands where after a history, of which `ratings` were made: the best first.

    Those who are disqualified come last and have no place.
    """
    results = [match.result for match in history if match.voided is None]
    table = ratings.table()
    figures = {player: table.rating(player).figure for player in ratings}
    given_up, first = retired(history), first_drawn(history)
    rows = standings(results, figures)
    out = {row.player for row in rows if is_among(row.player, disqualified)}
    rows.sort(key=lambda row: row.player in out)  # otherwise in the order in which they are
    return [
        LadderStanding(
            player=row.player,
            place=0 if row.player in out else place,
            matches=row.matches,
            rating=row.rating,
            wins=row.wins,
            median_score=row.median_score,
            faults=row.faults,
            is_retired=row.player in given_up,
            first_drawn=first[row.player],
        )
        for place, row in enumerate(rows, 1)
    ]


class SeasonStandings:
    """The standings of one season as its history grows."""

    def __init__(self) -> None:
        self.last = 0
        """The number of the last match that was read."""
        self.history: list[RatedMatch] = []
        self._ratings = Ratings()

    def add(
        self, history: Sequence[RatedMatch], disqualified: frozenset[str]
    ) -> list[LadderStanding]:
        """Read on; who stands where now."""
        for match in history:
            if match.voided is None:
                self._ratings.add(match.result)
            self.last = match.number
        self.history += history
        return ladder_standings(self.history, self._ratings, disqualified)
