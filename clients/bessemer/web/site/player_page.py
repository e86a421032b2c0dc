"""The page of one player: where it stands, its rating over time, its rivals, its matches."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bessemer.charts.html import Heading, cell, paragraph, raw_cell, table, text
from bessemer.runner.report import phrases
from bessemer.runner.report.course import CourseMatch
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.rating_curves import rating_plot
from bessemer.web.site.figures import interval
from bessemer.web.site.shell import slug
from bessemer.web.site.standings_page import match_link, player_link

_LAST: Final = 60


def player_parts(report: LadderReport, player: str, base: str) -> Iterable[str]:
    """What stands on the page; `base` leads from it to the ladder's folder."""
    row = next(row for row in report.rows if row.standing.player == player)
    one = row.standing
    yield f"<h1>{text(player)}</h1>"
    retired = " A newer version has replaced it." if row.is_retired else ""
    yield paragraph(
        f"Place {row.place} of {len(report.rows)} in {phrases.title(report)}.{retired}", "soft"
    )
    yield '<dl class="numbers">'
    for name, value in (
        ("rating", phrases.rating(one.rating)),
        ("matches", f"{one.matches:,}"),
        ("wins", phrases.share(one.wins)),
        ("median score", phrases.median(one.median_score)),
        ("faults", f"{one.faults:,}"),
    ):
        yield f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>"
    yield "</dl>"
    if row.faults.last:
        yield paragraph(f"The last fault: {row.faults.last}", "alert")
    yield '<div class="columns"><section><h2>Rating over time</h2>'
    yield (
        f'<img class="plot" src="{base}players/{slug(player)}.svg" width="960" height="460" '
        f'alt="The rating of {text(player)} over time, now {text(phrases.rating(one.rating))}">'
    )
    yield "</section><section><h2>Rivals</h2>"
    yield from _rivals(report, player, base)
    yield "</section></div><h2>Matches</h2>"
    yield from _matches(report.last_matches(player, _LAST), base)
    yield f'<p><a href="{base}matches.html?player={slug(player)}">All matches of this player</a></p>'


def player_plot(report: LadderReport, player: str) -> str:
    """Its rating over time, as a picture."""
    rows = tuple(row for row in report.rows if row.standing.player == player)
    return rating_plot(replace(report, rows=rows, histories={player: report.histories[player]}))


def _rivals(report: LadderReport, player: str, base: str) -> Iterable[str]:
    rivals = [
        (other, report.matchups[player, other])
        for other in report.players
        if (player, other) in report.matchups
    ]
    headings = [
        Heading("rival", is_number=False),
        Heading("matches"),
        Heading("placed above %"),
        Heading("interval", is_number=False),
    ]
    rows = [
        [
            f'<th scope="row">{player_link(other, base)}</th>',
            cell(f"{one.matches:,}"),
            cell(phrases.share(one.share), f"number {phrases.side(one.share, 0.5)}".strip()),
            raw_cell(interval(one.share, 0.0, 1.0)),
        ]
        for other, one in rivals
    ]
    yield from table("How often it was placed above each, the best of them first", headings, rows)


def _matches(played: Iterable[CourseMatch], base: str) -> Iterable[str]:
    headings = [
        Heading("ended (UTC)", is_number=False),
        *map(Heading, ("rank", "score")),
        Heading("with", is_number=False),
        Heading("rating"),
        Heading("fault", is_number=False),
    ]
    rows = [
        [
            raw_cell(
                match_link(one.result.match_id, base, text(phrases.day_and_time(one.result.ended))),
                "nowrap",
            ),
            cell(phrases.rank(one)),
            cell(phrases.at_seat(one.result.scores, one)),
            cell(phrases.others(one), "who"),
            cell(phrases.change(one)),
            cell(phrases.faults(one), "alert" if phrases.faults(one) else ""),
        ]
        for one in played
    ]
    yield from table("The newest first; the rating before and after", headings, rows)
