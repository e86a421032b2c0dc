"""The shell of a page and the pieces of HTML that it is made of; all text is escaped here."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from bessemer.printable import printable

_STYLE: Final = """\
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff;
  --band: #f3f5f7; --rule: #d5d9de; --above: 0 98 163; --below: 184 74 0; --alert: #a8321a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a3acb6; --paper: #15181c; --band: #1e2329; --rule: #3d444d;
    --above: 98 181 240; --below: 242 163 58; --alert: #ff9e80; }
}
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; max-width: 46rem; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.alert { color: var(--alert); font-weight: 600; }
svg { display: block; width: 100%; min-width: 34rem; height: auto; }
.scroll { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-size: 0.925rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
caption span { position: sticky; left: 0; display: inline-block;
  max-width: calc(100vw - 2.5rem); }
th, td { padding: 0.3rem 0.55rem; text-align: left; vertical-align: middle;
  border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--rule); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
code { font-size: 0.85rem; }
"""


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """A whole page, light and dark, that needs nothing else; `style` adds to the common one."""
    head = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{text(title)}</title>",
        f"<style>{_STYLE}{style}</style></head><body>",
    ]
    return "\n".join([*head, *parts, "</body></html>"]) + "\n"


class Heading(NamedTuple):
    """The heading of a column."""

    name: str
    is_number: bool = True


def text(words: str) -> str:
    """Words that may come from anybody, safe inside an element or an attribute."""
    return escape(printable(words), quote=True)


def paragraph(words: str, look: str = "") -> str:
    """A paragraph."""
    return f"<p{_class(look)}>{text(words)}</p>"


def cell(words: str, look: str = "number", sort: float | None = None) -> str:
    """A cell of a table; `sort` is by what a reader may sort its column."""
    return raw_cell(text(words), look, sort)


def raw_cell(
    inside: str, look: str = "", sort: float | None = None, *, style: str = "", title: str = ""
) -> str:
    """A cell that holds markup; the title is shown on hovering."""
    value = "" if sort is None else f' data-sort="{sort!r}"'
    look_of_its_own = f' style="{style}"' if style else ""
    hint = f' title="{text(title)}"' if title else ""
    return f"<td{_class(look)}{look_of_its_own}{value}{hint}>{inside}</td>"


def row_head(words: str, most: int = 60) -> str:
    """The first cell of a line, cut to so many signs; the whole text is shown on hovering."""
    short = words if len(words) <= most else words[: most - 1] + "…"
    whole = "" if short == words else f' title="{text(words)}"'
    return f'<th scope="row"{whole}>{text(short)}</th>'


def table(
    caption: str, headings: Sequence[Heading], rows: Iterable[Sequence[str]], look: str = ""
) -> Iterable[str]:
    """A table that is scrolled by itself where the page is narrow."""
    yield f"{scrolling(caption)}<table{_class(look)}>"
    yield f"<caption><span>{text(caption)}</span></caption>"
    yield "<thead><tr>"
    for heading in headings:
        yield f'<th scope="col"{_class("number" * heading.is_number)}>{text(heading.name)}</th>'
    yield "</tr></thead><tbody>"
    for row in rows:
        yield f"<tr>{''.join(row)}</tr>"
    yield "</tbody></table></div>"


def scrolling(label: str) -> str:
    """Opens a part that is scrolled by itself, with the keyboard too, where the page is narrow."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{text(label)}">'


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""
