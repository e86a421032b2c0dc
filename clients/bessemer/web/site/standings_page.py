"""The page of a ladder: who stands where, ratings over time, who beats whom, faults, the last matches."""

from collections.abc import Iterable
from typing import Final

from bessemer.charts.html import Heading, cell, paragraph, raw_cell, table, text
from bessemer.ratings.results import Result
from bessemer.runner.report import (
    failures,
    phrases,
)
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.format_page import on_page
from bessemer.runner.report.page import MEANING
from bessemer.runner.report.versions import label, versions
from bessemer.web.site.figures import interval, met
from bessemer.web.site.shell import slug

_MOST_IN_MATRIX: Final = 24
_LAST: Final = 12
_LONGEST: Final = 40


def standings_parts(report: LadderReport, base: str) -> Iterable[str]:
    """What stands on the page; `base` leads from it to the ladder's folder."""
    yield f"<h1>{text(phrases.title(report))}</h1>"
    yield paragraph(f"{phrases.setting(report).capitalize()}. {phrases.counted(report)}", "soft")
    if report.rows:
        yield from _body(report, base)
    else:
        yield paragraph("No match has been played yet. Play some: bessemer ladder run", "empty")
    yield from failures.on_page(report)


def _body(report: LadderReport, base: str) -> Iterable[str]:
    if report.outcome is None:
        yield from _standings(report, base)
        yield '<div class="columns"><section>'
        yield "<h2>Ratings over time</h2>"
        yield (
            f'<img class="plot" src="{base}ratings.svg" width="960" height="460" '
            f'alt="{text(_plot_text(report))}"></section>'
        )
    else:
        yield from on_page(report.outcome)
        yield "<div>"
    yield "<section><h2>The last matches</h2>"
    yield from last_matches(report.counted[-_LAST:][::-1], base)
    yield f'<p><a href="{base}matches.html">All {len(report.counted):,} matches</a></p></section></div>'
    yield "<h2>Who is placed above whom</h2>"
    yield from _matrix(report, base)
    yield from versions(report)
    yield "<details><summary>How to read the figures</summary><dl>"
    yield from (f"<dt>{text(name)}</dt><dd>{text(said)}</dd>" for name, said in MEANING)
    yield "</dl></details>"


def _plot_text(report: LadderReport) -> str:
    leaders = (
        f"{row.place}. {phrases.short(row.standing.player, 40)}: {phrases.rating(row.standing.rating)}"
        for row in report.rows[:5]
    )
    return f"Ratings over time. {'; '.join(leaders)}."


def player_link(player: str, base: str, shown: str = "") -> str:
    """A link to a player's page."""
    return f'<a href="{base}players/{slug(player)}.html">{text(phrases.short(shown or player, _LONGEST))}</a>'


def match_link(match_id: str, base: str, words: str) -> str:
    """A link to a match; `words` are markup."""
    return f'<a href="{base}match.html?m={text(match_id)}">{words}</a>'


def _standings(report: LadderReport, base: str) -> Iterable[str]:
    headings = [
        Heading("place"),
        Heading("player", is_number=False),
        Heading("rating"),
        Heading("interval", is_number=False),
        *map(Heading, ("matches", "wins %", "median score", "faults")),
    ]
    low = min(row.standing.rating.low for row in report.rows)
    high = max(row.standing.rating.high for row in report.rows)
    rows = [_standing(row, low, high, base) for row in report.rows]
    yield from table(
        "The best first; every figure with its 95 % interval", headings, rows, "sorted"
    )


def _standing(row: StandingRow, low: float, high: float, base: str) -> list[str]:
    one = row.standing
    rating = phrases.rating(one.rating)
    return [
        cell(str(row.place), sort=row.place),
        f'<th scope="row">{player_link(one.player, base, label(row))}</th>',
        cell(rating, "number strong", one.rating.value),
        raw_cell(interval(one.rating, low, high), "", one.rating.value),
        cell(f"{one.matches:,}", sort=one.matches),
        cell(phrases.share(one.wins), sort=-1.0 if one.wins is None else one.wins.value),
        cell(
            phrases.median(one.median_score),
            sort=0.0 if one.median_score is None else one.median_score.value,
        ),
        cell(f"{one.faults:,}", "number alert" if one.faults else "number", one.faults),
    ]


def last_matches(results: Iterable[Result], base: str) -> Iterable[str]:
    """Matches, each one click away."""
    headings = [Heading("ended (UTC)", is_number=False), Heading("who (score)", is_number=False)]
    rows = [
        [
            raw_cell(
                match_link(one.match_id, base, text(phrases.day_and_time(one.ended))), "nowrap"
            ),
            cell(phrases.everybody(one), "who"),
        ]
        for one in results
    ]
    yield from table("The newest first", headings, rows)


def _matrix(report: LadderReport, base: str) -> Iterable[str]:
    shown = report.players[:_MOST_IN_MATRIX]
    headings = [
        Heading("player", is_number=False),
        *(Heading(phrases.short(player, 10)) for player in shown),
    ]
    rows = [
        [
            f'<th scope="row">{player_link(player, base)}</th>',
            *(raw_cell("") if other == player else met(report, player, other) for other in shown),
        ]
        for player in shown
    ]
    yield from table(
        "Percent of matches in which the line's player was placed above the column's",
        headings,
        rows,
        "matrix",
    )
    if len(shown) < len(report.rows):
        yield paragraph(f"The first {len(shown)} of {len(report.rows)} players.", "soft")
