"""
What all matches of a ladder together say of its players' strengths, and how sure that is.

Strengths are normal around a common level, with a spread that is not known. For each spread of a grid
the posterior is the normal distribution nearest to it: the likelihood's slope and curvature are
averaged over that distribution and not taken at its top (variational inference; Laplace's method
is too sure of itself in the first matches). Spreads are weighted by a hyperprior, and by how likely
each made every match before it was played.

A match is taken in by fitting its seats alone; now and then, on a schedule that depends on the
history alone, all matches are fitted again.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from bessemer.ratings.arrays import Array, Numbers, np
from bessemer.ratings.likelihood import (
    Points,
    Ranking,
    averages,
    fair_points,
    log_prediction,
    normal_points,
    ranking_of,
)
from bessemer.ratings.match_history import Batch, MatchHistory
from bessemer.ratings.scale import POINTS_PER_LOGIT

SPREADS: Final = np.geomspace(25.0, 1600.0, 45) / POINTS_PER_LOGIT
"""By how much strengths may differ: the deviations of populations, in logits."""

_HYPERPRIOR: Final = -0.5 * (np.log(SPREADS * POINTS_PER_LOGIT / 450.0) / 0.7) ** 2
"""The log of how likely each is beforehand: 450 points, give or take a factor of two."""

_COARSEST: Final = 4
"""At first every fourth spread is looked at, a factor of 1.47 apart."""

_UNLIKELY: Final = 6.0
"""A spread that is less likely than the best by so many logs is believed in no more."""

_EARLY: Final = 3
"""With fewer matches a player strengths are so uncertain that averages need more points, and fair ones."""

_TURNS_OF_A_MATCH, _NEAR_IN_A_MATCH = 4, 0.05
_TURNS, _NEAR = 6, 0.02
_LONGEST_STEP: Final = 2.0


class Belief(NamedTuple):
    """In points, relative to the mean of all players: rows for each spread, and their weights."""

    mean: Array
    deviation: Array
    weight: Array

    def some(self, players: Sequence[int]) -> "Belief":
        """What is believed of these players alone."""
        return Belief(self.mean[:, players], self.deviation[:, players], self.weight)


class Posterior(ABC):
    """The posterior of one ladder. Players are numbers, from 0 in the order of their first matches."""

    def __init__(self) -> None:
        self.players = 0
        self.history = MatchHistory()
        self.live: Numbers = np.arange(0, len(SPREADS), _COARSEST)
        """Which of the spreads are believed in, and their neighbours."""
        self.stride = _COARSEST
        """How far apart these are."""
        self.evidence = np.zeros(len(self.live))
        """The log of how likely each of them made all matches; less than any number if not known yet."""
        self.mean = np.zeros((len(self.live), 0))
        self.next_fit = 0.0

    # ----------------------------------------------------------------- what depends on the size

    @abstractmethod
    def _grow(self, new: int) -> None:
        """Newcomers are believed to be what the population is."""

    @abstractmethod
    def _covariance_of(self, batch: Batch) -> Array:
        """The covariances of the players of matches, by spread and match."""

    @abstractmethod
    def _carry(self, seats: list[int], moved: Array, after: Array) -> None:
        """The players of a match move and have a new covariance: so do and have others."""

    @abstractmethod
    def _step(self, prior: Array) -> Array:
        """Renew the covariances; where to all players move."""

    @abstractmethod
    def _variances(self) -> Array:
        """Of each player, by spread, around the population's level."""

    @abstractmethod
    def _choose(self, nearest: Numbers) -> None:
        """Continue with the covariances of these rows."""

    @abstractmethod
    def belief(self) -> Belief:
        """What is believed of all players."""

    # ---------------------------------------------------------------------- what all have alike

    @property
    def spreads(self) -> Array:
        """Those that are live."""
        return SPREADS[self.live]

    def add(self, order: tuple[int, ...], groups: tuple[int, ...]) -> None:
        """
        Take in a match: its players, the best first, and how many share each place.

        A player alone has lost without a match; that says nothing of how far apart players are.
        """
        new = max(order) + 1 - self.players
        if new > 0:
            self.players += new
            self.mean = np.pad(self.mean, ((0, 0), (0, new)))
            self._grow(new)
        self.history.add(order, groups)
        ranking = ranking_of(groups)
        if len(order) > 1:
            self._weigh(order, groups)
        seats = list(order)
        before = self._covariance_of(Batch(ranking, np.array([seats])))[:, 0]
        points = self._points(len(seats))
        moved, after = _after_a_match(self.mean[:, seats], before, ranking, points)
        self._carry(seats, moved, after)
        if self.history.seats >= self.next_fit:
            self.refit()
            self.next_fit = 1.25 * self.history.seats + 0.5 * self.players

    def _weigh(self, order: tuple[int, ...], groups: tuple[int, ...]) -> None:
        """Believe more in the spreads that made a match likely."""
        seats = sorted(order)
        covariance = self._covariance_of(Batch(ranking_of(groups), np.array([seats])))[:, 0]
        points = self._points(len(seats))
        places = [seats.index(player) for player in order]
        predicted = log_prediction(self.mean[:, seats], covariance, places, groups, points)
        self.evidence = self.evidence + predicted

    def refit(self) -> None:
        """Fit all matches again, from where the fit is now."""
        prior = 1 / self.spreads[:, None] ** 2
        for turn in range(_TURNS):
            step = _shortened(self._step(prior))
            self.mean = self.mean + step
            if turn and np.abs(step).max() < _NEAR:
                break
        self._weigh_new(prior)
        self._choose_live()

    def newcomer(self) -> Belief:
        """What is believed of a player who has not played."""
        deviation = POINTS_PER_LOGIT * self.spreads[:, None]
        return Belief(np.zeros_like(deviation), deviation, self._weight)

    def _points(self, seats: int) -> Points:
        if self.history.seats < _EARLY * self.players:
            return fair_points(seats)
        return normal_points(seats, max(16, 2 * seats))

    def _averages(self, batch: Batch) -> tuple[Array, Array]:
        """Of each match of a batch, by spread: the slopes and the information."""
        points = self._points(batch.players.shape[1])
        return averages(
            self.mean[:, batch.players], self._covariance_of(batch), batch.ranking, points
        )

    def _choose_live(self) -> None:
        """
        Continue with the spreads that are likely enough, and with their neighbours.

        Where few are, the grid gets finer; where the best is at its edge, as when much stronger
        players have joined, it gets coarser, and so reaches further.
        """
        likely = self.evidence + _HYPERPRIOR[self.live]
        kept = self.live[likely > likely.max() - _UNLIKELY]
        best = self.live[likely.argmax()]
        if best in (self.live[0], self.live[-1]) and best not in (0, len(SPREADS) - 1):
            self.stride = min(2 * self.stride, _COARSEST)
        elif len(kept) < 3:
            self.stride = max(self.stride // 2, 1)
        near = np.concatenate([kept - self.stride, kept, kept + self.stride])
        wanted = np.unique(np.clip(near, 0, len(SPREADS) - 1))
        nearest = np.abs(wanted[:, None] - self.live).argmin(1)
        is_new = self.live[nearest] != wanted
        self.evidence = np.where(is_new, -np.inf, self.evidence[nearest])
        self.live, self.mean = wanted, self.mean[nearest]
        self._choose(nearest)

    def _weigh_new(self, prior: Array) -> None:
        """
        Find the evidence of spreads that are new, from that of their neighbours.

        By how much it grows with the log of the spread is known at each of them: the mean square of the
        strengths by that of the population, less one, for every player.
        """
        growth = ((self.mean**2 + self._variances()) * prior).sum(1) - self.players
        at = np.log(self.spreads)
        known = np.flatnonzero(np.isfinite(self.evidence))
        for new in np.flatnonzero(~np.isfinite(self.evidence)):
            near = known[np.abs(known - new).argmin()]
            step = at[new] - at[near]
            self.evidence[new] = self.evidence[near] + step * (growth[new] + growth[near]) / 2

    @property
    def _weight(self) -> Array:
        likely = self.evidence + _HYPERPRIOR[self.live]
        weight: Array = np.exp(likely - likely.max())
        total: float = weight.sum()
        return weight / total


def _after_a_match(
    mean: Array, covariance: Array, ranking: Ranking, points: Points
) -> tuple[Array, Array]:
    """How far the players of a match move, and their new covariance: the nearest normal distribution."""
    precision = _inverses(covariance)
    moved, after = np.zeros_like(mean), covariance
    for _ in range(_TURNS_OF_A_MATCH):
        slope, information = averages(mean + moved, after, ranking, points)
        after = _inverses(precision + information)
        step = _shortened(_times(after, slope - _times(precision, moved)))
        moved = moved + step
        if np.abs(step).max() < _NEAR_IN_A_MATCH:
            break
    return moved, after


def _times(matrix: Array, vector: Array) -> Array:
    """Matrix times vector for each of many."""
    product: Array = (matrix @ vector[..., None])[..., 0]
    return product


def _inverses(matrix: Array) -> Array:
    """The inverse of each of many matrices."""
    found: Array = np.linalg.inv(matrix).astype(np.float64, copy=False)
    return found


def _shortened(step: Array) -> Array:
    """The rows, each scaled so that nobody moves too far: far away the curvature says little."""
    longest = np.abs(step).max(-1, keepdims=True)
    scale: Array = np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, 1e-9))
    return step * scale


