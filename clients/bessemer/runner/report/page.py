"""A ladder's report as one HTML page that needs nothing else: no network, light and dark."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bessemer.charts import html
from bessemer.charts.html import paragraph, scrolling, text
from bessemer.runner.report import (
    failures,
    phrases,
)
from bessemer.runner.report import page_tables as tables
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.page_style import SCRIPT, STYLE
from bessemer.runner.report.rating_curves import rating_plot
from bessemer.runner.report.versions import versions

_MOST_DAYS: Final = 90
MEANING: Final = (
    (
        "rating",
        (
            "A player's strength in points, ± half of its 95 % interval; 1500 is the mean of all "
            "players here. 100 points more means to be placed above the other in 64 of 100 matches, "
            "200 points in 76. It is estimated from all matches at once, as if nobody changed."
        ),
    ),
    (
        "intervals",
        (
            "Of a hundred such intervals about 95 contain the true value. That two of them overlap does not "
            "mean that two players are equal."
        ),
    ),
    (
        "wins, placed above",
        (
            "The share of matches won, a shared win counting as a share; and the share of the others "
            "above whom a player was placed, ties counting half. Blue is above an even share for "
            "sure, orange below."
        ),
    ),
    (
        "faults",
        (
            "Matches in which the bot or its network failed: they count as they were ranked. What was "
            "the referee's or the organiser's fault does not count for anybody."
        ),
    ),
)


def write_page(report: LadderReport, path: Path) -> None:
    """
    Write the page to a file, over what was there.

    Raises:
        OSError: the file cannot be written.
    """
    path.write_text(page(report), encoding="utf-8")


def page(report: LadderReport) -> str:
    """The page."""
    title = phrases.title(report)
    parts = [
        f"<h1>{text(title)}</h1>",
        paragraph(phrases.setting(report)),
        paragraph(phrases.counted(report), "soft"),
        *(_body(report) if report.rows else ()),
        *failures.on_page(report),
    ]
    return html.page(title, parts, STYLE)


def _body(report: LadderReport) -> Iterable[str]:
    yield "<h2>Standings</h2>"
    yield from tables.standings(report)
    yield from versions(report)
    yield "<h2>Ratings over time</h2>"
    yield f"{scrolling('Ratings over time')}{rating_plot(report)}</div>"
    yield "<h2>Who is placed above whom</h2>"
    yield from tables.matrix(report)
    yield "<h2>Wins by seat</h2>"
    yield from tables.seats(report)
    yield "<h2>Faults</h2>"
    yield from tables.faults(report)
    if report.days:
        yield "<h2>Matches by day</h2>"
        yield from _days(report)
    yield "<h2>Last matches</h2>"
    yield from tables.last_matches(report)
    yield "<h2>How to read it</h2>"
    meanings = (f"<dt>{text(name)}</dt><dd>{text(said)}</dd>" for name, said in MEANING)
    yield f"<dl>{''.join(meanings)}</dl>"
    yield f"<script>{SCRIPT}</script>"


def _days(report: LadderReport) -> Iterable[str]:
    days = list(report.days.items())[-_MOST_DAYS:]
    most = max(count for _, count in days)
    yield '<ul class="days">'
    for day, count in days:
        said = f"{day}: {count:,}"
        yield (
            f'<li style="height: {100 * count / most:.0f}%" title="{said}">'
            f'<span class="hidden">{said}</span></li>'
        )
    yield "</ul>"
    yield paragraph(
        f"{days[0][0]} to {days[-1][0]}, days with matches only; at most {most:,} a day.", "soft"
    )
