"""
The posterior of a large ladder, in which most players have never met.

The information is a sparse matrix, so all matches are fitted by conjugate gradients, and what is
needed of its inverse is approximated: variances to within one per cent, covariances of players
who met. Between two fits a match changes what is believed of its own players alone.
"""

from typing import Final, NamedTuple, Self

from bessemer.ratings.arrays import Array, Numbers, np
from bessemer.ratings.match_history import Batch
from bessemer.ratings.posterior import Belief, DensePosterior, Posterior
from bessemer.ratings.scale import POINTS_PER_LOGIT

MOST_DENSE: Final = 200
"""With more players a posterior is sparse."""
_CLOSE: Final = 1e-8
_MOST_STEPS: Final = 200


def of_size(posterior: Posterior | None, players: int) -> Posterior:
    """The posterior, dense or sparse, that so many players need; it continues the old one."""
    if posterior is None:
        return DensePosterior()
    if isinstance(posterior, DensePosterior) and players > MOST_DENSE:
        return SparsePosterior.of(posterior)
    return posterior


class SparseMatrix(NamedTuple):
    """A symmetric matrix of which most entries are 0."""

    diagonal: Array
    left: Numbers
    right: Numbers
    """Where the other entries are; each pair stands here once."""
    between: Array

    def times(self, vector: Array) -> Array:
        """The product with a vector."""
        size = len(vector)
        product: Array = self.diagonal * vector
        product += np.bincount(self.left, self.between * vector[self.right], size)
        product += np.bincount(self.right, self.between * vector[self.left], size)
        return product

    def solved(self, wanted: Array) -> Array:
        """The vector whose product is `wanted`: by conjugate gradients, preconditioned by the diagonal."""
        found, rest = np.zeros_like(wanted), wanted
        eased = rest / self.diagonal
        towards, size = eased, float(rest @ eased)
        enough = size * _CLOSE**2
        for _ in range(_MOST_STEPS):
            if size <= enough:
                break
            there = self.times(towards)
            length = size / float(towards @ there)
            found, rest = found + length * towards, rest - length * there
            eased, former = rest / self.diagonal, size
            size = float(rest @ eased)
            towards = eased + size / former * towards
        return found

    @property
    def inverse_diagonal(self) -> Array:
        """About the diagonal of the inverse: exact but for paths of three and more entries."""
        squares = self.between**2
        size = len(self.diagonal)
        less = np.bincount(self.left, squares / self.diagonal[self.right], size)
        less += np.bincount(self.right, squares / self.diagonal[self.left], size)
        return 1 / (self.diagonal - less)

    @property
    def inverse_correlation(self) -> Array:
        """About the inverse's correlations where the matrix has entries: to the first order in these."""
        return -self.between / np.sqrt(self.diagonal[self.left] * self.diagonal[self.right])


class SparsePosterior(Posterior):
    """With variances, and with the covariances of those who met."""

    def __init__(self) -> None:
        super().__init__()
        self._variance = np.zeros((len(self.live), 0))
        self._keys: Numbers = np.zeros(0, dtype=np.intp)
        """Which pairs have met: one number for each, in order."""
        self._correlation = np.zeros((len(self.live), 0))
        """Of these."""

    @classmethod
    def of(cls, dense: DensePosterior) -> Self:
        """Continue a dense one that has become too large."""
        sparse = cls()
        sparse.players, sparse.history = dense.players, dense.history
        sparse.live, sparse.evidence, sparse.mean = dense.live, dense.evidence, dense.mean
        sparse._variance = np.diagonal(dense.covariance, axis1=1, axis2=2).copy()
        sparse._correlation = np.zeros((len(dense.live), 0))
        sparse.stride, sparse.next_fit = dense.stride, dense.next_fit
        return sparse

    def _grow(self, new: int) -> None:
        fresh = np.repeat(self.spreads[:, None] ** 2, new, axis=1)
        self._variance = np.concatenate([self._variance, fresh], axis=1)

    def _covariance_of(self, batch: Batch) -> Array:
        rows, seats = batch.players, batch.players.shape[1]
        covariance = np.zeros((len(self.live), *rows.shape, seats))
        covariance[:, :, range(seats), range(seats)] = self._variance[:, rows]
        if len(rows) > 1:  # of a match that is new its players count as independent
            one, two = np.triu_indices(seats, 1)
            known = self._correlation[:, self._places(rows)]
            deviation = np.sqrt(self._variance[:, rows])
            known = known * deviation[:, :, one] * deviation[:, :, two]
            covariance[:, :, one, two] = covariance[:, :, two, one] = known
        return covariance

    def _places(self, rows: Numbers) -> Numbers:
        """Where the pairs of matches are among all that have met."""
        return np.searchsorted(self._keys, _keys_of(rows))

    def _carry(self, seats: list[int], moved: Array, after: Array) -> None:
        self.mean[:, seats] += moved
        self._variance[:, seats] = np.diagonal(after, axis1=1, axis2=2)

    def refit(self) -> None:
        """Fit all matches again, those too whose players had not met before."""
        keys = [_keys_of(batch.players).ravel() for batch in self.history.batches()]
        met = np.unique(np.concatenate(keys))
        correlation = np.zeros((len(self.live), len(met)))
        correlation[:, np.searchsorted(met, self._keys)] = self._correlation
        self._keys, self._correlation = met, correlation
        super().refit()

    def _step(self, prior: Array) -> Array:
        spreads, pairs = len(self.live), len(self._keys)
        slope = -self.mean * prior
        diagonal = np.repeat(prior, self.players, axis=1)
        between = np.zeros((spreads, pairs))
        for batch in self.history.batches():
            rows, seats = batch.players, batch.players.shape[1]
            slopes, known = self._averages(batch)
            one, two = np.triu_indices(seats, 1)
            players, places = rows.ravel(), self._places(rows).ravel()
            for at in range(spreads):
                slope[at] += np.bincount(players, slopes[at].ravel(), self.players)
                own = known[at][:, range(seats), range(seats)]
                diagonal[at] += np.bincount(players, own.ravel(), self.players)
                between[at] += np.bincount(places, known[at][:, one, two].ravel(), pairs)
        left, right = self._keys >> _SHIFT, self._keys & _LOW
        information = [
            SparseMatrix(diagonal[at], left, right, between[at]) for at in range(spreads)
        ]
        self._variance = np.array([each.inverse_diagonal for each in information])
        self._correlation = np.array([each.inverse_correlation for each in information])
        return np.array(
            [each.solved(wanted) for each, wanted in zip(information, slope, strict=True)]
        )

    def _variances(self) -> Array:
        return self._variance

    def _choose(self, nearest: Numbers) -> None:
        self._variance = self._variance[nearest]
        self._correlation = self._correlation[nearest]

    def belief(self) -> Belief:
        """Relative to the mean of all, which among so many is as good as known."""
        mean = self.mean - self.mean.mean(1, keepdims=True)
        deviation = np.sqrt(self._variance)
        return Belief(POINTS_PER_LOGIT * mean, POINTS_PER_LOGIT * deviation, self._weight)


_SHIFT: Final = 32
_LOW: Final = (1 << _SHIFT) - 1


def _keys_of(rows: Numbers) -> Numbers:
    """A number for each pair of players of each match, the same in either order."""
    one, two = np.triu_indices(rows.shape[1], 1)
    left, right = rows[:, one], rows[:, two]
    return (np.minimum(left, right) << _SHIFT) | np.maximum(left, right)
