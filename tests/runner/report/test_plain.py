"""JSON and CSV have the report's exact figures."""

import csv
import io
import json
from typing import Any

import pytest

from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.ratings.scale import Figure
from bessemer.ratings.standings import matchups, standings
from bessemer.runner.report.facts import LadderReport, UnknownPlayer
from bessemer.runner.report.plain import ReportPart, to_csv, to_json
from tests.runner.report.conftest import FACTS, HOSTILE


def figure(found: Any) -> Figure | None:  # noqa: ANN401  # what JSON has
    """A figure as JSON has it, read back."""
    return None if found is None else Figure(found["value"], *found["interval"])


def lines(text: str) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_standings_in_json_are_those_of_the_ladder(
    report: LadderReport, results: list[Result]
) -> None:
    """Every figure, exactly, in the same order."""
    ratings = Ratings.rebuilt(results)
    rows = standings(results, {player: ratings.rating(player).figure for player in ratings})

    found = json.loads(to_json(report, ReportPart.STANDINGS))["standings"]

    assert len(rows) == len(found)
    for row, said in zip(rows, found, strict=True):
        assert (row.player, row.matches, row.faults) == (
            said["player"],
            said["matches"],
            said["faults"],
        )
        for name in ("rating", "wins", "placement", "median_score"):
            assert getattr(row, name) == figure(said[name])
        assert row.wins_by_seat == tuple(map(figure, said["wins_by_seat"]))


def test_matrix_in_json_is_that_of_the_ladder(report: LadderReport, results: list[Result]) -> None:
    """Every two who met, with share, interval and count."""
    found = json.loads(to_json(report, ReportPart.MATRIX))["matrix"]

    assert {pair: (one.matches, one.share) for pair, one in matchups(results).items()} == {
        (one["player"], one["other"]): (one["matches"], figure(one["share"])) for one in found
    }


def test_history_in_json(report: LadderReport) -> None:
    """The newest match first, with rank, score, company and the rating's change."""
    newest = report.played["ada"][-1]

    found = json.loads(to_json(report, ReportPart.HISTORY, "ada", 3))

    first = found["history"][0]
    assert ("ada", 3) == (found["player"], len(found["history"]))
    assert newest.result.match_id == first["match_id"]
    assert newest.result.ranks[newest.seat] == first["rank"]
    assert newest.result.scores[newest.seat] == first["score"]
    assert newest.after.figure == figure(first["after"])
    assert set(newest.result.players) - {"ada"} == {one["player"] for one in first["others"]}


def test_json_is_one_line_with_stable_keys(odd: LadderReport) -> None:
    """The ladder is described in the same way whatever happened in it."""
    text = to_json(odd, ReportPart.STANDINGS)

    assert 1 == len(text.splitlines())
    assert [
        *("name", "game", "options", "season", "seats", "is_frozen", "voided", "now", "matches"),
        *("not_counted", "players", "wins_by_seat", "days"),
    ] == list(json.loads(text)["ladder"])


@pytest.mark.parametrize("part", [ReportPart.STANDINGS, ReportPart.MATRIX])
def test_csv_has_a_header_and_a_line_for_each_in_json(odd: LadderReport, part: ReportPart) -> None:
    """Names with commas and quotes come back whole; lines end as RFC 4180 has it."""
    text = to_csv(odd, part)
    found = json.loads(to_json(odd, part))[part.value]

    assert text.endswith("\r\n")
    assert [one["player"] for one in found] == [line["player"] for line in lines(text)]


def test_csv_figures_are_exact(report: LadderReport) -> None:
    """An interval is in two columns of its own."""
    best = report.rows[0].standing
    line = lines(to_csv(report, ReportPart.STANDINGS))[0]

    assert best.rating == Figure(
        float(line["rating"]), float(line["rating_low"]), float(line["rating_high"])
    )
    assert best.wins_by_seat[3] is not None
    assert best.wins_by_seat[3].low == float(line["wins_seat_3_low"])


def test_history_in_csv(report: LadderReport) -> None:
    """The company is JSON inside one field, since names may hold any sign."""
    line = lines(to_csv(report, ReportPart.HISTORY, HOSTILE, 1))[0]
    played = report.played[HOSTILE][-1]

    assert played.result.match_id == line["match_id"]
    assert 3 == len(json.loads(line["others"]))


@pytest.mark.parametrize("write", [to_json, to_csv])
def test_an_unknown_player_has_no_history(report: LadderReport, write: Any) -> None:  # noqa: ANN401
    """The caller is told, and nothing is printed."""
    with pytest.raises(UnknownPlayer):
        write(report, ReportPart.HISTORY, "nobody")


def test_a_result_without_ranks_is_in_the_history() -> None:
    """What does not count may lack anything."""
    report = LadderReport.of(FACTS, [Result("m", ("a", "b"), ())])

    found = json.loads(to_json(report, ReportPart.HISTORY, "a"))["history"]

    assert [(None, None, None)] == [(one["number"], one["rank"], one["score"]) for one in found]
