"""Swiss: in every round those meet who stand level and have not met, over a few rounds."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from bessemer.ladder.formats.grouping import Groups, grouped, pairs_avoiding
from bessemer.ladder.formats.seating import Round, SeatHistory, require_enough
from bessemer.ratings.results import Result, placement_share

# A second meeting is worse than any difference in points, a third worse than many second ones.
_REMATCH: Final = 1e6


class SwissRow(NamedTuple):
    """Where a player stands."""

    player: str
    points: float
    """Placement shares added up: a match or block gives 0 to 1."""
    opponents: float
    """The points of all opponents, added up: among equals, stronger opponents rank a player higher."""
    byes: int


class Swiss:
    """
    A Swiss tournament: ask for a round, record its results, and again.

    Who cannot be seated because the numbers do not come out even has a bye: the last in the table
    of those with fewest byes. A bye is worth a win, as in chess.
    """

    def __init__(
        self, seeds: Sequence[str], seats: int, rng: random.Random, *, bye_points: float = 1.0
    ) -> None:
        require_enough(seeds, seats)
        self._seats: Final = seats
        self._rng: Final = rng
        self._bye_points: Final = bye_points
        self._seed = {player: number for number, player in enumerate(seeds)}
        self._points = dict.fromkeys(seeds, 0.0)
        self._byes: Counter[str] = Counter()
        self._met: Counter[frozenset[str]] = Counter()
        self._history = SeatHistory()

    def next_round(self) -> Round:
        """The next round; those whom it seats count as having met, and byes as given."""
        order = [row.player for row in self.table()]
        out = len(order) % self._seats
        order.reverse()
        resting = sorted(order, key=lambda player: self._byes[player])[:out]
        order.reverse()
        for player in resting:
            self._byes[player] += 1
            self._points[player] += self._bye_points
        groups = self._groups([player for player in order if player not in resting])
        for group in groups:
            self._met.update(frozenset(pair) for pair in combinations(group, 2))
        return Round(self._history.seat_all(groups, self._rng), tuple(resting))

    def record(self, results: Iterable[Result]) -> None:
        """Add the points of the matches of one seating or block: their mean for each player."""
        matches = list(results)
        for result in matches:
            for seat, player in enumerate(result.players):
                self._points[player] += placement_share(result.ranks, seat) / len(matches)

    def table(self) -> list[SwissRow]:
        """The players, the best first: by points, then by their opponents' points, then by seed."""
        strength: Counter[str] = Counter()
        for pair, times in self._met.items():
            one, two = sorted(pair)
            # A Counter of floats: its type says int, and adding does not mind.
            strength[one] += times * self._points[two]  # type: ignore[assignment]
            strength[two] += times * self._points[one]  # type: ignore[assignment]
        rows = [
            SwissRow(player, points, float(strength[player]), self._byes[player])
            for player, points in self._points.items()
        ]
        rows.sort(key=lambda row: (-row.points, -row.opponents, self._seed[row.player]))
        return rows

    def _groups(self, order: Sequence[str]) -> Groups:
        groups = grouped(order, self._seats, self._cost)
        if self._seats == 2 and any(self._have_met(*pair) for pair in groups):
            # Exchanges alone can be stuck when nearly all have met; then look at everything.
            pairs = pairs_avoiding(order, self._have_met)
            if pairs is not None:
                return pairs
        return groups

    def _have_met(self, one: str, two: str) -> bool:
        return self._met[frozenset((one, two))] > 0

    def _cost(self, one: str, two: str) -> float:
        times = self._met[frozenset((one, two))]
        return _REMATCH * times**2 + (self._points[one] - self._points[two]) ** 2
