"""What stands on the page of a ladder: who stands where, ratings over time, who beats whom, faults."""

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from bessemer.faces.language import key, tr
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.runner.report import format_tables, phrases
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.failures import failure_rows, kinds
from bessemer.runner.report.rating_curves import rating_plot
from bessemer.runner.report.versions import label, version_rows
from bessemer.web.site.bracket import bracket_rounds
from bessemer.web.site.figures import met

_MOST_IN_MATRIX: Final = 24
_LAST: Final = 12
_MOST_DAYS: Final = 90
MEANING: Final = (
    (
        key("rating"),
        key(
            "A player's strength in points, ± half of its 95 % interval; 1500 is the mean of all "
            "players here. 100 points more means to be placed above the other in 64 of 100 matches, "
            "200 points in 76. It is estimated from all matches at once, as if nobody changed."
        ),
    ),
    (
        key("intervals"),
        key(
            "Of a hundred such intervals about 95 contain the true value. That two of them overlap does not "
            "mean that two players are equal."
        ),
    ),
    (
        key("wins, placed above"),
        key(
            "The share of matches won, a shared win counting as a share; and the share of the others "
            "above whom a player was placed, ties counting half. Green is above an even share for "
            "sure, red below."
        ),
    ),
    (
        key("faults"),
        key(
            "Matches in which the bot or its network failed: they count as they were ranked. What was "
            "the referee's or the organiser's fault does not count for anybody."
        ),
    ),
)


def standings_facts(report: LadderReport, base: str | None) -> dict[str, Any]:
    """
    What its template needs.

    Args:
        report: of the ladder.
        base: leads from the page to the ladder's folder; `None` for a page that stands alone.
    """
    even = phrases.even_share(report)
    days = list(report.days.items())[-_MOST_DAYS:]
    return {
        "report": report,
        "base": base,
        "title": phrases.title(report),
        "about": phrases.setting(report),
        "label": label,
        "met": met,
        "even": even,
        "most_wins": max([even, *_wins(report)]) or 1.0,
        "plot": Markup(rating_plot(report)) if base is None and report.rows else "",  # noqa: S704 - escaped where it is drawn
        "plot_text": _plot_text(report),
        "result": None if report.outcome is None else _result(report.outcome),
        "last": report.counted[-_LAST:][::-1],
        "shown": report.players[:_MOST_IN_MATRIX],
        "versions": version_rows(report),
        "failing": failing(report),
        "models": [
            (row.standing.player, phrases.model_costs(row.costs))
            for row in report.rows
            if row.costs is not None
        ],
        "days": days,
        "most_in_a_day": max((count for _, count in days), default=1),
        "meaning": MEANING,
        "failures": failure_rows(report),
        "kinds": kinds(),
    }


def failing(report: LadderReport) -> list[StandingRow]:
    """Whose bot or network failed, the most often first."""
    rows = [row for row in report.rows if row.standing.faults]
    return sorted(rows, key=lambda row: (-row.standing.faults, row.place))


def _wins(report: LadderReport) -> list[float]:
    everybody = [report.wins_by_seat, *(row.standing.wins_by_seat for row in report.rows)]
    return [figure.value for figures in everybody for figure in figures if figure is not None]


def _plot_text(report: LadderReport) -> str:
    leaders = (
        f"{row.place}. {phrases.short(row.standing.player, 40)}: {phrases.rating(row.standing.rating)}"
        for row in report.rows[:5]
    )
    return f"{tr('Ratings over time')}. {'; '.join(leaders)}."


def _result(result: FormatResult) -> Mapping[str, Any]:
    """The result of a format: the same table, or bracket, as on a terminal."""
    found = format_tables.columns(result)
    kinds_of = ["number" if one.justify == "right" else "nowrap" for one in found]
    return {
        "summary": format_tables.summary(result),
        "explanation": format_tables.explanation(result),
        "is_over": result.is_over,
        "bracket": None if result.bracket is None else list(bracket_rounds(result)),
        "headings": [(one.heading, "number" if one.justify == "right" else "") for one in found],
        "lines": [
            [
                (cell.plain, "player" if column.heading == "player" and cell.plain else kind)
                for column, cell, kind in zip(found, line, kinds_of, strict=True)
            ]
            for line in zip(*(column.cells for column in found), strict=True)
        ],
    }
