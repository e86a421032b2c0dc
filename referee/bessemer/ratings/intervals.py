"""Intervals of mixtures of normal distributions."""

from math import pi, sqrt
from typing import Final

from bessemer.ratings.arrays import Array, np
from bessemer.ratings.scale import Z95

_CLOSE: Final = 1e-3
_STEPS: Final = 40


def moments(mean: Array, deviation: Array, weight: Array) -> tuple[Array, Array]:
    """The means and deviations of mixtures whose parts are the rows."""
    middle = _mixed(mean, weight)
    return middle, np.sqrt(_mixed(deviation**2 + (mean - middle) ** 2, weight))


def interval_95(mean: Array, deviation: Array, weight: Array) -> tuple[Array, Array]:
    """The 2.5 % and 97.5 % quantiles, by Newton's method."""
    middle, whole = moments(mean, deviation, weight)
    mixture = mean, deviation, weight
    low = _quantile(0.025, middle - Z95 * whole, mixture, whole / 2)
    return low, _quantile(0.975, middle + Z95 * whole, mixture, whole / 2)


def _quantile(
    share: float, at: Array, mixture: tuple[Array, Array, Array], longest: Array
) -> Array:
    """Where so large a share is below, from `at` on. Each is found by itself, whatever is beside it."""
    mean, deviation, weight = mixture
    is_found = np.zeros(at.shape, dtype=bool)
    for _ in range(_STEPS):
        away = (at - mean) / deviation
        density = _mixed(np.exp(-(away**2) / 2) / deviation, weight) / sqrt(2 * pi)
        miss = share - _mixed(normal_cdf(away), weight)
        # In a far tail the density is next to nothing, and a whole step would leave the scale.
        step = np.clip(miss / np.maximum(density, 1e-300), -longest, longest)
        at = np.where(is_found, at, at + step)
        is_found |= np.abs(step) < _CLOSE
        if is_found.all():
            break
    return at


def _mixed(values: Array, weight: Array) -> Array:
    mixed: Array = (values * weight[:, None]).sum(0)
    return mixed


def normal_cdf(away: Array) -> Array:
    """
    The share of a standard normal distribution below each number, to within a ten-millionth.

    By formula 7.1.26 of Abramowitz and Stegun, Handbook of Mathematical Functions (1964).
    """
    size = np.abs(away) / sqrt(2)
    part = 1 / (1 + 0.3275911 * size)
    series = 1.061405429 * part - 1.453152027
    series = ((series * part + 1.421413741) * part - 0.284496736) * part + 0.254829592
    above: Array = series * part * np.exp(-(size**2)) / 2
    return np.where(away < 0, above, 1 - above)
