"""The result of a format on a terminal: a table of points, or the bracket of a knock-out."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from shutil import get_terminal_size
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from bessemer.ladder.formats.bracket import BracketRound, DecidedBy, Series
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.terms import Format
from bessemer.printable import printable
from bessemer.runner.report import phrases
from bessemer.runner.report.column_fitting import Column, drawn, fitting
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.failures import show_failures

_NAMES: Final = {
    Format.ROUND_ROBIN: "Round robin",
    Format.SWISS: "Swiss",
    Format.GAUNTLET: "Gauntlet",
    Format.KNOCKOUT: "Knock-out",
}
_DECISIONS: Final = {
    DecidedBy.PLACEMENT: "",
    DecidedBy.WINS: "by wins",
    DecidedBy.SCORE: "by score",
    DecidedBy.SEED: "by seed",
    DecidedBy.NOT_PLAYED: "not played",
}


class BracketLine(NamedTuple):
    """A player of a series, in words."""

    seed: str = ""
    player: str = ""
    points: str = ""
    wins: str = ""
    said: str = ""
    goes_on: bool = False


def show_result(report: LadderReport, result: FormatResult, console: Console) -> None:
    """Print the result of a format: who won, then the table or the bracket, in lines of one length."""
    console.print(Text(f"{phrases.title(report)}: {phrases.setting(report)}", "bold"))
    console.print(Text(phrases.counted(report)))
    console.print(Text(summary(result)))
    console.print()
    console.print(drawn(fitting(columns(result), console.width), console.width))
    console.print()
    console.print(Text(explanation(result)))
    show_failures(report, console)


def result_text(result: FormatResult) -> str:
    """The same in lines, without what is around it."""
    lines = StringIO()
    width = get_terminal_size().columns
    console = Console(highlight=False, width=width, file=lines, no_color=True)
    console.print(Text(summary(result)))
    console.print()
    console.print(drawn(fitting(columns(result), width), width))
    console.print()
    console.print(Text(explanation(result)))
    return lines.getvalue().rstrip()


def columns(result: FormatResult) -> Sequence[Column]:
    """The table of points, or the bracket with a line for each player of a series."""
    return _columns(result) if result.bracket is None else _bracket_columns(result)


def summary(result: FormatResult) -> str:
    """The format, how far it is, and who has won."""
    name, out_of = _NAMES[result.format], result.rounds_in_all
    rounds = "laps" if result.format is Format.GAUNTLET else "rounds"
    if not result.is_over:
        return f"{name}: {result.over} of {out_of} {rounds} are over."
    who = ", ".join(phrases.short(player, 40) for player in result.winners) or phrases.NOTHING
    if result.format is Format.KNOCKOUT:
        return f"{name}, {out_of} {rounds}. Champion: {who}."
    first = "Winner" if len(result.winners) < 2 else "Level in first place"
    return f"{name}, {out_of} {rounds}. {first}: {who}."


def explanation(result: FormatResult) -> str:
    """What the figures mean."""
    match result.format:
        case Format.SWISS:
            return (
                "points: a meeting gives 0 to 1, the share of the others beaten; a bye gives 1.\n"
                "Level on points: Buchholz, then Sonneborn-Berger (S-B), then wins decide."
            )
        case Format.KNOCKOUT:
            return (
                "points: the share of the others beaten in the series. Level on points: wins,\n"
                "then the sum of the scores, then the better seed decide."
            )
        case _:
            return (
                "average: points of a meeting, 0 to 1: the share of the others beaten. Level on it:\n"
                "Sonneborn-Berger (S-B), then wins, both of a meeting on average, decide."
            )


def round_title(number: int, *, is_final: bool) -> str:
    """The name of a round of a knock-out."""
    return "final" if is_final else f"round {number}"


def bracket_lines(result: FormatResult, series: Series, *, is_final: bool) -> Iterator[BracketLine]:
    """The players of a series, the best first."""
    meeting = series.meeting
    for player in series.order:
        goes_on = player in series.advancing
        said = ""
        if goes_on:
            said = "champion" if is_final else "advances"
            if player == series.advancing[-1] and series.decided_by is not None:
                said = " ".join(filter(None, (said, _DECISIONS[series.decided_by])))
        elif player in meeting.withheld:
            said = "did not play"
        yield BracketLine(
            str(result.seeds.index(player) + 1),
            printable(player),
            figure(meeting.points(player)) if meeting.is_over else phrases.NOTHING,
            figure(meeting.wins(player) * meeting.matches) if meeting.is_over else phrases.NOTHING,
            said,
            goes_on,
        )


def figure(value: Fraction) -> str:
    """A number of points: two digits at most, none that say nothing."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def label(player: str, result: FormatResult) -> str:
    """A player in the table."""
    return f"{player} (disqualified)" if player in result.out else player


def _columns(result: FormatResult) -> list[Column]:
    rows = result.table
    is_swiss = result.format is Format.SWISS
    has_byes = any(row.byes for row in rows)
    points = [Text(figure(row.points)) for row in rows]
    average = [Text(figure(row.average)) for row in rows]
    return [
        Column("place", [Text(str(row.place or "")) for row in rows]),
        Column(
            "player",
            [Text(printable(label(row.player, result)), "bold") for row in rows],
            justify="left",
            most=32,
        ),
        *([] if is_swiss else [Column("average", average)]),
        Column("points", points),
        *([Column("Buchholz", [Text(figure(row.buchholz)) for row in rows])] if is_swiss else []),
        Column("S-B", [Text(figure(row.sonneborn_berger)) for row in rows], 1),
        Column("wins", [Text(figure(row.wins)) for row in rows], 2),
        Column("meetings", [Text(str(row.meetings)) for row in rows], 3),
        *([Column("byes", [Text(str(row.byes)) for row in rows], 3)] if has_byes else []),
        Column("seed", [Text(str(result.seeds.index(row.player) + 1)) for row in rows], 4),
    ]


def _bracket_columns(result: FormatResult) -> Sequence[Column]:
    """All rounds in one table, an empty line between two series."""
    assert result.bracket is not None, "only a knock-out has one"
    rounds: list[str] = []
    lines: list[BracketLine] = []
    for number, each in enumerate(result.bracket.rounds, 1):
        title = round_title(number, is_final=each.is_final)
        for found in _groups_of_lines(result, each):
            if lines:
                lines.append(BracketLine())
                rounds.append("")
            lines += found
            rounds += [title, *[""] * (len(found) - 1)]
            title = ""
    return [
        Column("round", [Text(round_) for round_ in rounds], justify="left"),
        Column("seed", [Text(line.seed) for line in lines]),
        Column(
            "player",
            [Text(line.player, "bold" if line.goes_on else "") for line in lines],
            justify="left",
            most=32,
        ),
        Column("points", [Text(line.points) for line in lines]),
        Column("wins", [Text(line.wins) for line in lines]),
        Column("result", [Text(line.said) for line in lines], justify="left"),
    ]


def _groups_of_lines(result: FormatResult, each: BracketRound) -> Iterator[list[BracketLine]]:
    """The lines of each series, then those of the byes."""
    for series in each.series:
        yield list(bracket_lines(result, series, is_final=each.is_final))
    if each.byes:
        yield [
            BracketLine(
                str(result.seeds.index(player) + 1), printable(player), said="bye", goes_on=True
            )
            for player in each.byes
        ]
