"""Matches among players of known strength, for tests of the ratings."""

import math
import random
from collections.abc import Mapping, Sequence

from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, POINTS_PER_LOGIT
from tools.ratings.sequential import drawn_ranks, lucks_alike


def drawn_truth(players: int, spread: float, rng: random.Random) -> dict[str, float]:
    """The strengths of so many players in points, normal around a mean of exactly 1500."""
    points = [rng.gauss(0.0, spread) for _ in range(players)]
    mean = math.fsum(points) / players
    return {f"player-{at:03}": CENTRE + value - mean for at, value in enumerate(points)}


def drawn_block(
    truth: Mapping[str, float],
    seats: int,
    matches: int,
    *,
    name: str,
    rng: random.Random,
    grain: float = 0.0,
) -> list[Result]:
    """A block among random players; with a `grain` only close performances tie."""
    players = tuple(sorted(rng.sample(sorted(truth), seats)))
    points = [truth[player] for player in players]
    lucks = lucks_alike(seats, 0.0, rng)
    return [
        Result(
            f"{name}/{number}",
            players,
            _close_ranks(points, grain, rng) if grain else drawn_ranks(points, luck),
            block=name,
        )
        for number, luck in zip(range(matches), lucks, strict=False)
    ]


def _close_ranks(points: Sequence[float], grain: float, rng: random.Random) -> tuple[int, ...]:
    """
    The ranks of one match in which performances in the same `grain` points are tied.

    Without ties it is the same model; here ties come from close matches alone.
    """
    scores = [
        (value - POINTS_PER_LOGIT * math.log(-math.log(1 - rng.random()))) // grain
        for value in points
    ]
    return tuple(1 + sum(other > score for other in scores) for score in scores)
