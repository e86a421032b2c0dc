"""The batch fit against published fits, and its intervals."""

import math
import random
from statistics import pstdev

import pytest

from bessemer.ratings.batch import fit
from bessemer.ratings.bootstrap import BatchFit, fit_with_intervals
from bessemer.ratings.linear import cholesky, inverse, solved
from bessemer.ratings.plackett_luce import choices_of, slope
from bessemer.ratings.results import Result
from bessemer.ratings.scale import POINTS_PER_LOGIT
from tools.rating_simulation import Ladder, batch, coverage
from tools.simulated_matches import all_ranks, drawn_block, drawn_truth

# Wins of the row over the column: 1987 season, Eastern Division of the American League; Agresti,
# Categorical Data Analysis (2nd edition, 2002), section 10.6.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
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

# The rankings with ties of the R package PlackettLuce's own tests of its print method. That fit
# adds half a win and half a loss of each against an imaginary player; here everything is doubled.
FRUITS = (
    (("apple", "banana"), (1, 2)),
    (("apple", "banana", "orange"), (3, 1, 2)),
    (("apple", "banana", "orange"), (3, 1, 1)),
    (("apple", "banana", "orange"), (1, 2, 3)),
    (("apple", "banana", "orange"), (3, 1, 1)),
    (("apple", "orange"), (1, 2)),
)


def baseball() -> list[Result]:
    """Each game a match of two."""
    return [
        Result(f"{winner}-{loser}-{game}", (TEAMS[winner], TEAMS[loser]), (1, 2))
        for winner, row in enumerate(WINS)
        for loser, wins in enumerate(row)
        for game in range(wins)
    ]


def test_agrestis_baseball() -> None:
    """Bradley and Terry's model: the published log-strengths, by the worst team."""
    values = fit(baseball(), prior=math.inf).points
    found = [(values[team] - values["Baltimore"]) / POINTS_PER_LOGIT for team in TEAMS]

    assert list(AGRESTI) == [round(strength, 2) for strength in found]


def difference(fitted: BatchFit, player: str, other: str) -> tuple[float, float]:
    """By how many points `player` is stronger, and the standard error of that."""
    mine, theirs = map(fitted.parameters.players.index, (player, other))
    points = fitted.parameters.points
    spread = pstdev(each[mine] - each[theirs] for each in fitted.replicates)
    return points[player] - points[other], spread


def test_agrestis_standard_errors() -> None:
    """The published standard errors of differences are about 0.3: so are the bootstrap's."""
    fitted = fit_with_intervals(baseball(), random.Random(1), replicates=400, prior=math.inf)
    ahead, error = difference(fitted, "Milwaukee", "Baltimore")

    assert ahead / POINTS_PER_LOGIT == pytest.approx(1.58, abs=0.005)
    assert 0.28 < error / POINTS_PER_LOGIT < 0.42


def test_rankings_with_ties() -> None:
    """Plackett and Luce's model with ties: the published coefficients to seven digits."""
    rankings = [*FRUITS, *FRUITS]
    for fruit in ("apple", "banana", "orange"):
        rankings += [((fruit, "nobody"), (1, 2)), ((fruit, "nobody"), (2, 1))]
    fitted = fit(
        [Result(str(number), *ranking) for number, ranking in enumerate(rankings)], math.inf
    )
    apple, banana, _, orange = (fitted.points[name] / POINTS_PER_LOGIT for name in fitted.players)

    assert 0.2867987 == round(banana - apple, 7)
    assert -0.4636687 == round(orange - apple, 7)
    assert -1.0701129 == round(math.log(fitted.ties[2]), 7)


def test_the_slope_is_the_slope() -> None:
    """Gradient and information are what small changes of the parameters show."""
    strengths = [0.3, -0.5, 0.1, 0.9]
    ties = {2: -1.5, 3: -2.5}
    choices = choices_of((2, 1, 2, 4))
    here = slope(strengths, choices, ties)
    step = 1e-5

    def moved(at: int, by: float) -> tuple[float, list[float]]:
        values = [*strengths, *ties.values()]
        values[at] += by
        there = slope(values[:4], choices, dict(zip((2, 3), values[4:], strict=True)))
        return there.value, there.gradient

    for at in range(6):
        up, down = moved(at, step), moved(at, -step)
        assert here.gradient[at] == pytest.approx((up[0] - down[0]) / 2 / step, abs=1e-8)
        for column in range(6):
            change = (up[1][column] - down[1][column]) / 2 / step
            assert here.information[at][column] == pytest.approx(-change, abs=1e-8)


def test_the_model_of_the_simulation_is_the_model_of_the_fit() -> None:
    """Both give every ranking of four with ties the same probability, and all of them sum to one."""
    points = [1500.0, 1650.0, 1400.0, 1550.0]
    ties = {2: 0.2, 3: 0.05, 4: 0.01}
    logs = {size: math.log(weight) for size, weight in ties.items()}
    strengths = [value / POINTS_PER_LOGIT for value in points]
    total = 0.0
    for ranks, likely in all_ranks(points, ties):
        assert likely == pytest.approx(math.exp(slope(strengths, choices_of(ranks), logs).value))
        total += likely

    assert total == pytest.approx(1.0)


