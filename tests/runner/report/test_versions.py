"""The versions of a name in tables, files and on the page."""

import csv
import io
import json
from functools import partial

import pytest
from rich.console import Console

from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.plain import ReportPart, to_csv, to_json
from bessemer.runner.report.terminal_tables import show_history, show_standings
from bessemer.runner.report.versions import rows_of
from bessemer.web.site.report_page import report_page as page
from tests.runner.report.conftest import FACTS, simulated

PLAYERS = ["ada:1", "bessemer", "cort", "darby", "emil"]


@pytest.fixture(scope="module")
def report() -> LadderReport:
    """Ten blocks with ada:1, then five with ada:2 in its place."""
    results = simulated(PLAYERS, 10)
    later = simulated(["ada:2", *PLAYERS[1:]], 15, seed=2)[40:]
    return LadderReport.of(FACTS._replace(retired=("ada:1",)), [*results, *later])


def shown(show: object, *args: object) -> str:
    """What is printed on a wide terminal."""
    console = Console(file=io.StringIO(), width=160)
    show(*args, console)  # type: ignore[operator]
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_a_name_has_all_its_versions_the_newest_first(report: LadderReport) -> None:
    """Each with a place, a rating and matches of its own; a version by its own name alone."""
    assert ["ada:2", "ada:1"] == [row.standing.player for row in rows_of(report, "ada")]
    assert ["ada:1"] == [row.standing.player for row in rows_of(report, "ada:1")]
    assert [False, True] == [row.is_retired for row in rows_of(report, "ada")]
    counts = [len(report.matches_of(name)) for name in ("ada:1", "ada:2")]
    assert sum(counts) == len(report.matches_of("ada"))
    assert 0 not in counts


def test_the_history_of_a_name_tells_its_versions_apart(report: LadderReport) -> None:
    """One list in the order of time, and where each version stands."""
    history = shown(partial(show_history, most=100), report, "ada")
    found = json.loads(to_json(report, ReportPart.HISTORY, "ada", 100))

    assert "version" in history
    assert "ada:2 is at" in history
    assert "ada:1 (retired) is at" in history
    assert "version" not in shown(show_history, report, "ada:1")
    ends = [one["ended"] for one in found["history"]]
    assert sorted(ends, reverse=True) == ends
    assert {"ada:1", "ada:2"} == {one["player"] for one in found["history"]}
    assert [("2", False), ("1", True)] == [
        (one["version"], one["retired"]) for one in found["versions"]
    ]


def test_standings_say_which_versions_are_retired(report: LadderReport) -> None:
    """On the terminal, in JSON and CSV, and on the page, which lists the versions of each name."""
    rows = json.loads(to_json(report, ReportPart.STANDINGS))["standings"]
    lines = list(csv.DictReader(io.StringIO(to_csv(report, ReportPart.STANDINGS))))

    assert "ada:1 (retired)" in shown(show_standings, report)
    assert {("ada", "1", True), ("ada", "2", False)} == {
        (row["name"], row["version"], row["retired"]) for row in rows if row["name"] == "ada"
    }
    assert {("bessemer", "", "0"), ("ada", "1", "1")} <= {
        (line["name"], line["version"], line["retired"]) for line in lines
    }
    assert "<h2>Versions</h2>" in page(report)
    assert "ada:1 (retired)" in page(report)


def test_a_ladder_without_versions_says_nothing_of_them() -> None:
    """No heading, no word."""
    plain = page(LadderReport.of(FACTS, simulated(["ada", "bessemer", "cort", "darby"], 2)))

    assert "<h2>Versions" not in plain
    assert "retired" not in plain
