"""Who is placed above whom, as a table on a terminal: with intervals, or compact for many players."""

from typing import Final

from rich.console import Console
from rich.text import Text

from bessemer.printable import printable
from bessemer.runner.report import phrases
from bessemer.runner.report.column_fitting import GAP, Column, drawn
from bessemer.runner.report.facts import LadderReport

_MOST_WITH_INTERVALS: Final = 8
_NAME: Final = 16
_WIDE_CELL: Final = len("99% 95-100")
_COMPACT_CELL: Final = len("100")
_LOOKS: Final = {"above": "green", "below": "red", "": ""}


def show_matrix(report: LadderReport, console: Console) -> None:
    """Print in what share of their matches each player was placed above each other one."""
    if not report.matchups:
        console.print(Text(phrases.counted(report)))
        return
    players = report.players
    room = console.width - len(str(len(players))) - min(max(map(len, players)), _NAME)
    is_wide = len(players) <= _MOST_WITH_INTERVALS and len(players) * (_WIDE_CELL + GAP) < room
    gap = GAP if is_wide else 1
    shown = players if is_wide else players[: max(room // (_COMPACT_CELL + 1) - 1, 2)]
    columns = [
        Column("", [Text(str(place)) for place in range(1, len(shown) + 1)]),
        Column(
            "player",
            [Text(printable(player), "bold") for player in shown],
            justify="left",
            most=_NAME,
        ),
    ]
    for place, other in enumerate(shown, start=1):
        heading = phrases.short(other, _WIDE_CELL) if is_wide else str(place)
        cells = [_cell(report, player, other, is_wide=is_wide) for player in shown]
        columns.append(Column(heading, cells))
    console.print(Text(f"{phrases.title(report)}: who is placed above whom", "bold"))
    console.print(drawn(columns, console.width, gap))
    _explain(report, console, len(shown), is_wide=is_wide)


def _cell(report: LadderReport, player: str, other: str, *, is_wide: bool) -> Text:
    if player == other:
        return Text("·", "dim")
    matchup = report.matchups.get((player, other))
    if matchup is None:
        return Text(phrases.NOTHING, "dim")
    share = matchup.share
    look = _LOOKS[phrases.side(share, 0.5)]
    if is_wide:
        return Text(f"{phrases.share(share)}\n{matchup.matches:,}", look)
    return Text(phrases.percent(share.value), look)


def _explain(report: LadderReport, console: Console, shown: int, *, is_wide: bool) -> None:
    what = (
        "In each cell: the share of matches in which the player of the line was placed above the "
        "player of the column, ties counting half, with its 95 % interval; below, how many matches."
        if is_wide
        else "In each cell: in how many of 100 matches the player of the line was placed above the "
        "player at the place of the column. JSON and CSV have the intervals and the counts."
    )
    console.print(Text(f"{what} Green is above 50 % for sure, red below."))
    if shown < len(report.rows):
        console.print(
            Text(
                f"There is room for the first {shown} of {len(report.rows)} players; a wider "
                "terminal shows more, JSON and CSV show all."
            )
        )
