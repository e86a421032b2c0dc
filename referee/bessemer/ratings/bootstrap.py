"""
Intervals for the batch fit, by drawing the blocks again.

What is independent are the blocks (or the matches that stand alone): a replicate draws as many of
them again, with replacement, and moves the fit by one step of Newton's method on what it drew.
The prior's centre is drawn again as well: players whom no match connects get the wide interval
that they deserve.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from bessemer.ratings.batch import (
    WEAK_PRIOR,
    Contest,
    Parameters,
    contests_of,
    fit,
    prior_information,
    slope_at,
)
from bessemer.ratings.linear import Matrix, cholesky, inverse, solved
from bessemer.ratings.results import Result, placement
from bessemer.ratings.scale import POINTS_PER_LOGIT, Z95, Figure, student_95

REPLICATES: Final = 500

# With fewer pairs won, or fewer lost, drawing again shows next to nothing of what else could have
# happened: a player who has only won has only won in every replicate.
_RARE: Final = 5


class _Part(NamedTuple):
    """What one unit adds to the gradient and to the information of the fit."""

    gradient: tuple[tuple[int, float], ...]
    information: tuple[tuple[int, int, float], ...]
    """The lower triangle."""


@dataclass(frozen=True, slots=True)
class BatchFit:
    """Strengths with their intervals."""

    parameters: Parameters
    figures: dict[str, Figure]
    """In points, by player, around a mean of 1500."""
    replicates: tuple[tuple[float, ...], ...]
    """The points of each replicate, in the order of `parameters.players`."""

    units: int
    """How many blocks, or matches that stand alone, there were."""


def fit_with_intervals(
    results: Sequence[Result],
    rng: random.Random,
    *,
    replicates: int = REPLICATES,
    prior: float = WEAK_PRIOR,
) -> BatchFit:
    """
    The batch fit of `results`, all of which must count; the same `rng` gives the same intervals.

    Raises:
        ValueError: no results, or no finite fit without a prior.
    """
    parameters = fit(results, prior)
    units: dict[str, list[Contest]] = {}
    for result, contest in zip(results, contests_of(results, parameters), strict=True):
        units.setdefault(result.unit, []).append(contest)
    parts = [_part(contests, parameters) for contests in units.values()]
    drawn = tuple(_replicate(parts, parameters, rng) for _ in range(replicates))
    curvature = _curvature(parts, parameters)
    rare = _rarely_won_or_lost(results)
    figures = {}
    for at, (player, value) in enumerate(parameters.points.items()):
        reach = _reach([each[at] for each in drawn], len(parts))
        if player in rare:
            reach = max(reach, Z95 * curvature[at])
        figures[player] = Figure(value, value - reach, value + reach)
    return BatchFit(parameters, figures, drawn, len(parts))


def _part(contests: Sequence[Contest], parameters: Parameters) -> _Part:
    pushes: dict[int, float] = {}
    known: dict[tuple[int, int], float] = {}
    for contest in contests:
        slope = slope_at(contest, parameters, parameters.values)
        for row, push, line in zip(contest.at, slope.gradient, slope.information, strict=True):
            pushes[row] = pushes.get(row, 0.0) + push
            for column, value in zip(contest.at, line, strict=True):
                if column <= row:
                    known[row, column] = known.get((row, column), 0.0) + value
    return _Part(
        tuple(pushes.items()), tuple((row, column, value) for (row, column), value in known.items())
    )


def _replicate(
    parts: Sequence[_Part], parameters: Parameters, rng: random.Random
) -> tuple[float, ...]:
    """The strengths in points after as many units were drawn again."""
    precision = parameters.precision
    if precision:
        deviation = 1 / math.sqrt(precision)
        pull = [precision * (rng.gauss(0.0, deviation) - value) for value in parameters.values]
    else:
        pull = [0.0] * len(parameters.values)
    weights = Counter(rng.choices(range(len(parts)), k=len(parts)))
    information = prior_information(parameters)
    for at, weight in weights.items():
        part = parts[at]
        for row, push in part.gradient:
            pull[row] += weight * push
        for row, column, value in part.information:
            information[row][column] += weight * value
    step = solved(cholesky(information), pull)
    moved = [value + by for value, by in zip(parameters.values, step, strict=True)]
    return tuple(parameters.centred(moved))


def _curvature(parts: Sequence[_Part], parameters: Parameters) -> list[float]:
    """Each player's deviation from the mean in points, by the information of all matches."""
    information = prior_information(parameters)
    for part in parts:
        for row, column, value in part.information:
            information[row][column] += value
    covariance: Matrix = inverse(cholesky(information))
    players = len(parameters.players)
    lines = [fmean(covariance[row][:players]) for row in range(players)]
    whole = fmean(lines)
    return [
        POINTS_PER_LOGIT * math.sqrt(max(covariance[at][at] - 2 * lines[at] + whole, 0.0))
        for at in range(players)
    ]


def _rarely_won_or_lost(results: Sequence[Result]) -> set[str]:
    """Who was placed above others, or below others, in fewer than five pairs of all."""
    above: defaultdict[str, float] = defaultdict(float)
    below: defaultdict[str, float] = defaultdict(float)
    for result in results:
        for player, rank in zip(result.players, result.ranks, strict=True):
            share = sum(placement(rank, other) for other in result.ranks) - 0.5
            above[player] += share
            below[player] += len(result.ranks) - 1 - share
    return {player for player in above if min(above[player], below[player]) < _RARE}


def _reach(values: Sequence[float], units: int) -> float:
    """Half of the interval of a figure with these replicates, of so many units drawn again."""
    return student_95(units - 1) * pstdev(values)
