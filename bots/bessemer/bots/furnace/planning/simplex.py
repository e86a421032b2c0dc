"""
Linear programs small enough for plain Python: a dozen rows, some dozens of columns.

Only the duals are wanted. They are prices, and any prices give a valid bound in the planner: what
rounding does to them can cost time there, never correctness.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

_TINY: Final = 1e-9
_MOST_PIVOTS: Final = 400
# From here on the first column that gains is taken and not the best: that cannot go in circles.
_CAUTIOUS_FROM: Final = 100


class Program:
    """
    A linear program: the greatest gain within the supplies, none of which may be negative.

    Each column says what one of it gains, what it uses of which supply, and how many there can be.
    """

    def __init__(self, supplies: Iterable[float]) -> None:
        self.supplies = list(supplies)
        self._columns: list[tuple[float, Mapping[int, float], float]] = []

    def add_supply(self, amount: float) -> int:
        """One more supply; gives back its number."""
        self.supplies.append(amount)
        return len(self.supplies) - 1

    def add_column(self, gain: float, uses: Mapping[int, float], limit: float) -> None:
        self._columns.append((gain, uses, limit))

    def duals(self) -> list[float]:
        """The gain from one more of each supply, never less than nothing."""
        columns = self._columns
        rows = [[uses.get(row, 0.0) for _, uses, _ in columns] for row in range(len(self.supplies))]
        gains, limits = [gain for gain, _, _ in columns], [limit for _, _, limit in columns]
        return _duals(gains, rows, self.supplies, limits)


def _duals(
    gains: Sequence[float],
    rows: Sequence[Sequence[float]],
    supplies: Sequence[float],
    limits: Sequence[float],
) -> list[float]:
    """By the simplex method with bounds, from doing nothing on."""
    columns, height = len(gains), len(rows)
    table = [
        [*row, *(1.0 if number == place else 0.0 for place in range(height))]
        for number, row in enumerate(rows)
    ]
    reduced = [*gains, *(0.0 for _ in rows)]
    ceilings = [*limits, *(float("inf") for _ in rows)]
    direction = [1.0] * (columns + height)  # -1 for a column at its ceiling
    basis = list(range(columns, columns + height))
    levels = list(map(float, supplies))
    for pivot in range(_MOST_PIVOTS):
        entering = _entering(reduced, direction, basis, cautious=pivot >= _CAUTIOUS_FROM)
        if entering is None:
            break
        way = direction[entering]
        column = [row[entering] * way for row in table]
        step, leaving, at_ceiling = ceilings[entering], None, False
        for place, slope in enumerate(column):
            if slope > _TINY:
                room, is_full = levels[place] / slope, False
            elif slope < -_TINY:
                room, is_full = (levels[place] - ceilings[basis[place]]) / slope, True
            else:
                continue
            if room < step:
                step, leaving, at_ceiling = room, place, is_full
        levels = [level - slope * step for level, slope in zip(levels, column, strict=True)]
        if leaving is None:
            direction[entering] = -way
            continue
        direction[basis[leaving]] = -1.0 if at_ceiling else 1.0
        levels[leaving] = step if way > 0 else ceilings[entering] - step
        direction[entering] = 1.0
        basis[leaving] = entering
        reduced = _pivoted(table, reduced, leaving, entering)
    return [max(0.0, -price) for price in reduced[columns:]]


def _entering(
    reduced: Sequence[float], direction: Sequence[float], basis: Sequence[int], *, cautious: bool
) -> int | None:
    """The column outside the basis whose change gains most; none at the optimum."""
    best, entering = _TINY, None
    for column, (gain, way) in enumerate(zip(reduced, direction, strict=True)):
        if gain * way > best and column not in basis:
            if cautious:
                return column
            best, entering = gain * way, column
    return entering


def _pivoted(
    table: list[list[float]], reduced: list[float], leaving: int, entering: int
) -> list[float]:
    """The reduced gains after making `entering` basic in the row `leaving`; changes `table`."""
    pivot = table[leaving][entering]
    pivot_row = [value / pivot for value in table[leaving]]
    for place, row in enumerate(table):
        factor = row[entering]
        if place != leaving and factor:
            table[place] = [a - factor * b for a, b in zip(row, pivot_row, strict=True)]
    table[leaving] = pivot_row
    factor = reduced[entering]
    return [a - factor * b for a, b in zip(reduced, pivot_row, strict=True)]
