"""A ladder's standings, its matchups and a player's matches as tables on a terminal."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from bessemer.ladder.entrants import Entrant
from bessemer.printable import printable
from bessemer.runner.report import phrases
from bessemer.runner.report.column_fitting import Column, drawn, fitting
from bessemer.runner.report.course import CourseMatch
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.failures import error_columns, show_failures
from bessemer.runner.report.versions import label, sentences

_LOOKS: Final = {"above": "green", "below": "red", "": ""}
_MANY_FAULTS: Final = 0.05
"""The share of a player's matches with a fault from which on it is alarming."""


def show_standings(report: LadderReport, console: Console) -> None:
    """Print who stands where, every figure with its 95 % interval, in as many columns as fit."""
    console.print(Text(f"{phrases.title(report)}: {phrases.setting(report)}", "bold"))
    _say(console, phrases.counted(report))
    if not report.rows:
        show_failures(report, console)
        return
    columns = _columns(report, _seats(report))
    kept = fitting(columns, console.width)
    if kept != columns:
        kept = fitting(_columns(report, [_all_seats(report)]), console.width)
    console.print()
    console.print(drawn(kept, console.width))
    console.print()
    even = phrases.percent(phrases.even_share(report))
    _say(
        console,
        "rating: points ± half of the 95 % interval; 1500 is the mean of these players.",
        f"wins: percent, with the 95 % interval; even is {even} %.",
    )
    show_failures(report, console)


def show_history(report: LadderReport, player: str, console: Console, most: int = 20) -> None:
    """
    Print the last matches of a player or a name, at most so many, the newest first.

    Raises:
        UnknownPlayer: nobody of this name has played.
    """
    matches = report.last_matches(player, most)
    name = phrases.short(player, 40)
    total = len(report.matches_of(player))
    title = f"{name}: the last {len(matches)} of {total:,} matches, ended in UTC"
    columns = [
        *_version(matches),
        Column("ended", [Text(phrases.day_and_time(one.result.ended)) for one in matches], 4),
        Column("match", [Text(printable(one.result.match_id)) for one in matches], 2),
        Column("seat", [Text(str(one.seat)) for one in matches]),
        Column("rank", [_rank(one) for one in matches]),
        Column("score", [Text(phrases.at_seat(one.result.scores, one)) for one in matches], 3),
        Column("rating", [_change(one) for one in matches]),
        Column(
            "the others",
            [Text(phrases.others(one)) for one in matches],
            justify="left",
            most=120,
            wraps=True,
        ),
    ]
    kept = fitting(columns, console.width)
    console.print(Text(title, "bold"))
    console.print(drawn(kept, console.width))
    for one in matches:
        if said := phrases.faults(one):
            match = printable(one.result.match_id)
            console.print(Text(f"Fault in match {match}: {said}", "yellow"))
    standing = sentences(report, player)
    _say(console, *(standing or [f"None of {name}'s matches counts: it has no rating yet."]))


def _version(matches: Sequence[CourseMatch]) -> list[Column]:
    """Which version played, if they are several."""
    found = [Entrant.parse(one.result.players[one.seat]).version for one in matches]
    cells = [Text(printable(version) or phrases.NOTHING) for version in found]
    return [Column("version", cells)] if len(set(found)) > 1 else []


def _columns(report: LadderReport, seats: Sequence[Column]) -> list[Column]:
    rows, even = report.rows, phrases.even_share(report)
    standings = [row.standing for row in rows]
    return [
        Column("", [Text(row.place_text) for row in rows]),
        Column(
            "player",
            [Text(printable(label(row)), "" if row.is_retired else "bold") for row in rows],
            justify="left",
            most=32,
        ),
        Column(
            "rating",
            [
                Text(phrases.rating(one.rating), _look(phrases.rating_side(one.rating)))
                for one in standings
            ],
        ),
        Column("matches", [Text(f"{one.matches:,}") for one in standings], 1),
        Column(
            "wins",
            [
                Text(phrases.share(one.wins), _look(phrases.side(one.wins, even)))
                for one in standings
            ],
        ),
        *seats,
        Column("median score", [Text(phrases.median(one.median_score)) for one in standings], 4),
        Column("faults", [_faults(row) for row in rows], 2),
        *error_columns(report),
    ]


def _seats(report: LadderReport) -> list[Column]:
    """The wins at each seat, with their intervals."""
    even = phrases.even_share(report)
    figures = [row.standing.wins_by_seat for row in report.rows]
    return [
        Column(
            f"seat {seat}",
            [Text(phrases.share(of[seat]), _look(phrases.side(of[seat], even))) for of in figures],
            5,
        )
        for seat in range(len(report.wins_by_seat))
    ]


def _all_seats(report: LadderReport) -> Column:
    """The wins at each seat in one column: percent, from seat 0 on."""
    figures = [row.standing.wins_by_seat for row in report.rows]
    return Column("wins by seat", [Text(phrases.by_seat(of)) for of in figures], 5)


def _faults(row: StandingRow) -> Text:
    count = row.standing.faults
    if not count:
        return Text("0", "dim")
    is_alarming = count > _MANY_FAULTS * row.standing.matches
    return Text(f"{count:,}", "bold red" if is_alarming else "yellow")


def _rank(one: CourseMatch) -> Text:
    rank = phrases.at_seat(one.result.ranks, one)
    return Text(rank, "bold green" if rank == "1" else "")


def _change(one: CourseMatch) -> Text:
    gain = one.after.mean - one.before.mean
    look = "dim" if one.number is None else _look("above" if gain > 0 else "below" if gain else "")
    return Text(phrases.change(one), look)


def _look(side: str) -> str:
    return _LOOKS[side]


def _say(console: Console, *sentences: str) -> None:
    for sentence in sentences:
        console.print(Text(sentence))