def test_who_only_wins_stays_finite_and_unsure() -> None:
    """The weak prior keeps him finite, and his interval is wider than his beaten opponents'."""
    results = [Result(str(number), ("w", "a", "b"), (1, 2, 3)) for number in range(10)]
    results += [Result(f"x{number}", ("w", "a", "b"), (1, 3, 2)) for number in range(10)]
    figures = fit_with_intervals(results, random.Random(1), replicates=200).figures

    assert 1500 < figures["w"].value < 3000
    # By the curvature of the likelihood; drawing his wins again would give less than half of it.
    assert figures["w"].high - figures["w"].low > 800
    assert figures["a"].value == pytest.approx(figures["b"].value)


def test_only_wins_without_a_prior() -> None:
    """It is said, not guessed at."""
    with pytest.raises(ValueError, match="needs a prior"):
        fit([Result("1", ("w", "a"), (1, 2))], math.inf)


def test_no_matches() -> None:
    """There is nothing to fit."""
    with pytest.raises(ValueError, match="without matches"):
        fit([])


def test_who_never_met() -> None:
    """Two pools that never met: the difference between them is as unsure as the prior."""
    pools = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]
    results = [Result(f"{n}{p}", p, (1, 2)) for n in range(100) for p in pools]
    fitted = fit_with_intervals(results, random.Random(1), replicates=300)
    (_, inside), (_, across) = difference(fitted, "a", "b"), difference(fitted, "a", "c")

    assert inside < 250 / 2 / 1.96
    assert across > 1000 / 2 / 1.96


def test_order_does_not_matter() -> None:
    """The fit is of all matches at once."""
    rng = random.Random(3)
    truth = drawn_truth(6, 200.0, rng)
    results = [drawn_block(truth, 4, 1, name=str(number), rng=rng)[0] for number in range(40)]
    forwards, backwards = fit(results).points, fit(results[::-1]).points

    assert forwards == pytest.approx(backwards, abs=1e-6)


def test_the_same_luck_gives_the_same_intervals() -> None:
    """Nothing but `rng` is random."""
    results = baseball()
    fitted = [fit_with_intervals(results, random.Random(7), replicates=20) for _ in range(2)]

    assert fitted[0] == fitted[1]


def test_a_replicate_is_nearly_a_fit_of_what_was_drawn() -> None:
    """One step of Newton's method is as good as fitting the drawn matches anew."""
    results = baseball()
    names = sorted(TEAMS)
    rng = random.Random(11)
    fitted = fit_with_intervals(results, rng, replicates=200, prior=math.inf)
    again = random.Random(11)
    errors = []
    for replicate in fitted.replicates[:5]:
        drawn = again.choices(range(len(results)), k=len(results))
        anew = fit([results[at] for at in drawn], math.inf).points
        errors += [abs(anew[name] - replicate[at]) for at, name in enumerate(names)]

    # Where the interval's half is about 90 points.
    assert max(errors) < 15


def test_blocks_are_what_is_drawn_again() -> None:
    """If every match is played eight times over in one block, the interval is no smaller."""
    games = baseball()
    repeated = [
        Result(f"{game.match_id}/{n}", game.players, game.ranks, block=game.match_id)
        for game in games
        for n in range(8)
    ]
    one = fit_with_intervals(games, random.Random(1), replicates=300, prior=math.inf)
    eight = fit_with_intervals(repeated, random.Random(1), replicates=300, prior=math.inf)

    for team in TEAMS:
        width, same = (each.figures[team].high - each.figures[team].low for each in (one, eight))
        assert same == pytest.approx(width, rel=0.02)


def test_intervals_hold_the_truth() -> None:
    """
    On simulated ladders of four with ties the intervals hold about 95 % of all truths.

    240 truths: chance has a deviation of 1.4 %, some more as those of one ladder depend on one
    another. What is outside of 89 % to 99.5 % is not 95 % (`tools/rating_simulation.py` is sharper).
    """
    measured = coverage(batch, Ladder(8, 4, 60), 30, random.Random(2))

    assert 0.89 < measured.held < 0.995


def test_linear_equations() -> None:
    """The solution solves, the inverse inverts, and what cannot be solved is refused."""
    matrix = [[4.0, 2.0, 0.4], [2.0, 5.0, 1.0], [0.4, 1.0, 3.0]]
    lower = cholesky(matrix)
    solution = solved(lower, [1.0, 2.0, 3.0])

    found = [sum(a * b for a, b in zip(row, solution, strict=True)) for row in matrix]
    assert found == pytest.approx([1.0, 2.0, 3.0])
    product = [
        sum(a * b for a, b in zip(row, column, strict=True))
        for row in matrix
        for column in zip(*inverse(lower), strict=True)
    ]
    assert product == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-12)
    with pytest.raises(ArithmeticError):
        cholesky([[1.0, 2.0], [2.0, 1.0]])
