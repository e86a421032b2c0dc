"""Small strokes that every picture is made of: cells of a fixed width, and lines of them."""

import textwrap
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from bessemer.faces.language import tr

DIM: Final = "#8a9199"
STRONG: Final = "bold"
POINTED: Final = "on #2f3b4a"
"""The line under the cursor; a mark at its left says the same without colour."""
GOOD: Final = "#8ed18e"
BAD: Final = "bold #f08a7a"
_PLAYERS: Final = (
    "#6cc7e8",
    "#e89ac7",
    "#e8c66c",
    "#8ed18e",
    "#e8926c",
    "#a99ae8",
    "#5fd3bc",
    "#c8cf7a",
    "#d98c8c",
    "#9db4d0",
)
"""By seat. The letters tell players apart as well, so a table with more seats begins again."""


def player_colour(seat: int) -> str:
    """The colour of a seat."""
    return _PLAYERS[seat % len(_PLAYERS)]


def cell(content: str | Text, width: int, style: str = "", *, right: bool = False) -> Text:
    """`content` cut or filled to exactly `width` columns."""
    if width <= 0:
        return Text()
    text = content.copy() if isinstance(content, Text) else Text(content, style)
    if text.cell_len > width:
        text.truncate(width, overflow="ellipsis")
    gap = " " * max(0, width - text.cell_len)
    return Text.assemble(gap, text) if right else Text.assemble(text, gap)


def line(*parts: str | Text, width: int) -> Text:
    """The parts side by side, cut at `width` so that no line is ever broken into two."""
    text = Text.assemble(*parts, no_wrap=True)
    text.truncate(width, overflow="ellipsis")
    return text


def wrapped(pieces: list[Text], width: int, *, indent: int = 0, gap: str = "  ") -> list[Text]:
    """The pieces one after the other, in as many lines as they need; none is broken."""
    lines, current = [], Text(" " * indent)
    for piece in pieces:
        separator = gap if current.cell_len > indent else ""
        if current.cell_len + len(separator) + piece.cell_len > width and separator:
            lines.append(current)
            current, separator = Text(" " * indent), ""
        current = Text.assemble(current, separator, piece, no_wrap=True)
    if current.cell_len > indent:
        lines.append(current)
    return lines


def fitted(pieces: Sequence[Text], width: int) -> Text:
    """The pieces in one line, and how many more there are if they do not fit."""
    for shown in range(len(pieces), -1, -1):
        more = len(pieces) - shown
        left = [Text(tr("+{number} more", number=more), DIM)] if more else []
        text = Text(" ").join([*pieces[:shown], *left])
        if text.cell_len <= width:
            return text
    return Text()


def pointed(text: Text, width: int) -> Text:
    """The line under the cursor."""
    text.append(" " * max(0, width - text.cell_len))
    text.stylize(POINTED)
    return text


def paragraph(text: str, width: int, style: str = "") -> list[Text]:
    """A sentence in as many lines as it needs."""
    return [Text(part, style, no_wrap=True) for part in textwrap.wrap(text, max(width, 10))]
