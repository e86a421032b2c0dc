"""Linear algebra on many small problems at once, and on one large sparse one."""

from typing import Final, NamedTuple

from bessemer.ratings.arrays import Array, Numbers, np

_LONGEST_STEP: Final = 2.0
_CLOSE: Final = 1e-8
_MOST_STEPS: Final = 200


def times(matrix: Array, vector: Array) -> Array:
    """Matrix times vector for each of many."""
    product: Array = (matrix @ vector[..., None])[..., 0]
    return product


def inverses(matrix: Array) -> Array:
    """The inverse of each of many matrices."""
    found: Array = np.linalg.inv(matrix).astype(np.float64, copy=False)
    return found


def shortened(step: Array) -> Array:
    """The rows, each scaled so that nobody moves too far: far away the curvature says little."""
    longest = np.abs(step).max(-1, keepdims=True)
    scale: Array = np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, 1e-9))
    return step * scale


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
