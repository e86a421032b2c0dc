"""What the rating is made of: the likelihood against brute force and published fits, the posterior."""

import itertools
import math
import random

import numpy as np
import pytest

from bessemer.ratings.intervals import interval_95, normal_cdf
from bessemer.ratings.likelihood import (
    averages,
    fair_points,
    groups_of,
    log_prediction,
    normal_points,
    ranking_of,
)
from bessemer.ratings.match_history import MatchHistory
from bessemer.ratings.posterior import SPREADS, DensePosterior, Posterior
from bessemer.ratings.scale import POINTS_PER_LOGIT
from bessemer.ratings.sparse_posterior import MOST_DENSE, SparseMatrix, SparsePosterior, of_size
from tools.ratings.ladders import most_likely

# Wins of the row over the column: 1987 season, Eastern Division of the American League; Agresti,
# Categorical Data Analysis (2nd edition, 2002), section 10.6.
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
AGRESTI = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)


def log_of_an_order(strengths: list[float]) -> float:
    """Plackett and Luce's own formula, for players who stand best first."""
    return math.fsum(
        strengths[at] - math.log(math.fsum(map(math.exp, strengths[at:])))
        for at in range(len(strengths))
    )


@pytest.mark.parametrize("groups", [(1, 1), (2,), (1, 1, 1, 1), (2, 1, 1), (1, 3), (4,), (1, 2, 2)])
def test_a_tie_is_the_mean_over_all_orders(groups: tuple[int, ...]) -> None:
    """The sum over sets is what going through all orders of the tied gives."""
    strengths = [0.3, -1.1, 0.8, 2.0, -0.4][: sum(groups)]
    parts, first = [], 0
    for size in groups:
        parts.append(list(itertools.permutations(strengths[first : first + size])))
        first += size
    orders = [list(itertools.chain(*each)) for each in itertools.product(*parts)]
    expected = math.fsum(map(log_of_an_order, orders)) / len(orders)
    ranking = ranking_of(groups)
    worths = ranking.sets @ np.exp(strengths)

    assert expected == pytest.approx(
        ranking.placed @ np.array(strengths) - ranking.weights @ np.log(worths)
    )


def test_agrestis_baseball() -> None:
    """Bradley and Terry's model: the published log-strengths, by the worst team."""
    history = MatchHistory()
    for winner, row in enumerate(WINS):
        for loser, wins in enumerate(row):
            for _ in range(wins):
                history.add((winner, loser), (1, 1))
    found = [value / POINTS_PER_LOGIT for value in most_likely(history, len(WINS))]

    assert list(AGRESTI) == [round(value - found[-1], 2) for value in found]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_points_stand_for_a_normal_distribution(seats: int) -> None:
    """Their mean and covariance are exact; fair ones are the same in any order of the seats."""
    for points in (normal_points(seats, 16), fair_points(seats)):
        assert np.zeros(seats) == pytest.approx(points.at.mean(0), abs=1e-9)
        assert np.eye(seats).ravel() == pytest.approx(
            (points.at.T @ points.at / len(points.at)).ravel(), abs=1e-9
        )
    turned = np.roll(fair_points(seats).at, 1, axis=1)
    assert sorted(map(tuple, fair_points(seats).at.round(9))) == sorted(map(tuple, turned.round(9)))


