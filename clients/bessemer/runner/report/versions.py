"""The versions of a name in a report: which there are, how each stands, and which were given up."""

from typing import NamedTuple

from bessemer.ladder.entrants import Entrant, is_meant
from bessemer.printable import printable
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport, StandingRow


def label(row: StandingRow) -> str:
    """A player's name, and whether it is a person, disqualified, or given up for a newer version."""
    player = f"{row.standing.player} (person)" if row.is_person else row.standing.player
    if not row.place:
        return f"{player} (disqualified)"
    return f"{player} (retired)" if row.is_retired else player


def rows_of(report: LadderReport, asked: str) -> list[StandingRow]:
    """The standings of a player, or of all versions of a name, the newest first."""
    rows = [row for row in report.rows if is_meant(row.standing.player, asked)]
    return sorted(rows, key=lambda row: _began(report, row), reverse=True)


def sentences(report: LadderReport, asked: str) -> list[str]:
    """Where a player stands, or each version of a name."""
    return [
        f"{printable(label(row))} is at {phrases.rating(row.standing.rating)}"
        + (f", place {row.place}." if row.place else ".")
        for row in rows_of(report, asked)
    ]


class VersionRow(NamedTuple):
    """A version of a name that has several."""

    name: str
    version: str
    row: StandingRow
    began: float


def version_rows(report: LadderReport) -> list[VersionRow]:
    """Every name that has several versions, with all of them."""
    names = [Entrant.parse(player).name for player in report.players]
    several = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    return [
        VersionRow(name, Entrant.parse(row.standing.player).version, row, _began(report, row))
        for name in several
        for row in rows_of(report, name)
    ]


def _began(report: LadderReport, row: StandingRow) -> float:
    """When its first match ended."""
    return report.played[row.standing.player][0].result.ended
