"""The matches of a ladder as arrays of players' numbers, for the fits that go over all of them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bessemer.ratings.arrays import Numbers, np
from bessemer.ratings.likelihood import Ranking, ranking_of

_AT_ONCE: Final = 1_000
"""So many matches are worked on at once: what that needs is bounded, and so is each step's time."""


class Batch(NamedTuple):
    """Matches that ended with the same ranking."""

    ranking: Ranking
    players: Numbers
    """A row for each match: the numbers of its players, the best first."""


class MatchHistory:
    """All matches so far."""

    def __init__(self) -> None:
        self.seats = 0
        """Of all matches together."""
        self._orders: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def add(self, order: tuple[int, ...], groups: tuple[int, ...]) -> None:
        """A match: its players, the best first, and how many share each place."""
        self.seats += len(order)
        self._orders.setdefault(groups, []).append(order)

    def batches(self) -> Iterator[Batch]:
        """All of them, in parts of a bounded size."""
        for groups, orders in self._orders.items():
            for first in range(0, len(orders), _AT_ONCE):
                rows = np.array(orders[first : first + _AT_ONCE], dtype=np.intp)
                yield Batch(ranking_of(groups), rows)