def test_chances_of_all_results_add_up_to_one() -> None:
    """And those of newcomers are all the same, whatever their spread."""
    mean = np.array([[0.5, -0.2, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    covariance = np.stack([np.diag([0.5, 1.0, 2.0, 0.1]) + 0.3, 9 * np.eye(4)])
    points = fair_points(4)
    chances = np.exp(
        [
            log_prediction(mean, covariance, order, (1, 1, 1, 1), points)
            for order in itertools.permutations(range(4))
        ]
    )

    assert [1.0, 1.0] == pytest.approx(chances.sum(0))
    assert [1 / 24] * 24 == pytest.approx(chances[:, 1])
    tied = log_prediction(mean, covariance, (0, 1, 2, 3), (1, 3), points)
    first = [
        number for number, order in enumerate(itertools.permutations(range(4))) if not order[0]
    ]
    assert math.exp(tied[0]) == pytest.approx(chances[first, 0].mean())


def test_the_slope_is_that_of_the_likelihood() -> None:
    """By differences, where strengths are known; the information is its change."""
    ranking, points = ranking_of((1, 2, 1)), normal_points(4, 16)
    mean, sure = np.array([0.4, 0.1, -0.3, 0.2]), 1e-12 * np.eye(4)

    def log(at: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        return float(ranking.placed @ at - ranking.weights @ np.log(ranking.sets @ np.exp(at)))

    found = averages(mean, sure, ranking, points)
    for seat in range(4):
        step = 1e-5 * np.eye(4)[seat]
        assert (log(mean + step) - log(mean - step)) / 2e-5 == pytest.approx(
            found.slope[seat], abs=1e-4
        )
        change = (
            averages(mean + step, sure, ranking, points).slope
            - averages(mean - step, sure, ranking, points).slope
        )
        assert found.information[seat] == pytest.approx(-change / 2e-5, abs=1e-4)


def test_one_match_against_the_exact_posterior() -> None:
    """Two newcomers, one win: mean and interval by brute force over a fine grid."""
    posterior = DensePosterior()
    posterior.add((0, 1), (1, 1))
    mean, deviation, weight = posterior.belief()
    low, high = interval_95(mean, deviation, weight)
    # Half the difference of two players is normal with half the variance of one.
    half = np.linspace(-25, 25, 20_001)
    total = np.zeros_like(half)
    hyperprior = np.exp(-0.5 * (np.log(SPREADS * POINTS_PER_LOGIT / 450) / 0.7) ** 2)[::4]
    for spread, likely in zip(SPREADS[::4], hyperprior, strict=True):
        density = np.exp(-(half**2) / spread**2) / spread / (1 + np.exp(-2 * half))
        total += likely * density
    total /= total.sum()
    below = np.cumsum(total)
    exact = [POINTS_PER_LOGIT * half[np.searchsorted(below, share)] for share in (0.025, 0.975)]

    assert POINTS_PER_LOGIT * float(total @ half) == pytest.approx(weight @ mean[:, 0], rel=0.1)
    # A normal distribution has no skew: its ends are somewhat too low, and at wide spreads its mean high.
    assert exact == pytest.approx([low[0], high[0]], abs=0.2 * exact[1])


def played(kind: type[Posterior], players: int, matches: int) -> Posterior:
    """Matches of four by lot among players of ±200 points."""
    rng = random.Random(1)
    truth = [rng.gauss(0.0, 1.15) for _ in range(players)]
    posterior = kind()
    numbers: dict[int, int] = {}
    for _ in range(matches):
        table = rng.sample(range(players), 4)
        shown = {at: truth[at] - math.log(-math.log(rng.random())) for at in table}
        order = sorted(table, key=lambda at: -shown[at])
        posterior.add(
            tuple(numbers.setdefault(at, len(numbers)) for at in order), groups_of((1, 2, 3, 4))
        )
    return posterior


@pytest.mark.parametrize("matches", [60, 400])
def test_sparse_and_dense_agree(matches: int) -> None:
    """On the same matches: means to a few points, deviations to a few per cent."""
    found = []
    for kind in (DensePosterior, SparsePosterior):
        posterior = played(kind, 60, matches)
        posterior.refit()
        mean, deviation, weight = posterior.belief()
        found.append((weight @ mean, weight @ deviation))
    (mean, deviation), (sparse_mean, sparse_deviation) = found

    assert np.abs(mean - sparse_mean).mean() < 0.1 * deviation.mean()
    assert 1.0 == pytest.approx((sparse_deviation / deviation).mean(), abs=0.05)


def test_a_ladder_that_grows_becomes_sparse() -> None:
    """And goes on from what it knew."""
    dense = played(DensePosterior, 30, 200)
    mean, _, weight = dense.belief()
    large = of_size(dense, MOST_DENSE + 1)

    assert of_size(dense, MOST_DENSE) is dense
    assert isinstance(large, SparsePosterior)
    assert weight @ mean == pytest.approx(large.belief().weight @ large.belief().mean)
    large.add((0, 1, 2, MOST_DENSE), (1, 1, 1, 1))
    large.refit()
    assert np.abs((large.belief().weight @ large.belief().mean)[:30] - weight @ mean).max() < 60


def test_a_sparse_system_is_solved() -> None:
    """Conjugate gradients give what elimination gives; the inverse's diagonal is near."""
    rng = np.random.default_rng(1)
    pairs = np.array(
        [(at, other) for at in range(40) for other in range(at) if (at + other) % 7 == 0]
    )
    between = -rng.uniform(0.1, 1.0, len(pairs))
    left, right = pairs.T
    full = np.zeros((40, 40))
    full[left, right] = full[right, left] = between
    full += np.diag(2.0 - full.sum(1))
    matrix = SparseMatrix(full.diagonal().copy(), left, right, between)
    wanted = rng.normal(size=40)

    assert np.linalg.solve(full, wanted) == pytest.approx(matrix.solved(wanted), abs=1e-6)
    ratio = matrix.inverse_diagonal / np.linalg.inv(full).diagonal()
    assert 0.8 < ratio.min() <= ratio.max() <= 1.0


def test_quantiles_of_mixtures() -> None:
    """Between the ends lie 95 %, half of the rest on each side; one normal has ±1.96 deviations."""
    mean = np.array([[0.0, 100.0], [0.0, 400.0]])
    deviation = np.array([[50.0, 20.0], [50.0, 90.0]])
    weight = np.array([0.3, 0.7])
    low, high = interval_95(mean, deviation, weight)

    assert [-97.998, 97.998] == pytest.approx([low[0], high[0]], abs=0.01)
    for end, share in ((low, 0.025), (high, 0.975)):
        assert weight @ normal_cdf((end - mean) / deviation) == pytest.approx([share] * 2, abs=1e-5)
    assert [0.5, 0.97725, 0.00135] == pytest.approx(
        normal_cdf(np.array([0.0, 2.0, -3.0])), abs=1e-5
    )
