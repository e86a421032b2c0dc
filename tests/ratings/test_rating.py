"""The running rating: order, ties, rebuilding, age."""

import itertools
import math
import random
from statistics import NormalDist

import pytest
from openskill.models import PlackettLuce

from bessemer.engine.game import Seat
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.rating import (
    Rating,
    Ratings,
    RatingSettings,
    aged,
    first_rating,
    rate,
    worth_of_a_pair,
)
from bessemer.ratings.results import Result
from tools.rating_simulation import Ladder, coverage, running
from tools.simulated_matches import drawn_block, drawn_truth

SETTINGS = RatingSettings()
DAY = 86_400.0

ALL_RANKS = sorted(
    {
        tuple(1 + sum(other < mine for other in drawn) for mine in drawn)
        for seats in (2, 3, 4)
        for drawn in itertools.product(range(seats), repeat=seats)
    }
)


def history(matches: int, seed: int = 1) -> list[Result]:
    """Matches of four among ten, a day apart."""
    rng = random.Random(seed)
    truth = drawn_truth(10, 200.0, rng)
    drawn = [drawn_block(truth, 4, 1, name=str(number), rng=rng)[0] for number in range(matches)]
    return [
        Result(result.match_id, result.players, result.ranks, ended=number * DAY)
        for number, result in enumerate(drawn)
    ]


@pytest.mark.parametrize("ranks", ALL_RANKS, ids=str)
def test_newcomers_stand_in_the_order_of_their_ranks(ranks: tuple[int, ...]) -> None:
    """Better placed is rated higher, and tied is rated the same, with any ties of 2 to 4 players."""
    after = rate([first_rating(SETTINGS)] * len(ranks), ranks, 0.0, SETTINGS)

    for (one, two), (left, right) in zip(
        itertools.combinations(ranks, 2), itertools.combinations(after, 2), strict=True
    ):
        if one == two:
            assert left.mean == pytest.approx(right.mean, abs=1e-9)
        else:
            assert (one < two) == (left.mean > right.mean)


def test_why_not_plackett_luce() -> None:
    """The PlackettLuce of openskill puts a third place no lower than two tied winners, and surer."""
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in range(4)], ranks=[1.0, 1.0, 3.0, 4.0])
    winner, third = rated[0][0], rated[2][0]

    assert third.mu == pytest.approx(winner.mu)
    assert third.ordinal() > winner.ordinal()


def test_a_tie_draws_two_together() -> None:
    """A tie of unequals lowers the stronger and raises the weaker."""
    strong, weak = rate([Rating(1700.0, 100.0), Rating(1300.0, 100.0)], (1, 1), 0.0, SETTINGS)

    assert strong.mean < 1700
    assert weak.mean > 1300


def test_every_match_makes_surer() -> None:
    """Who is new is surer after each of a few matches, whatever comes out."""
    deviations = [
        rating.deviation
        for rating in rate([first_rating(SETTINGS)] * 4, (1, 2, 2, 4), 0.0, SETTINGS)
    ]

    assert all(deviation < SETTINGS.deviation for deviation in deviations)


def test_the_scale_is_elos() -> None:
    """One more win barely moves sure players, and 200 points more win 76 of 100: Elo's own figures."""
    before = [Rating(1700.0, 30.0), Rating(1500.0, 30.0)]
    won = rate(before, (1, 2), 0.0, SETTINGS)[0].mean - 1700
    lost = rate(before, (2, 1), 0.0, SETTINGS)[0].mean - 1700

    # At the true odds gains and losses are even.
    share = -lost / (won - lost)
    assert share == pytest.approx(0.76, abs=0.02)


def test_rebuilt_bit_for_bit() -> None:
    """The same history gives the same floats, one by one or at once."""
    results = history(60)
    at_once = Ratings.rebuilt(results)
    one_by_one = Ratings()
    for result in results:
        one_by_one.add(result)

    assert [at_once.last(name) for name in at_once] == [
        one_by_one.last(name) for name in one_by_one
    ]
    assert 10 == len(list(at_once))


def test_the_same_floats_as_ever() -> None:
    """A change of the arithmetic, ours or the library's, is noticed: kept ratings would not rebuild."""
    expected = {
        "a": (1466.3298465913588, 198.85202376887838),
        "b": (1383.3663659156064, 209.10224540937745),
        "c": (1557.5020309929268, 185.66092801328242),
        "d": (1540.2255373631801, 175.67796927865857),
    }
    ratings = Ratings.rebuilt(
        [
            Result("1", ("a", "b", "c", "d"), (1, 2, 2, 4), ended=0.0),
            Result("2", ("d", "c", "a"), (1, 1, 3), ended=3 * DAY),
            Result("3", ("b", "d"), (2, 1), ended=4 * DAY),
        ]
    )

    # Another machine's exponential may differ in the last bit.
    assert expected == {name: pytest.approx(ratings.last(name)[:2], rel=1e-12) for name in ratings}


