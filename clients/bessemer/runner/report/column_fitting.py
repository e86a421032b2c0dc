"""Columns of a table on a terminal, of which the least important give way where it is narrow."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

GAP: Final = 2
"""Between two columns."""

# Text may be cut to so many signs before a column of figures gives way.
_ENOUGH_OF_A_TEXT: Final = 16
_LEAST_OF_A_TEXT: Final = 6


class Column(NamedTuple):
    """A column; the one that gives way first has the highest number, 0 stays."""

    heading: str
    cells: Sequence[Text]
    gives_way: int = 0
    justify: JustifyMethod = "right"
    most: int = 0
    """Its cells are text that may be cut, at the latest to so many signs; 0 for figures."""
    wraps: bool = False
    """Text that has no room in a line continues in the next."""

    @property
    def width(self) -> int:
        """The width that shows it whole."""
        lines = (line for cell in self.cells for line in cell.plain.split("\n"))
        return max(map(cell_len, (self.heading, *lines)))


def fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The columns that have room, in their order; what has the same number gives way together."""
    kept = list(columns)
    while sum(_least(column) + GAP for column in kept) - GAP > width:
        first = max(column.gives_way for column in kept)
        if not first:
            break
        kept = [column for column in kept if column.gives_way < first]
    return kept


def drawn(columns: Sequence[Column], width: int, gap: int = GAP) -> Table:
    """A table of all the columns, its one column of text cut to what the figures leave."""
    table = Table(
        box=SIMPLE_HEAD,
        # The line between two columns, which is not seen, is the rest of the gap.
        padding=(0, gap - 1, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
    taken = sum(column.width for column in columns if not column.most)
    room = max(width - taken - gap * (len(columns) - 1), _LEAST_OF_A_TEXT)
    for column in columns:
        table.add_column(
            Text(column.heading),
            justify=column.justify,
            no_wrap=not column.wraps,
            overflow="ellipsis",
            max_width=min(room, column.most) if column.most else None,
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*row)
    return table


def _least(column: Column) -> int:
    return min(column.width, _ENOUGH_OF_A_TEXT) if column.most else column.width
