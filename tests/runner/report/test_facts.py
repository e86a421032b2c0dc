"""The report is the ladder's own functions on the results that count, and its work is bounded."""

from itertools import pairwise

import pytest

from bessemer.ratings.batch import fit
from bessemer.ratings.rating import Ratings, RatingSettings
from bessemer.ratings.results import Result, counts
from bessemer.ratings.standings import matchups, standings
from bessemer.runner.report.course import MOST_POINTS, Point, thinned
from bessemer.runner.report.facts import Report, UnknownPlayer
from bessemer.runner.report.fitting import Bounds
from tests.runner.report.conftest import FACTS, simulated


def test_ratings_and_standings_are_those_of_the_ladder(
    report: Report, results: list[Result]
) -> None:
    """Bit for bit what `Ratings.rebuilt` and `standings` say at the same time."""
    ratings = Ratings.rebuilt(results)
    figures = {player: ratings.at(player, FACTS.now).figure for player in ratings}

    assert standings(results, figures) == [row.standing for row in report.rows]
    assert matchups(results) == report.matchups
    assert list(range(1, 7)) == [row.place for row in report.rows]


def test_settings_reach_the_ratings(results: list[Result]) -> None:
    """A ladder with settings of its own is shown with them."""
    settings = RatingSettings(deviation=100.0)
    ratings = Ratings.rebuilt(results, settings)

    report = Report.of(FACTS, results, settings)

    assert ratings.at("ada", FACTS.now).figure == next(
        row.standing.rating for row in report.rows if row.standing.player == "ada"
    )


def test_batch_figures_are_those_of_the_fit(report: Report, results: list[Result]) -> None:
    """All matches fit into the bounds: the strengths are the whole fit's."""
    counted = [result for result in results if counts(result)]

    assert fit(counted).points == {
        row.standing.player: row.batch.value for row in report.rows if row.batch
    }
    assert len(counted) == report.fit.matches
    assert f"{report.fit.resamplings} resamplings" in report.fit.sentence


def test_a_long_ladder_is_fitted_in_part_and_says_so(results: list[Result]) -> None:
    """Only the last matches are fitted, with fewer resamplings."""
    whole = Report.of(FACTS, results)
    points = fit(whole.counted[-60:]).points

    report = Report.of(FACTS, results, bounds=Bounds(matches=60, steps=3e4))

    assert points == {player: figure.value for player, figure in report.fit.figures.items()}
    assert 60 == report.fit.matches
    assert 40 <= report.fit.resamplings < whole.fit.resamplings
    assert f"the last 60 of {len(report.counted)} matches" in report.fit.sentence


def test_without_work_enough_there_is_a_sentence_instead_of_a_fit(results: list[Result]) -> None:
    """Intervals from a handful of resamplings would be worth nothing."""
    report = Report.of(FACTS, results, bounds=Bounds(steps=100))

    assert {None} == {row.batch for row in report.rows}
    assert "There is no batch fit: with 6 players" in report.fit.sentence


def test_histories_begin_at_first_and_end_now(report: Report) -> None:
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
    longest = max(map(len, Report.of(FACTS, simulated("abcd", 100)).histories.values()))
    assert longest == MOST_POINTS


def test_before_and_after_join_up(report: Report) -> None:
    """What a match leaves is what the next one starts from."""
    matches = report.last_matches("ada", 1000)

    assert matches == list(reversed(report.played["ada"]))
    for newer, older in pairwise(matches):
        assert older.after == newer.before
        assert (older.number is None) == (older.before == older.after)


def test_last_matches_are_the_newest(report: Report) -> None:
    """At most so many, and none if none is asked for."""
    assert list(report.played["ada"])[-2:][::-1] == report.last_matches("ada", 2)
    assert [] == report.last_matches("ada", 0)


def test_an_unknown_player_is_named_with_who_is_near(report: Report) -> None:
    """The sentence says what to ask instead."""
    with pytest.raises(UnknownPlayer, match=r"'besemer' has no match .* did you mean 'bessemer'"):
        report.last_matches("besemer", 5)


def test_faults_and_days_are_counted(report: Report, results: list[Result]) -> None:
    """By kind, in matches that count; the days add up to all of them."""
    counted = [result for result in results if counts(result)]
    said = sum(row.faults.bot + row.faults.network for row in report.rows)

    assert sum(len(result.faults) for result in counted) == said > 0
    assert said == sum(row.standing.faults for row in report.rows)
    assert len(counted) == sum(report.days.values()) == len(report.counted)
    assert len(results) - len(counted) == report.uncounted > 0
    assert "2026-02-02" == next(iter(report.days))


def test_seats_share_the_wins(report: Report) -> None:
    """Somebody wins every match: the shares of all seats are one."""
    shares = [figure.value for figure in report.wins_by_seat if figure]

    assert 4 == len(shares)
    assert sum(shares) == pytest.approx(1.0)


def test_odd_ladders_have_a_report(odd: Report) -> None:
    """Nothing, nothing that counts, one match, many players: all are computed."""
    assert len(odd.players) == len(odd.histories)
    assert bool(odd.counted) == bool(odd.rows)
    assert odd.fit.sentence
    assert set(odd.players) <= set(odd.played)