def test_by_the_formula() -> None:
    """The winner of two newcomers gains what the paper's formula says."""
    settings = RatingSettings(drift_per_match=0.0)
    spread = math.sqrt(2 * 350**2 + 2 * 200**2)
    normal = NormalDist()
    margin = 10 / spread
    push = normal.pdf(-margin) / normal.cdf(-margin)
    winner, loser = rate([first_rating(settings)] * 2, (1, 2), 0.0, settings)

    assert winner.mean == pytest.approx(1500 + 350**2 / spread * push)
    assert loser.mean == pytest.approx(3000 - winner.mean)
    shrink = 1 - (350 / spread) ** 2 * push * (push - margin)
    assert winner.deviation == pytest.approx(350 * math.sqrt(shrink))


@pytest.mark.parametrize(
    ("fault", "counted"),
    [
        pytest.param(Fault.PLAYER, True, id="a bot's own"),
        pytest.param(Fault.NETWORK, True, id="its network's"),
        pytest.param(Fault.REFEREE, False, id="the referee's"),
        pytest.param(Fault.ORGANISER, False, id="the organiser's"),
    ],
)
def test_whose_fault_counts(fault: Fault, counted: bool) -> None:
    """What was the referee's or the organiser's fault never moves a rating."""
    ratings = Ratings()
    result = Result("1", ("a", "b"), (1, 2), faults=(SeatFault(Seat(1), fault, ""),))

    assert counted == ratings.add(result)
    assert counted == (ratings.last("a") != first_rating(SETTINGS))


def test_nobody_is_rated_against_itself() -> None:
    """A match in which a player sits twice does not count."""
    assert not Ratings().add(Result("1", ("a", "a", "b"), (1, 2, 3)))


@pytest.mark.parametrize(("players", "ranks"), [(0, ()), (1, (1,)), (3, (1, 2))])
def test_what_cannot_be_rated(players: int, ranks: tuple[int, ...]) -> None:
    """Fewer than two players, or not a rank for each, are refused."""
    with pytest.raises(ValueError, match=f"{players} players"):
        rate([first_rating(SETTINGS)] * players, ranks, 0.0, SETTINGS)


@pytest.mark.parametrize(("players", "worth"), [(2, 1.0), (3, 7 / 9), (4, 23 / 36)])
def test_a_pair_is_worth_what_it_always_was(players: int, worth: float) -> None:
    """Bit for bit: ratings of games for two to four must rebuild."""
    assert worth == worth_of_a_pair(players)


@pytest.mark.parametrize("players", [5, 6])
def test_more_than_four_players(players: int) -> None:
    """Placed in their order, symmetrically, and each surer than before but less than by pairs alone."""
    after = rate([first_rating(SETTINGS)] * players, range(1, players + 1), 0.0, SETTINGS)
    means = [rating.mean for rating in after]

    assert sorted(means, reverse=True) == means
    assert pytest.approx(1500.0) == sum(means) / players
    assert all(rating.deviation < SETTINGS.deviation for rating in after)
    # By hand: a ranking of five tells (4 - 1/2 - 1/3 - 1/4 - 1/5) / 5, its pairs one.
    assert {5: 163 / 300, 6: 71 / 150}[players] == pytest.approx(worth_of_a_pair(players))


@pytest.mark.parametrize("seats", [5, 6])
def test_intervals_of_games_for_more_hold_the_truth(seats: int) -> None:
    """As those of four do: the worth of a pair is right for more seats too."""
    measured = coverage(running, Ladder(20, seats, 150, grain=10), 10, random.Random(6))

    assert 0.86 < measured.held < 0.995


def test_idle_players_grow_unsure() -> None:
    """By the documented rate: squares add up, up to a newcomer's deviation, and the mean stays."""
    rating = Rating(1600.0, 60.0, 50, last_played=0.0)

    assert rating == aged(rating, 0.0, SETTINGS)
    month = aged(rating, 30 * DAY, SETTINGS)
    assert month.mean == 1600.0
    assert month.deviation == pytest.approx(math.sqrt(60**2 + 30 * 10**2))
    assert aged(rating, 1e6 * DAY, SETTINGS).deviation == SETTINGS.deviation


def test_age_counts_in_matches_too() -> None:
    """A match after a long pause moves a rating more than one after a short pause."""
    idle = Rating(1600.0, 60.0, 50, last_played=0.0)
    other = Rating(1600.0, 60.0, 50, last_played=None)
    soon = rate([idle, other], (1, 2), DAY, SETTINGS)[0]
    late = rate([idle, other], (1, 2), 300 * DAY, SETTINGS)[0]

    assert late.mean > soon.mean


def test_time_never_runs_backwards() -> None:
    """A match that ended earlier than the last one rated changes no clock and no certainty."""
    rating = Rating(1600.0, 60.0, 50, last_played=10 * DAY)
    after = rate([rating, rating], (1, 2), 5 * DAY, SETTINGS)[0]

    assert after.last_played == 10 * DAY
    assert after.deviation < 60.0


def test_intervals_hold_the_truth() -> None:
    """
    On simulated ladders of four the running rating's intervals hold about 95 % of all truths.

    400 truths, of which 88 % are far outside what chance does to 95 % (the deviation is 1.1 %, some
    more as the players of a ladder depend on one another), and so is all of them.
    """
    measured = coverage(running, Ladder(20, 4, 200, grain=10), 20, random.Random(5))

    assert 0.88 < measured.held < 0.99
