"""A ladder's report as one HTML page that needs nothing else: no network, light and dark."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bessemer.charts import html
from bessemer.charts.html import paragraph, scrolling, text
from bessemer.runner.report import failures, phrases
from bessemer.runner.report import page_tables as tables
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.format_page import on_page
from bessemer.runner.report.rating_curves import rating_plot
from bessemer.runner.report.versions import versions
from bessemer.runtime.whole_files import write_whole

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


_STYLE: Final = """\
dl { max-width: 46rem; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin: 0; }
svg { min-width: 40rem; }
thead button { all: unset; cursor: pointer; }
thead button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
[aria-sort=ascending] button::after { content: " ▲"; }
[aria-sort=descending] button::after { content: " ▼"; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--paper); font-weight: 600;
  max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
td.above { color: rgb(var(--above)); }
td.below { color: rgb(var(--below)); }
.range { display: block; position: relative; width: 8rem; height: 1rem; }
.range i { position: absolute; top: 0.4rem; height: 0.2rem; border-radius: 0.1rem;
  background: var(--soft); }
.range b { position: absolute; top: 0.15rem; width: 0.25rem; height: 0.7rem; margin-left: -0.12rem;
  border-radius: 0.1rem; background: var(--ink); }
.heat td { text-align: center; min-width: 1.6rem; padding: 0.3rem; line-height: 1.25; }
.heat small { display: block; opacity: 0.85; white-space: nowrap; }
.heat thead th { text-align: center; max-width: 6.5rem; overflow: hidden; text-overflow: ellipsis; }
.heat thead th:first-child { text-align: left; }
.bar { display: flex; align-items: center; gap: 0.5rem; white-space: nowrap; }
.bar span { position: relative; width: 5rem; height: 0.7rem; background: var(--band);
  border-radius: 0.15rem; overflow: hidden; }
.bar i { display: block; height: 100%; background: rgb(var(--above) / 0.75); }
.bar u { position: absolute; top: 0; bottom: 0; border-left: 2px dotted var(--ink); }
.days { display: flex; align-items: flex-end; gap: 2px; height: 6rem; max-width: 46rem;
  padding: 0; margin: 0 0 0.5rem; list-style: none; border-bottom: 1px solid var(--rule); }
.days li { flex: 1 1 0; min-width: 1px; max-width: 2rem; background: rgb(var(--above) / 0.75); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
td.who { min-width: 15rem; }
code { white-space: nowrap; }
@media (max-width: 30rem) {
  body { padding: 1rem 0.75rem 3rem; }
  th, td { padding: 0.3rem 0.45rem; }
  tbody th { max-width: 7.5rem; }
}
"""

_SCRIPT: Final = """\
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const sign = head.ariaSort === "descending" ? 1 : -1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      const body = table.tBodies[0];
      const key = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const order = (one, other) => {
        const [a, b] = [key(one), key(other)];
        return sign * (isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
"""
"""Sorts the standings by a column."""


def write_page(report: LadderReport, path: Path) -> None:
    """
    Write the page to a file, over what was there.

    Raises:
        OSError: the file cannot be written.
    """
    write_whole(path, page(report))


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
    return html.page(title, parts, _STYLE)


def _body(report: LadderReport) -> Iterable[str]:
    if report.outcome is not None:
        yield from on_page(report.outcome)
    else:
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
    yield f"<script>{_SCRIPT}</script>"


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
