"""Standings, matchups, and the figures they are made of."""

import math
import random

import pytest

from bessemer.engine.game import Seat
from bessemer.matches.records import (
    ClockSettings,
    Durability,
    Fault,
    MatchResult,
    MatchSpec,
    SeatFault,
    Status,
)
from bessemer.ratings.results import Result, counts, placement_share, result_from
from bessemer.ratings.scale import (
    Figure,
    median_figure,
    points_of,
    share_figure,
    share_of,
)
from bessemer.ratings.standings import matchups, standings

BOT = SeatFault(Seat(2), Fault.PLAYER, "no move")
REFEREE = SeatFault(Seat(0), Fault.REFEREE, "restarted")
RESULTS = [
    Result("1", ("a", "b", "c"), (1, 2, 3), (30, 20, 10), block="x"),
    Result("2", ("b", "c", "a"), (1, 3, 1), (25, 5, 25), block="x", faults=(BOT,)),
    Result("3", ("a", "c", "b"), (2, 1, 3), (11, 12, 10)),
    Result("4", ("c", "b", "a"), (1, 2, 3), (99, 9, 9), faults=(REFEREE,)),
]
RATINGS = {name: Figure(value, value - 50, value + 50) for name, value in
           (("a", 1550.0), ("b", 1480.0), ("c", 1470.0), ("new", 1500.0))}  # fmt: skip


def test_standings() -> None:
    """Every figure, by hand; blocks are one unit, and what the referee spoiled is left out."""
    rows = standings(RESULTS, RATINGS)
    best = rows[0]

    assert ["a", "new", "b", "c"] == [row.player for row in rows]
    assert 3 == best.matches
    assert RATINGS["a"] == best.rating
    assert best.wins is not None
    # In the block 1 and 1/2, alone 0.
    assert best.wins.value == pytest.approx((0.75 + 0) / 2)
    assert best.placement is not None
    assert best.placement.value == pytest.approx(((1 + 0.75) / 2 + 0.5) / 2)
    assert best.median_score is not None
    assert Figure(25, 11, 30) == best.median_score
    seats = [figure and figure.value for figure in best.wins_by_seat]
    assert [0.5, None, 0.5] == seats


def test_faults_are_a_players_own() -> None:
    """A bot's fault is counted for its seat, the referee's for nobody."""
    rows = {row.player: row for row in standings(RESULTS, RATINGS)}

    assert {"a": 1, "b": 0, "c": 0, "new": 0} == {name: row.faults for name, row in rows.items()}


def test_who_has_not_played() -> None:
    """Has a rating and nothing else."""
    row = standings(RESULTS, RATINGS)[1]

    assert (0, None, None, None, 0) == (
        row.matches,
        row.wins,
        row.placement,
        row.median_score,
        row.faults,
    )
    assert (None, None, None) == row.wins_by_seat


def test_matchups() -> None:
    """Shares of both directions add up to one, and ties count half."""
    found = matchups(RESULTS)

    assert 6 == len(found)
    assert 3 == found["a", "b"].matches
    assert found["a", "b"].share.value == pytest.approx((0.75 + 1) / 2)
    for (one, two), row in found.items():
        back = found[two, one].share
        assert row.share.value + back.value == pytest.approx(1)
        assert row.share.low + back.high == pytest.approx(1)


def test_shares_within_their_intervals() -> None:
    """Of shares with a known mean about 95 % of the intervals hold it: 2000 are within 93 to 97."""
    rng = random.Random(1)
    held = 0
    for _ in range(2000):
        figure = share_figure([float(rng.random() < 0.3) for _ in range(40)])
        assert figure is not None
        held += figure.low <= 0.3 <= figure.high

    assert 0.93 < held / 2000 < 0.97


def test_ties_make_shares_surer() -> None:
    """The same share from values that vary less has a smaller interval."""
    wild, tame = share_figure([0.0, 1.0] * 20), share_figure([0.4, 0.6] * 20)
    assert wild is not None
    assert tame is not None

    assert tame.high - tame.low < wild.high - wild.low


@pytest.mark.parametrize("count", [1, 3, 20])
def test_shares_at_the_edge(count: int) -> None:
    """Only wins: the interval reaches below one, the less the more there are, and stays a share."""
    figure = share_figure([1.0] * count)
    assert figure is not None

    assert (1.0, 1.0) == (figure.value, figure.high)
    assert figure.low == pytest.approx(count / (count + 1.96**2), abs=0.001)
    assert share_figure([]) is None


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, (0, 0)), (5, (0, 4)), (6, (0, 5)), (9, (1, 7)), (20, (5, 14)), (1001, (468, 532))],
)
def test_intervals_of_medians(count: int, expected: tuple[int, int]) -> None:
    """The tabled ranks of the 95 % interval of a median, counted from 0."""
    figure = median_figure(range(count))
    assert figure is not None

    assert expected == (figure.low, figure.high)
    assert (count - 1) / 2 == figure.value


def test_the_scale() -> None:
    """Shares and points belong together, and the well-known 200 points are 76 %."""
    assert share_of(200) == pytest.approx(0.76, abs=0.001)
    assert points_of(share_of(123.0)) == pytest.approx(123.0)
    assert (math.inf, -math.inf) == (points_of(1.0), points_of(0.0))


def test_placement_share() -> None:
    """Of three others one above, one tied: half of them beaten."""
    assert 0.5 == placement_share((1, 2, 2, 4), 1)


def result_of(ending: MatchResult | None) -> Result | None:
    """The result of a match that ended so."""
    spec = MatchSpec(
        match_id="m",
        game="furnace",
        rules_version=1,
        options={},
        players=("", ""),
        seed=b"seed",
        clock=ClockSettings(),
        durability=Durability.MATCH,
        created=0.0,
    )
    return result_from(spec, ("a", "b"), ending)


def test_results_of_matches() -> None:
    """Only what has finished is a result, and one seed is one block."""
    finished = MatchResult(Status.FINISHED, 9.0, (2, 1), (3, 4))
    result = result_of(finished)

    assert result_of(None) is None
    assert result_of(MatchResult(Status.ABORTED, 9.0)) is None
    assert result is not None
    assert (("a", "b"), (2, 1), (3, 4), 9.0) == (
        result.players,
        result.ranks,
        result.scores,
        result.ended,
    )
    again = result_of(finished)
    assert again is not None
    assert result.unit == again.unit
    assert b"seed".hex() not in result.block
    assert counts(result)