class DensePosterior(Posterior):
    """With the covariances of all players: for ladders of up to a few hundred."""

    def __init__(self) -> None:
        super().__init__()
        self.covariance: Array = np.zeros((len(self.live), 0, 0))

    def _grow(self, new: int) -> None:
        self.covariance = np.pad(self.covariance, ((0, 0), (0, new), (0, new)))
        for at in range(self.players - new, self.players):
            self.covariance[:, at, at] = self.spreads**2

    def _covariance_of(self, batch: Batch) -> Array:
        rows = batch.players
        return self.covariance[:, rows[:, :, None], rows[:, None, :]]

    def _carry(self, seats: list[int], moved: Array, after: Array) -> None:
        before = self.covariance[:, seats][:, :, seats]
        carried = self.covariance[:, :, seats] @ _inverses(before)
        self.mean += _times(carried, moved)
        self.covariance -= carried @ (before - after) @ np.swapaxes(carried, 1, 2)

    def _step(self, prior: Array) -> Array:
        players, spreads = self.players, len(self.live)
        slope = -self.mean * prior
        information = np.zeros((spreads, players * players))
        for batch in self.history.batches():
            rows = batch.players
            slopes, known = self._averages(batch)
            pairs = (rows[:, :, None] * players + rows[:, None, :]).ravel()
            for at in range(spreads):
                slope[at] += np.bincount(rows.ravel(), slopes[at].ravel(), players)
                information[at] += np.bincount(pairs, known[at].ravel(), players * players)
        information[:, :: players + 1] += prior
        self.covariance = _inverses(information.reshape(spreads, players, players))
        return _times(self.covariance, slope)

    def _variances(self) -> Array:
        return np.diagonal(self.covariance, axis1=1, axis2=2)

    def _choose(self, nearest: Numbers) -> None:
        self.covariance = self.covariance[nearest]

    def belief(self) -> Belief:
        """Relative to the mean of all: the uncertainty of that belongs to no player."""
        level = self.covariance.mean(2)
        variances = self._variances() - 2 * level + level.mean(1, keepdims=True)
        mean = self.mean - self.mean.mean(1, keepdims=True)
        return Belief(POINTS_PER_LOGIT * mean, POINTS_PER_LOGIT * np.sqrt(variances), self._weight)
