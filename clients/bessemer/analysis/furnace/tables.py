"""An analysis as tables on a terminal."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bessemer.analysis.furnace import words
from bessemer.analysis.furnace.rows import (
    Row,
    auction_rows,
    choice_rows,
    seat_names,
    summary_rows,
)
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable

_STYLES: Final = {"best": "bold", "lost": "bold red", "fine": "green"}


def print_tables(console: Console, found: Facts, *, with_plans: bool) -> None:
    """Everything, the summary last: that is where the eye is when the command ends."""
    names = seat_names(found)

    def show(title: str, rows: Iterable[Row], without: Iterable[str] = ()) -> None:
        shown = [{name: row[name] for name in row if name not in without} for row in rows]
        if shown:
            console.print(_table(title, shown))

    for auction in found["auctions"]:
        title = f"Auction of round {auction['round']}: what each card was worth to each seat"
        show(title, auction_rows(auction, names), ["its lines"])
    figures = ("money", "best money", "earned", "best earned")
    for kind, title in (("compensations", "Compensations"), ("placements", "Lines of the chain")):
        show(title, choice_rows(found[kind], names), figures)
    show("Production plans", choice_rows(found["plans"], names), ["played", "best"])
    if with_plans:
        show("Plans, move by move", choice_rows(found["plans"], names), figures)
    show(printable(words.heading(found)), summary_rows(found))


def _table(title: str, rows: Sequence[Row]) -> Table:
    # Without lines between the columns nine of them fit into 80 letters.
    table = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading, (_, look) in rows[0].items():
        is_text = look in {"name", "words"}
        table.add_column(Text(heading), justify="left" if is_text else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell.text, _STYLES.get(cell.look, "")) for cell in row.values()))
    return table
