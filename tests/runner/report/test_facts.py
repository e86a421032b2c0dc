"""The report is the ladder's own functions on the results that count."""

import pytest

from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result, counts
from bessemer.ratings.standings import matchups, standings
from bessemer.runner.report.course import MOST_POINTS, Point, thinned
from bessemer.runner.report.facts import LadderReport, UnknownPlayer
from tests.runner.report.conftest import FACTS, simulated


def test_ratings_and_standings_are_those_of_the_ladder(
    report: LadderReport, results: list[Result]
) -> None:
    """Bit for bit what `Ratings.rebuilt` and `standings` say."""
    ratings = Ratings.rebuilt(results)
    figures = {player: ratings.rating(player).figure for player in ratings}

    assert standings(results, figures) == [row.standing for row in report.rows]
    assert matchups(results) == report.matchups
    assert list(range(1, 7)) == [row.place for row in report.rows]


def test_histories_begin_at_first_and_end_now(report: LadderReport) -> None:
    """A line starts with what a newcomer has and ends with the rating in the standings."""
    for row in report.rows:
        line = report.histories[row.standing.player]

        assert 1500.0 == line[0].mean
        assert row.standing.rating == line[-1][2:]
        assert [point.number for point in line] == sorted(point.number for point in line)
        assert len(report.counted) == line[-1].number


def test_histories_are_thinned() -> None:
    """A long ladder has no more points than a picture can show; first and last stay."""
    line = [Point(at, float(at), 0.0, 0.0, 0.0) for at in range(10_001)]

    few = thinned(line, 50)

    assert 50 == len(few) == len(set(few))
    assert (line[0], line[-1]) == (few[0], few[-1])
    longest = max(map(len, LadderReport.of(FACTS, simulated("abcd", 100)).histories.values()))
    assert longest == MOST_POINTS


def test_before_and_after_are_those_of_the_match(
    report: LadderReport, results: list[Result]
) -> None:
    """What was believed just before it, by all matches until then, and just after it."""
    matches = report.last_matches("ada", 1000)
    one = matches[3]
    at = results.index(one.result)

    assert matches == list(reversed(report.played["ada"]))
    assert Ratings.rebuilt(results[:at]).rating("ada") == one.before
    assert Ratings.rebuilt(results[: at + 1]).rating("ada") == one.after
    assert all((each.number is None) == (each.before == each.after) for each in matches)


def test_last_matches_are_the_newest(report: LadderReport) -> None:
    """At most so many, and none if none is asked for."""
    assert list(report.played["ada"])[-2:][::-1] == report.last_matches("ada", 2)
    assert [] == report.last_matches("ada", 0)


def test_an_unknown_player_is_named_with_who_is_near(report: LadderReport) -> None:
    """The sentence says what to ask instead."""
    with pytest.raises(UnknownPlayer, match=r"'besemer' has no match .* did you mean bessemer"):
        report.last_matches("besemer", 5)


def test_faults_and_days_are_counted(report: LadderReport, results: list[Result]) -> None:
    """By kind, in matches that count; the days add up to all of them."""
    counted = [result for result in results if counts(result)]
    said = sum(row.faults.bot + row.faults.network for row in report.rows)

    assert sum(len(result.faults) for result in counted) == said > 0
    assert said == sum(row.standing.faults for row in report.rows)
    assert len(counted) == sum(report.days.values()) == len(report.counted)
    assert len(results) - len(counted) == report.uncounted > 0
    assert "2026-02-02" == next(iter(report.days))


def test_seats_share_the_wins(report: LadderReport) -> None:
    """Somebody wins every match: the shares of all seats are one."""
    shares = [figure.value for figure in report.wins_by_seat if figure]

    assert 4 == len(shares)
    assert sum(shares) == pytest.approx(1.0)


def test_odd_ladders_have_a_report(odd: LadderReport) -> None:
    """Nothing, nothing that counts, one match, many players: all are computed."""
    assert len(odd.players) == len(odd.histories)
    assert bool(odd.counted) == bool(odd.rows)
    assert set(odd.players) <= set(odd.played)
