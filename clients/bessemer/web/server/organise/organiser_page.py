"""What an organiser sees."""

from collections.abc import Iterable, Sequence

from bessemer.charts.html import Heading, cell, paragraph, row_head, table, text
from bessemer.runner.report import phrases
from bessemer.runner.report.failures import on_page
from bessemer.web.server.accounts.people import Person
from bessemer.web.server.forms import csrf_field
from bessemer.web.server.sources import LINKS
from bessemer.web.site.ladder_site import LadderSite
from bessemer.web.site.shell import page


def organiser_page(
    sites: Sequence[LadderSite],
    logs: Sequence[tuple[str, str]],
    person: Person | None,
    said: str,
    *,
    is_confirmed: bool,
) -> str:
    """How the bots are: faults, failures of their programs, the ends of their logs; and what to do."""
    parts = ["<h1>Bots</h1>"]
    if said:
        parts.append(f'<p class="strong" role="status">{text(said)}</p>')
    if person is not None:
        parts += _actions(person, is_confirmed=is_confirmed)
    for site in sites:
        report = site.report
        failing = [row for row in report.rows if row.standing.faults]
        parts.append(f"<h2>{text(phrases.title(report))}</h2>")
        if not failing and not report.failures:
            parts.append(paragraph("No bot and no network failed."))
        headings = [
            Heading("player", is_number=False),
            *map(Heading, ("matches", "faults")),
            Heading("the last one", is_number=False),
        ]
        rows = [
            [
                row_head(row.standing.player, 60),
                cell(f"{row.standing.matches:,}"),
                cell(f"{row.standing.faults:,}", "number alert"),
                cell(phrases.short(row.faults.last, 200), ""),
            ]
            for row in failing
        ]
        if rows:
            parts += table("Players with faults in matches that count", headings, rows)
        parts += on_page(report)
    parts.append("<h2>Logs</h2>")
    if not logs:
        parts.append(paragraph("No bot has written anything.", "soft"))
    for name, end in logs:
        parts.append(f"<details><summary>{text(name)}</summary><pre>{_lines(end)}</pre></details>")
    return page("Bots", "organiser", LINKS, parts)


def _lines(content: str) -> str:
    """Lines of a log, safe, each on its own."""
    return "\n".join(text(line) for line in content.splitlines())


def _actions(person: Person, *, is_confirmed: bool) -> Iterable[str]:
    """Forms for what only an organiser may do; none of it can be undone quietly: it is in the audit log."""
    again = (
        ""
        if is_confirmed
        else '<label>Your token, again <input name="token" type="password" required '
        'autocomplete="off"></label>'
    )
    forms = (
        ("abort", "End a match without a result", "match id"),
        ("ban", "Ban a player", "name"),
        ("unban", "Let a player in again", "name"),
    )
    yield f"<h2>Organise</h2><p>You are {text(person.name)}.</p>"
    for do, title, name in forms:
        yield (
            f'<form class="card" method="post" action="/organiser"><h2>{title}</h2>'
            f"{csrf_field(person.csrf)}"
            f'<input type="hidden" name="do" value="{do}">'
            f'<label>{name} <input name="name" required></label>'
            f'<label>reason <input name="reason" required></label>{again}'
            f"<button>{title}</button></form>"
        )
