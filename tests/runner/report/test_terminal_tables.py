"""Tables on a terminal: what is shown at which width, and sentences where there is nothing."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from bessemer.matches.bot_reports import ReportedCosts
from bessemer.ratings.results import Result
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport, UnknownPlayer
from bessemer.runner.report.terminal_tables import show_history, show_matrix, show_standings
from tests.runner.report.conftest import FACTS, HOSTILE, lonely, simulated


def terminal(width: int, *, colours: bool = False) -> Console:
    """A terminal that keeps what it is told."""
    return Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colours,
        color_system="standard" if colours else None,
        highlight=False,
    )


def said(console: Console) -> str:
    """What it was told."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_costs_of_models_have_a_table_of_their_own(report: LadderReport) -> None:
    """By decision, of those who report them alone; and a line for each match."""
    console = terminal(200)
    show_standings(report, console)
    assert "Language models" not in said(console)

    name = report.rows[0].standing.player
    costs = ReportedCosts(30, 9000, 450, 15_000, 2, 1, 1, decisions=10)
    results = [
        replace(one, costs={one.players.index(name): costs} if name in one.players else {})
        for one in report.counted[:8]
    ]
    told = LadderReport.of(FACTS, results)
    show_standings(told, console)
    line = said(console).rpartition("Language models")[2]
    number = sum(name in one.players for one in results)
    found = re.search(rf"{re.escape(name)} .*", line)
    assert found
    assert [f"{10 * number:,}", "900", "45", "1.5"] == re.findall(r"[\d,.]+", found[0])[-7:-3]
    show_history(told, name, console)
    assert "9,000 tokens in, 450 out, 15.0 s, 2 illegal" in said(console)


def test_a_wide_terminal_shows_every_column(report: LadderReport) -> None:
    """The rating, wins at each seat with intervals, median and faults."""
    console = terminal(200)
    show_standings(report, console)
    best = report.rows[0]

    assert phrases.rating(best.standing.rating) in said(console)
    assert phrases.share(best.standing.wins_by_seat[3]) in said(console)
    assert phrases.median(best.standing.median_score) in said(console)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_columns_give_way_silently(report: LadderReport, width: int) -> None:
    """No figure is cut, no line is too long, and the rating and the wins are always there."""
    console = terminal(width)
    show_standings(report, console)
    table = said(console)

    assert phrases.rating(report.rows[0].standing.rating) in table
    assert phrases.share(report.rows[0].standing.wins) in table
    assert max(map(len, table.splitlines())) <= width
    assert (width == 120) == (phrases.share(report.rows[0].standing.wins_by_seat[3]) in table)
    assert "room" not in table


def test_colours_mean_above_and_below_even(report: LadderReport) -> None:
    """The best is green, the last is red."""
    console = terminal(80, colours=True)
    show_standings(report, console)

    best, last = report.rows[0].standing.rating, report.rows[-1].standing.rating
    assert f"\x1b[32m{phrases.rating(best)}" in said(console)
    assert f"\x1b[31m{phrases.rating(last)}" in said(console)


def test_no_name_commands_the_terminal(report: LadderReport) -> None:
    """Escape sequences in a name are shown as signs, in every table."""
    console = terminal(100)
    show_standings(report, console)
    show_matrix(report, console)
    show_history(report, HOSTILE, console)

    assert "\x1b" not in said(console)
    assert "<b onload" in said(console)


def test_the_matrix_has_intervals_where_there_is_room(report: LadderReport) -> None:
    """Share, interval and count in a wide terminal, the share alone in a narrow one."""
    first, second = report.players[:2]
    matchup = report.matchups[first, second]
    wide, narrow = terminal(160), terminal(60)
    show_matrix(report, wide)
    show_matrix(report, narrow)

    def line(console: Console) -> str:
        return next(line for line in said(console).splitlines() if line.startswith("1 "))

    assert phrases.share(matchup.share) in line(wide)
    assert phrases.share(matchup.share) not in line(narrow)
    assert phrases.percent(matchup.share.value) == line(narrow).split("·")[1].split()[0]


def test_the_matrix_of_many_is_cut_and_says_so() -> None:
    """Two hundred players have no room; the first ones are shown, whole."""
    report = LadderReport.of(FACTS, simulated([f"p{at}" for at in range(200)], 60))
    console = terminal(80)
    show_matrix(report, console)

    assert f"of {len(report.rows)} players" in said(console)
    assert max(map(len, said(console).splitlines())) <= 80
    assert "…" not in said(console)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_history_tells_a_players_matches(report: LadderReport, width: int) -> None:
    """Rank and rating before and after, and below the table what went wrong."""
    console = terminal(width)
    show_history(report, "ada", console, 5)
    newest = report.played["ada"][-1]

    assert phrases.change(newest) in said(console)
    assert "the last 5 of" in said(console)
    assert max(map(len, said(console).splitlines())) <= width
    assert newest.result.match_id in said(console)
    assert (width > 60) == (phrases.day_and_time(newest.result.ended) in said(console))


def test_history_of_faults(report: LadderReport) -> None:
    """A fault is told with its match and its message."""
    played = next(one for one in report.played["ada"][::-1] if phrases.faults(one))
    console = terminal(120)
    show_history(report, "ada", console, 1000)

    assert f"Fault in match {played.result.match_id}: {phrases.faults(played)}" in said(console)


def test_history_of_what_does_not_count() -> None:
    """Matches that do not count are in it, and the missing rating is explained."""
    console = terminal(100)
    show_history(LadderReport.of(FACTS, lonely()), "b", console)

    assert "not counted" in said(console)
    assert "None of b's matches counts" in said(console)


def test_history_of_nobody(report: LadderReport) -> None:
    """The command is told by an error whose message is a sentence."""
    with pytest.raises(UnknownPlayer, match="has no match in the ladder 'spring'"):
        show_history(report, "nobody at all", terminal(80))


def test_without_results_there_is_a_sentence() -> None:
    """Nothing, and nothing that counts, are two different sentences."""
    empty, uncounted = terminal(100), terminal(100)
    for show in (show_standings, show_matrix):
        show(LadderReport.of(FACTS, []), empty)
        show(LadderReport.of(FACTS, lonely()), uncounted)

    assert 2 == said(empty).count("There is no result yet")
    assert 2 == said(uncounted).count("No match counts yet; 3 not counted")


def test_odd_ladders_are_shown(odd: LadderReport) -> None:
    """At the narrowest and at the usual width no line is longer than the terminal."""
    for width in (30, 80):
        console = terminal(width)
        show_standings(odd, console)
        show_matrix(odd, console)
        assert max(map(len, said(console).splitlines())) <= width


def test_a_frozen_ladder_says_so(results: list[Result]) -> None:
    """And who is in it still stands where he stood."""
    console = terminal(100)
    show_standings(LadderReport.of(FACTS._replace(is_frozen=True), results[:8]), console)

    assert "The ladder is frozen" in said(console)
