"""The pieces of HTML that a report's page is made of; all text is escaped here."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from bessemer.printable import printable


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


def row_head(words: str, most: int = 0) -> str:
    """The first cell of a line, cut to so many signs; the whole text is shown on hovering."""
    short = words if not most or len(words) <= most else words[: most - 1] + "…"
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
