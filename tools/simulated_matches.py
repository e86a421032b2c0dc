"""Matches of players of known strength, for the simulations that prove the ratings and the tests."""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from statistics import NormalDist
from typing import Final

from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, POINTS_PER_LOGIT

TIES: Final[Mapping[int, float]] = {2: 0.1, 3: 0.03, 4: 0.01}
"""The weights of ties of so many: of two equals in a match of four about 5 % are tied."""

Luck = Callable[[], float]
"""Answers with numbers in [0, 1)."""

_NORMAL: Final = NormalDist()


def drawn_ranks(points: Sequence[float], ties: Mapping[int, float], luck: Luck) -> tuple[int, ...]:
    """The ranks of one match in the Plackett-Luce model with ties."""
    worths = [math.exp((value - CENTRE) / POINTS_PER_LOGIT) for value in points]
    ranks = [0] * len(points)
    rest = tuple(range(len(points)))
    while rest:
        sets = _weighted_sets(rest, worths, ties)
        left = luck() * sum(weight for _, weight in sets)
        members = next((each for each, weight in sets if (left := left - weight) < 0), sets[-1][0])
        for at in members:
            ranks[at] = 1 + len(points) - len(rest)
        rest = tuple(at for at in rest if at not in members)
    return tuple(ranks)


def close_ranks(points: Sequence[float], grain: float, rng: random.Random) -> tuple[int, ...]:
    """
    The ranks of one match in which performances are tied that fall into the same `grain` points.

    Without ties it is the same model; here ties come from close matches alone.
    """
    scores = [
        (value - POINTS_PER_LOGIT * math.log(-math.log(1 - rng.random()))) // grain
        for value in points
    ]
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def all_ranks(
    points: Sequence[float], ties: Mapping[int, float]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every ranking that a match can end with, and how likely it is."""
    worths = [math.exp((value - CENTRE) / POINTS_PER_LOGIT) for value in points]

    def rest_of(
        rest: tuple[int, ...], ranks: dict[int, int], likely: float
    ) -> Iterator[tuple[tuple[int, ...], float]]:
        if not rest:
            yield tuple(ranks[at] for at in range(len(points))), likely
            return
        sets = _weighted_sets(rest, worths, ties)
        total = sum(weight for _, weight in sets)
        for members, weight in sets:
            others = tuple(at for at in rest if at not in members)
            placed = ranks | dict.fromkeys(members, 1 + len(points) - len(rest))
            yield from rest_of(others, placed, likely * weight / total)

    yield from rest_of(tuple(range(len(points))), {}, 1.0)


def _weighted_sets(
    rest: tuple[int, ...], worths: Sequence[float], ties: Mapping[int, float]
) -> list[tuple[tuple[int, ...], float]]:
    """Who may come next, tied if several, and with what weight."""
    return [
        (members, weight * math.prod(worths[at] for at in members) ** (1 / size))
        for size, weight in ((1, 1.0), *ties.items())
        for members in combinations(rest, size)
    ]


def lucks_alike(draws: int, alike: float, rng: random.Random) -> Iterator[Luck]:
    """
    The luck of one match after the other of a block, of so many draws at most.

    By itself each is uniform; the nearer `alike` is to 1, the more all of them have in common.
    """
    shared = [rng.gauss(0.0, 1.0) for _ in range(draws)]
    while True:
        yield partial(_luck, iter(shared), alike, rng)


def _luck(shared: Iterator[float], alike: float, rng: random.Random) -> float:
    own = rng.gauss(0.0, 1.0)
    return _NORMAL.cdf(math.sqrt(alike) * next(shared) + math.sqrt(1 - alike) * own)


def drawn_block(
    truth: Mapping[str, float],
    seats: int,
    matches: int,
    *,
    name: str,
    rng: random.Random,
    alike: float = 0.0,
    grain: float = 0.0,
) -> list[Result]:
    """A block among random players; with a `grain` only close performances tie."""
    players = tuple(sorted(rng.sample(sorted(truth), seats)))
    points = [truth[player] for player in players]
    lucks = lucks_alike(seats, alike, rng)
    return [
        Result(
            f"{name}/{number}",
            players,
            close_ranks(points, grain, rng) if grain else drawn_ranks(points, TIES, luck),
            block=name,
        )
        for number, luck in zip(range(matches), lucks, strict=False)
    ]


def drawn_truth(players: int, spread: float, rng: random.Random) -> dict[str, float]:
    """The strengths of so many players in points, normal around a mean of exactly 1500."""
    points = [rng.gauss(0.0, spread) for _ in range(players)]
    mean = math.fsum(points) / players
    return {f"player-{at:03}": CENTRE + value - mean for at, value in enumerate(points)}
