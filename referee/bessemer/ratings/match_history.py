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
        self._full: list[Batch] = []
        self._orders: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        """Those that do not fill a batch yet, by ranking."""

    def add(self, order: tuple[int, ...], groups: tuple[int, ...]) -> None:
        """A match: its players, the best first, and how many share each place."""
        self.seats += len(order)
        orders = self._orders.setdefault(groups, [])
        orders.append(order)
        if len(orders) == _AT_ONCE:
            self._full.append(_batch(groups, self._orders.pop(groups)))

    def batches(self) -> Iterator[Batch]:
        """All of them, in parts of a bounded size."""
        yield from self._full
        for groups, orders in self._orders.items():
            yield _batch(groups, orders)


def _batch(groups: tuple[int, ...], orders: list[tuple[int, ...]]) -> Batch:
    return Batch(ranking_of(groups), np.array(orders, dtype=np.intp))
