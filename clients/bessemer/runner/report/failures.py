"""The bots' failures in a report: bots that never started, raised, or answered what is no move."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.text import Text

from bessemer.faces.language import key, tr_key
from bessemer.runner.bots.bot_failures import BotFailure, FailureKind, counts_by_player
from bessemer.runner.report import phrases
from bessemer.runner.report.column_fitting import Column, drawn
from bessemer.runner.report.facts import LadderReport

_COUNTED: Final = (
    (key("exits"), FailureKind.EXIT),
    (key("exceptions"), FailureKind.EXCEPTION),
    (key("refused answers"), FailureKind.ANSWER),
    (key("losses on time"), FailureKind.TIME),
    (key("garbage lines"), FailureKind.GARBAGE),
)
_LONGEST_NAME: Final = 60


def to_facts(report: LadderReport) -> list[dict[str, Any]]:
    """For programs: everybody with a failure, with counts and what happened how often."""
    return [
        {
            "player": player,
            "matches": len(report.played.get(player, ())),
            **{name.replace(" ", "_"): counts[kind] for name, kind in _COUNTED},
            "causes": [
                {"kind": one.kind.value, "text": one.text, "count": one.times}
                for one in _of(report, player)
            ],
        }
        for player, counts in counts_by_player(report.failures).items()
    ]


def error_columns(report: LadderReport) -> list[Column]:
    """A column of the standings, if anything went wrong: how often, of everybody."""
    by_player = counts_by_player(report.failures)
    if not by_player:
        return []
    counts = [sum_of(by_player, row.standing.player) for row in report.rows]
    return [
        Column("errors", [Text(f"{each:,}", "yellow" if each else "dim") for each in counts], 2)
    ]


def sum_of(by_player: Mapping[str, Counter[FailureKind]], player: str) -> int:
    """All that went wrong with a bot, together."""
    found = by_player.get(player)
    return sum(found[kind] for _, kind in _COUNTED) if found else 0


def show_failures(report: LadderReport, console: Console) -> None:
    """Print them as a table below the standings; nothing if nothing went wrong."""
    by_player = counts_by_player(report.failures)
    if not by_player:
        return
    columns = [
        Column("failed", [Text(name, "bold") for name in map(_short, by_player)], 0, "left", 32),
        *(
            Column(name, [Text(f"{counts[kind]:,}") for counts in by_player.values()])
            for name, kind in _COUNTED
        ),
    ]
    console.print()
    console.print(drawn(columns, console.width))
    for player in by_player:
        console.print(Text(f"{_short(player)}: {_most_frequent(report, player)}", "yellow"))


class FailureRow(NamedTuple):
    """What went wrong with a bot."""

    player: str
    matches: int
    counts: list[int]
    most_frequent: str


def failure_rows(report: LadderReport) -> list[FailureRow]:
    """The same for a page: everybody with a failure."""
    return [
        FailureRow(
            player,
            len(report.played.get(player, ())),
            [counts[kind] for _, kind in _COUNTED],
            _most_frequent(report, player),
        )
        for player, counts in counts_by_player(report.failures).items()
    ]


def kinds() -> list[str]:
    """What is counted, in words."""
    return [tr_key(name) for name, _ in _COUNTED]


def _of(report: LadderReport, player: str) -> list[BotFailure]:
    return [one for one in report.failures if one.player == player]


def _most_frequent(report: LadderReport, player: str) -> str:
    """Its cause in words; what kept a bot from playing at all goes first."""
    found = _of(report, player)
    has_played = player in report.played
    one = max(
        found, key=lambda one: (one.kind is FailureKind.DISABLED and not has_played, one.times)
    )
    never = "" if has_played else "never played; "
    times = f" ({one.times:,} times)" if one.times > 1 else ""
    return f"{never}{phrases.short(one.text, 200)}{times}"


def _short(player: str) -> str:
    return phrases.short(player, _LONGEST_NAME)
