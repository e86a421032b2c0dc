"""What stands on the page of one player: its place, its rating over time, its rivals, its matches."""

from dataclasses import replace
from typing import Any, Final

from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.rating_curves import rating_plot

_LAST: Final = 60


def player_facts(report: LadderReport, player: str) -> dict[str, Any]:
    """What its template needs."""
    met = [(other, report.matchups.get((player, other))) for other in report.players]
    return {
        "report": report,
        "title": f"{player} · {phrases.title(report)}",
        "about": phrases.title(report),
        "row": next(row for row in report.rows if row.standing.player == player),
        "rivals": [(other, matchup) for other, matchup in met if matchup is not None],
        "played": report.last_matches(player, _LAST),
    }


def player_plot(report: LadderReport, player: str) -> str:
    """Its rating over time, as a picture."""
    rows = tuple(row for row in report.rows if row.standing.player == player)
    return rating_plot(replace(report, rows=rows, histories={player: report.histories[player]}))
