"""
The Plackett-Luce model with ties: how likely a ranking is, given the players' strengths.

A ranking is a row of choices: who is first among all, who is next among the rest, and so on. A set
S of players is chosen, and is tied if it has several, with a probability proportional to

    tie(|S|) * (product of their worths) ^ (1 / |S|)

where worth = exp(strength) and tie(1) = 1 (Turner, van Etten, Firth and Kosmidis, "Modelling
rankings in R: the PlackettLuce package", Computational Statistics 35, 2020). For two players it is
Davidson's model, and without ties Bradley and Terry's.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

Choices = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Of each choice who was chosen and out of whom, by their place in the match."""


class Slope(NamedTuple):
    """How the log-likelihood of a match changes with its parameters: players, then tie weights."""

    value: float
    gradient: list[float]
    information: list[list[float]]
    """The Hessian with its sign turned: positive semidefinite."""


def choices_of(ranks: Sequence[int]) -> Choices:
    """The choices that make a ranking; the last player alone is no choice."""
    rest = tuple(range(len(ranks)))
    choices = []
    while len(rest) > 1:
        best = min(ranks[place] for place in rest)
        chosen = tuple(place for place in rest if ranks[place] == best)
        choices.append((chosen, rest))
        rest = tuple(place for place in rest if ranks[place] != best)
    return tuple(choices)


def tie_sizes_of(ranks: Sequence[int]) -> set[int]:
    """How many are tied in each tie of a ranking."""
    return {len(chosen) for chosen, _ in choices_of(ranks) if len(chosen) > 1}


def slope(strengths: Sequence[float], choices: Choices, ties: Mapping[int, float]) -> Slope:
    """The log-likelihood of one match, its gradient and information; `ties` are logs, by size."""
    players = len(strengths)
    sizes = tuple(sorted(ties))
    at_size = {size: players + number for number, size in enumerate(sizes)}
    count = players + len(sizes)
    value = 0.0
    gradient = [0.0] * count
    information = [[0.0] * count for _ in range(count)]
    for chosen, rest in choices:
        sets = _sets(rest, sizes)
        logs = [
            sum(strengths[place] for place in members) / len(members) + ties.get(len(members), 0.0)
            for members in sets
        ]
        highest = max(logs)
        weights = [math.exp(log - highest) for log in logs]
        total = sum(weights)
        value += logs[sets.index(chosen)] - highest - math.log(total)
        mean = [0.0] * count
        for members, weight in zip(sets, weights, strict=True):
            features = _features(members, at_size.get(len(members)))
            probability = weight / total
            for row, left in features:
                mean[row] += probability * left
                line = information[row]
                for column, right in features:
                    line[column] += probability * left * right
        for row, left in _features(chosen, at_size.get(len(chosen))):
            gradient[row] += left
        for row, left in enumerate(mean):
            gradient[row] -= left
            if left:
                line = information[row]
                for column, right in enumerate(mean):
                    line[column] -= left * right
    return Slope(value, gradient, information)


@cache
def _sets(rest: tuple[int, ...], tie_sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All who may be chosen: each alone, and each set as large as ties are."""
    return tuple(members for size in (1, *tie_sizes) for members in combinations(rest, size))


@cache
def _features(members: tuple[int, ...], tie_at: int | None) -> tuple[tuple[int, float], ...]:
    """Which parameters the log-weight of a set is made of, and how much of each."""
    shares = tuple((place, 1 / len(members)) for place in members)
    return shares if tie_at is None else (*shares, (tie_at, 1.0))
