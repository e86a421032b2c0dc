"""
The scale on which strengths are shown, and figures that carry their interval.

A difference of d points means an expected placement share of 1 / (1 + 10^(-d/400)): with 200
points more, a player is placed above the other in about 76 of 100 matches, ties counting half.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

CENTRE: Final = 1500.0
"""The mean of all players of a ladder, and what a player is given of whom nothing is known."""

POINTS_PER_LOGIT: Final = 400 / math.log(10)
"""A factor of e in the odds, in points."""

Z95: Final = NormalDist().inv_cdf(0.975)
"""How many deviations to each side a 95 % interval of a normal distribution reaches."""


class Figure(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def share_of(points: float) -> float:
    """The expected placement share of a player so many points ahead."""
    return 1 / (1 + 10 ** (-points / 400))


def points_of(share: float) -> float:
    """How many points ahead a player with this placement share is; infinite at 0 and 1."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return POINTS_PER_LOGIT * math.log(share / (1 - share))


def share_figure(values: Sequence[float]) -> Figure | None:
    """
    The mean of independent shares, each from 0 to 1, with a Wilson interval; `None` of none.

    Shares that vary less than wins and losses would (ties, means over a block) say more each:
    they count as as many wins and losses as would give their variance.
    """
    count = len(values)
    if not count:
        return None
    mean = math.fsum(values) / count
    size = float(count)
    if count > 1:
        variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
        if variance > 0:
            # Few values may by luck all lie close together: at most ten times their number.
            size = min(count * mean * (1 - mean) / variance, 10.0 * count)
    squared = Z95 * Z95
    middle = (mean + squared / (2 * size)) / (1 + squared / size)
    half = (
        Z95 / (1 + squared / size) * math.sqrt(mean * (1 - mean) / size + squared / (4 * size**2))
    )
    return Figure(mean, max(0.0, middle - half), min(1.0, middle + half))


def median_figure(values: Sequence[float]) -> Figure | None:
    """
    The median with an interval from the ordered values; `None` of none.

    The interval reaches from the k-th lowest to the k-th highest, with the largest k for which at
    least 95 % of all samples would hold the true median; with under six values it is all of them.
    """
    ordered = sorted(values)
    count = len(ordered)
    if not count:
        return None
    reach = max(_below_the_median(count) - 1, 0)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return Figure(middle, ordered[reach], ordered[count - 1 - reach])


def _below_the_median(count: int) -> int:
    """The largest k so that fewer than k of `count` values are below the median in under 2.5 %."""
    if count > 200:
        # The binomial distribution is normal by now, and its sum would be long.
        return int((count - Z95 * math.sqrt(count)) / 2)
    outside, below = 0.0, 0
    while (outside := outside + math.comb(count, below) / 2**count) <= 0.025:
        below += 1
    return below
