"""
The batch fit: all matches at once, for final standings.

Maximum likelihood in the Plackett-Luce model with ties, with a weak normal prior around the mean,
so that who has only won stays finite. Unlike the running rating it does not care in which order
the matches were played, and it assumes that nobody changed.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bessemer.ratings.linear import Matrix, cholesky, solved
from bessemer.ratings.plackett_luce import Choices, Slope, choices_of, slope, tie_sizes_of
from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, POINTS_PER_LOGIT

WEAK_PRIOR: Final = 700.0
"""The prior's deviation in points: worth less than a fifth of one match of four."""

_STEPS: Final = 100
_CLOSE_ENOUGH: Final = 1e-9
# So many logits, odds of a million to one, are no strength: the fit was on its way to infinity.
_ABSURD: Final = 14.0


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is fitted: strengths in logits by player, and the logs of the tie weights by size."""

    players: tuple[str, ...]
    tie_sizes: tuple[int, ...]
    values: tuple[float, ...]
    """Players first, then ties."""
    prior: float
    """The deviation of the prior in points, infinite for none."""

    @property
    def precision(self) -> float:
        """How much the prior knows of each value."""
        return 0.0 if math.isinf(self.prior) else (POINTS_PER_LOGIT / self.prior) ** 2

    def centred(self, values: Sequence[float]) -> list[float]:
        """The strengths in `values` as points, their mean at the centre of the scale."""
        strengths = values[: len(self.players)]
        mean = math.fsum(strengths) / len(strengths)
        return [CENTRE + POINTS_PER_LOGIT * (strength - mean) for strength in strengths]

    @property
    def points(self) -> dict[str, float]:
        """Each player's strength in points."""
        return dict(zip(self.players, self.centred(self.values), strict=True))

    @property
    def ties(self) -> dict[int, float]:
        """The weight of a tie of so many."""
        logs = self.values[len(self.players) :]
        return {size: math.exp(log) for size, log in zip(self.tie_sizes, logs, strict=True)}


@dataclass(frozen=True, slots=True)
class Contest:
    """A match in the terms of the fit."""

    at: tuple[int, ...]
    """Where its players and the tie weights stand among the parameters."""
    players: int
    choices: Choices


def fit(results: Sequence[Result], prior: float = WEAK_PRIOR) -> Parameters:
    """
    The strengths under which `results`, all of which must count, are most likely.

    Raises:
        ValueError: no results, or no finite fit without a prior.
    """
    if not results:
        raise ValueError("without matches nobody has a strength")
    players = tuple(sorted({player for result in results for player in result.players}))
    sizes = tuple(sorted({size for result in results for size in tie_sizes_of(result.ranks)}))
    start = Parameters(players, sizes, (0.0,) * (len(players) + len(sizes)), prior)
    return _climb(contests_of(results, start), start)


def contests_of(results: Sequence[Result], parameters: Parameters) -> list[Contest]:
    """The results in the terms of the fit, in the same order."""
    at = {player: number for number, player in enumerate(parameters.players)}
    ties = tuple(len(at) + number for number in range(len(parameters.tie_sizes)))
    return [
        Contest(
            (*(at[player] for player in result.players), *ties),
            len(result.players),
            choices_of(result.ranks),
        )
        for result in results
    ]


def slope_at(contest: Contest, parameters: Parameters, values: Sequence[float]) -> Slope:
    """How likely a contest is at `values`, and how that changes with its own parameters."""
    ties: Mapping[int, float] = dict(
        zip(parameters.tie_sizes, values[len(parameters.players) :], strict=True)
    )
    return slope([values[at] for at in contest.at[: contest.players]], contest.choices, ties)


def prior_information(parameters: Parameters) -> Matrix:
    """What is known without any match; with it every common shift of all players is settled."""
    size, players = len(parameters.values), len(parameters.players)
    # Only differences matter: a pull of their mean to zero changes no fit, and makes the matrix
    # invertible without a prior too.
    matrix = [
        [1 / players if row < players and column < players else 0.0 for column in range(size)]
        for row in range(size)
    ]
    for row in range(size):
        matrix[row][row] += parameters.precision
    return matrix


def _climb(contests: Sequence[Contest], start: Parameters) -> Parameters:
    """Newton's method; the log-likelihood is concave, so what it finds is the highest point."""
    values = list(start.values)
    height, gradient, information = _everything(contests, start, values)
    for _ in range(_STEPS):
        step = solved(cholesky(information), gradient)
        # A common shift of all players is no change: without a prior rounding alone would drift.
        gain = sum(push * by for push, by in zip(gradient, step, strict=True))
        if gain < _CLOSE_ENOUGH**2:
            if not start.precision and max(map(abs, values)) > _ABSURD:
                break
            return Parameters(start.players, start.tie_sizes, tuple(values), start.prior)
        length = 1.0
        while True:
            there = [value + length * by for value, by in zip(values, step, strict=True)]
            new = _everything(contests, start, there)
            # The last steps gain less than rounding shows.
            if new[0] >= height - 1e-9 * abs(height) or length < 1e-6:
                break
            length /= 2
        values, (height, gradient, information) = there, new
    raise ValueError("some players only won or only lost: the fit needs a prior")


def _everything(
    contests: Sequence[Contest], parameters: Parameters, values: Sequence[float]
) -> tuple[float, list[float], Matrix]:
    """The log of the posterior, its gradient and its information at `values`."""
    precision, players = parameters.precision, len(parameters.players)
    mean = math.fsum(values[:players]) / players
    height = -(precision * math.fsum(value**2 for value in values) + players * mean**2) / 2
    gradient = [
        -precision * value - (mean if at < players else 0.0) for at, value in enumerate(values)
    ]
    information = prior_information(parameters)
    for contest in contests:
        part = slope_at(contest, parameters, values)
        height += part.value
        for row, push, line in zip(contest.at, part.gradient, part.information, strict=True):
            gradient[row] += push
            whole = information[row]
            for column, known in zip(contest.at, line, strict=True):
                whole[column] += known
    return height, gradient, information
