"""
How likely the ranking of a match is, and how that changes with strengths that are uncertain.

The model is Plackett and Luce's: first place is a choice among all, second among the rest, and so
on, each player with the weight exp(strength). Tied players might have been placed in any order:
their log-likelihood is the mean over all of these orders.

A player alone has lost to the field: to somebody of average strength, 0, of whom nothing is learnt.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from statistics import NormalDist
from typing import Final, NamedTuple

from bessemer.ratings.arrays import Array, Numbers, np

_JITTER: Final = 1e-10
"""Keeps a covariance invertible that is so only but for rounding."""


class Ranking(NamedTuple):
    """A ranking of seats that stand best first, as a sum over sets of them: see `ranking_of`."""

    placed: Array
    """By seat: how often its own strength counts."""
    sets: Array
    """A row for each set of two or more seats to choose from: 1.0 for those who are in it."""
    weights: Array
    """How often each set counts."""
    has_field: bool = False
    """Whether somebody of average strength can be chosen besides."""


@cache
def ranking_of(groups: tuple[int, ...]) -> Ranking:
    """
    The ranking in which groups of so many players tie, the best first.

    Its log-likelihood is `placed @ strengths - weights @ log(sets @ exp(strengths))`. Over all orders
    of a tied group every set of so many of it is left to choose from equally often.
    """
    seats = sum(groups)
    if seats == 1:
        return Ranking(np.zeros(1), np.ones((1, 1)), np.ones(1), has_field=True)
    placed, sets, weights, first = [1.0] * seats, [], [], 0
    for size in groups:
        below = range(first + size, seats)
        for left in range(1, size + 1):
            for some in combinations(range(first, first + size), left):
                share = 1 / comb(size, left)
                if len(members := (*some, *below)) == 1:
                    placed[members[0]] -= share  # the last one is no choice
                else:
                    sets.append([float(seat in members) for seat in range(seats)])
                    weights.append(share)
        first += size
    return Ranking(np.array(placed), np.array(sets), np.array(weights))


def groups_of(ranks: Sequence[int]) -> tuple[int, ...]:
    """How many share each place, the best first."""
    return tuple(list(ranks).count(rank) for rank in sorted(set(ranks)))


class Points(NamedTuple):
    """Points that stand for a standard normal distribution of as many numbers as there are seats."""

    at: Array
    are_fair: bool
    """Whether no seat is preferred to another."""


class Averages(NamedTuple):
    """Of the log-likelihood of matches under normal distributions of their players' strengths."""

    slope: Array
    """The mean of its gradient, by seat."""
    information: Array
    """The mean of its negative curvature, by seat and seat."""


def averages(mean: Array, covariance: Array, ranking: Ranking, points: Points) -> Averages:
    """
    The averages for any number of matches that ended with this ranking.

    Args:
        mean: the last axis are the seats, best first.
        covariance: the same with two such axes.
        ranking: how the matches ended.
        points: where to evaluate, see `normal_points`.
    """
    strengths = mean[..., None, :] + _away(covariance, points)
    best = strengths.max(-1, keepdims=True)  # relative to it nothing overflows
    worths = np.exp(strengths - best)
    chosen_from = worths @ ranking.sets.T
    if ranking.has_field:
        chosen_from = chosen_from + np.exp(-best)
    shares = worths[..., None, :] * ranking.sets / chosen_from[..., None]
    expected = (ranking.weights @ shares).mean(-2)
    shares *= np.sqrt(ranking.weights / len(points.at))[:, None]
    seats = mean.shape[-1]
    flat = shares.reshape(*mean.shape[:-1], -1, seats)
    information = -(np.swapaxes(flat, -1, -2) @ flat)
    information[..., range(seats), range(seats)] += expected
    return Averages(ranking.placed - expected, information)


def log_prediction(
    mean: Array, covariance: Array, places: Sequence[int], groups: tuple[int, ...], points: Points
) -> Array:
    """
    The log of how likely a match was to end so, before it was played.

    The seats stand in an order that does not depend on the result, and `places` names them from best
    to worst: so the chances of all results add up to one, whatever the points are. Of tied players
    it is not said who was better: the chance is the mean over all orders, which no spread is
    preferred by. (That of the model, with the mean of its logarithm, would be for small ones.)
    """
    strengths = mean[..., None, :] + _away(covariance, points)
    strengths = strengths - strengths.max(-1, keepdims=True)
    orders = np.array(places)[_orders_of(groups)]
    ranking = ranking_of((1,) * len(places))
    ranked = strengths[..., orders]
    chosen_from = np.exp(ranked) @ ranking.sets.T
    log = ranked @ ranking.placed - np.log(chosen_from) @ ranking.weights
    likely: Array = np.log(np.exp(log).mean((-1, -2)))
    return likely


@cache
def _orders_of(groups: tuple[int, ...]) -> Numbers:
    """The orders in which groups of so many may stand: all of them, of large groups all rotations."""
    orders: list[tuple[int, ...]] = [()]
    for size in groups:
        turns = list(permutations(range(size)) if size < 5 else _rotations(size))
        orders = [
            (*order, *(len(order) + place for place in turn)) for order in orders for turn in turns
        ]
    return np.array(orders)


def _away(covariance: Array, points: Points) -> Array:
    """The points, as far from the mean as the covariance says."""
    if points.are_fair:
        # The symmetric root prefers no seat either.
        squares, axes = np.linalg.eigh(covariance)
        root = (axes * np.sqrt(np.maximum(squares, 0))[..., None, :]) @ np.swapaxes(axes, -1, -2)
    else:
        root = np.linalg.cholesky(covariance + _JITTER * np.eye(covariance.shape[-1]))
    away: Array = points.at @ np.swapaxes(root, -1, -2)
    return away


@cache
def normal_points(seats: int, count: int) -> Points:
    """
    So many points (an even number) that stand for a standard normal distribution of `seats` numbers.

    Spread evenly, each with its opposite; their mean and covariance are exact.
    """
    half = _even_points(seats, count // 2)
    half = half @ np.linalg.inv(np.linalg.cholesky(half.T @ half / len(half))).T
    return Points(np.concatenate([half, -half]), are_fair=False)


@cache
def fair_points(seats: int) -> Points:
    """
    Points that prefer no seat: newcomers are equally likely to be placed in any order.

    About 48, each in all orders of its numbers; with five seats and more in all rotations.
    """
    turned = permutations(range(seats)) if seats < 5 else _rotations(seats)
    orders = list(turned)
    half = _even_points(seats, max(1, 24 // len(orders)))
    half = np.concatenate([half[:, order] for order in orders])
    sizes, axes = np.linalg.eigh(half.T @ half / len(half))
    half = half @ (axes / np.sqrt(sizes)) @ axes.T
    return Points(np.concatenate([half, -half]), are_fair=True)


def _rotations(seats: int) -> Iterator[tuple[int, ...]]:
    for first in range(seats):
        yield (*range(first, seats), *range(first))


def _even_points(seats: int, count: int) -> Array:
    """Points of a normal distribution that leave no gaps: by an additive recurrence."""
    step = 1.0
    for _ in range(60):  # to the root of x^(seats + 1) = x + 1
        step = (1 + step) ** (1 / (seats + 1))
    normal = NormalDist()
    return np.array(
        [
            [normal.inv_cdf((0.5 + number * step**-power) % 1) for power in range(1, seats + 1)]
            for number in range(1, count + 1)
        ]
    )
