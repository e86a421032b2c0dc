"""Swiss: in every round those meet who stand level and have not met, over a few rounds."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from bessemer.ladder.formats.grouping import Groups, grouped, pairs_avoiding
from bessemer.ladder.formats.meetings import Meeting, PlayedRound
from bessemer.ladder.formats.points_table import PointsRow, points_table
from bessemer.ladder.formats.seating import Round, SeatHistory, require_enough

# A second meeting is worse than any difference in points, a third worse than many second ones.
_REMATCH: Final = 1e6


class Swiss:
    """
    A Swiss tournament: ask for a round, record its results, and again.

    Who cannot be seated because the numbers do not come out even has a bye: the last in the table
    of those with fewest byes. A bye is worth a win, as in chess.
    """

    def __init__(self, seeds: Sequence[str], seats: int, rng: random.Random) -> None:
        require_enough(seeds, seats)
        self._seats: Final = seats
        self._rng: Final = rng
        self._seeds: Final = tuple(seeds)
        self._byes: Counter[str] = Counter()
        self._rounds: list[PlayedRound] = []
        self._met: Counter[frozenset[str]] = Counter()
        self._history = SeatHistory()

    def next_round(self) -> Round:
        """The next round; those whom it seats count as having met, and byes as given."""
        table = self.table()
        order = [row.player for row in table]
        points = {row.player: float(row.points) for row in table}
        out = len(order) % self._seats
        order.reverse()
        resting = sorted(order, key=lambda player: self._byes[player])[:out]
        order.reverse()
        self._byes.update(resting)
        self._rounds.append(PlayedRound((), tuple(resting)))
        groups = self._groups([player for player in order if player not in resting], points)
        for group in groups:
            self._met.update(frozenset(pair) for pair in combinations(group, 2))
        return Round(self._history.seat_all(groups, self._rng), tuple(resting))

    def record(self, meeting: Meeting) -> None:
        """Add a meeting that is over to the round that was drawn last."""
        meetings, byes = self._rounds[-1]
        self._rounds[-1] = PlayedRound((*meetings, meeting), byes)

    def table(self) -> list[PointsRow]:
        """The players, the best first."""
        return points_table(self._seeds, self._rounds)

    def _groups(self, order: Sequence[str], points: Mapping[str, float]) -> Groups:
        def cost(one: str, two: str) -> float:
            times = self._met[frozenset((one, two))]
            return _REMATCH * times**2 + (points[one] - points[two]) ** 2

        groups = grouped(order, self._seats, cost)
        if self._seats == 2 and any(self._have_met(*pair) for pair in groups):
            # Exchanges alone can be stuck when nearly all have met; then look at everything.
            pairs = pairs_avoiding(order, self._have_met)
            if pairs is not None:
                return pairs
        return groups

    def _have_met(self, one: str, two: str) -> bool:
        return self._met[frozenset((one, two))] > 0
