"""An analysis as one HTML page that needs nothing else: no script, no network, light and dark."""

from collections.abc import Iterable, Sequence
from typing import Final

from bessemer.analysis.furnace import words
from bessemer.analysis.furnace.curve import curve
from bessemer.analysis.furnace.rows import (
    Cell,
    Row,
    auction_rows,
    choice_rows,
    seat_names,
    summary_rows,
)
from bessemer.analysis.rooms import Facts
from bessemer.charts import html
from bessemer.charts.html import Heading, paragraph, raw_cell, row_head, scrolling, text

_STYLE: Final = """\
body { max-width: 62rem; }
svg { max-width: 56rem; }
caption { color: var(--ink); font-weight: 600; }
th, td { padding: 0.3rem 0.7rem; vertical-align: top; }
tbody tr:nth-child(even) { background: var(--band); }
tbody th { min-width: 8rem; overflow-wrap: anywhere; }
.best { font-weight: 600; }
td:last-child { min-width: 9rem; }
details[open] { min-width: 15rem; }
summary { cursor: pointer; }
code { overflow-wrap: anywhere; }
"""
_LOOKS: Final = {"best": "number best", "lost": "number alert", "fine": "number", "words": ""}
_CHOICES: Final = (
    ("plans", "Production plans", "Each plan beside the best plan for the same hand."),
    (
        "compensations",
        "Compensations",
        "Each answer beside the best one, both followed by the best plan.",
    ),
    (
        "placements",
        "Lines of the chain",
        "Each line beside the best found for this round, both followed by the best plan.",
    ),
)


def page(found: Facts) -> str:
    """The page."""
    names = seat_names(found)
    parts = [
        "<h1>What was left on the table</h1>",
        paragraph(words.heading(found), "soft"),
    ]
    if found["error"]:
        parts.append(paragraph(f"Analysed up to the damage: {found['error']}", "alert"))
    parts += [
        *_table("Summary", summary_rows(found)),
        "<h2>Curves</h2>",
        f"{scrolling('Curves')}{curve(found)}</div>",
    ]
    for kind, title, meaning in _CHOICES:
        if found[kind]:
            parts += [f"<h2>{title}</h2><p>{meaning}</p>", *_choices(title, found[kind], names)]
    parts.append("<h2>Auctions</h2>")
    parts.append(
        "<p>What each card was worth to each seat before the first bid, in money: the best of the "
        "round with the card less the best without it, and its basic line in the rounds to "
        "come. The most for each card is bold.</p>"
    )
    for auction in found["auctions"]:
        parts += _table(f"Round {auction['round']}", auction_rows(auction, names))
    title = f"Analysis of match {found['match_id']}"
    return html.page(title, [*parts, *_meaning(found)], _STYLE)


def _choices(title: str, choices: Sequence[Facts], names: Sequence[str]) -> Iterable[str]:
    rows = []
    for one, row in zip(choices, choice_rows(choices, names), strict=True):
        shown = {name: cell for name, cell in row.items() if name not in {"played", "best"}}
        best = f"best <code>{text(one['best'])}</code>" if one["lost"] else "none found better"
        moves = f"played <code>{text(one['played'])}</code><br>{best}"
        whole = raw_cell(f"<details><summary>show</summary>{moves}</details>")
        rows.append([*map(_cell, shown.values()), whole])
    headings = [*_headings(shown), Heading("moves", is_number=False)]
    return html.table(f"{title}, in the order of turns", headings, rows)


def _meaning(found: Facts) -> Iterable[str]:
    yield "<h2>What the figures mean</h2>"
    yield (
        "<p><b>Money</b> is what the choice brought in money alone. <b>Earned</b> is how much more "
        "the holding was worth after the round: in the last round that is money alone; before, "
        "resources count at a price and a flipped card for what its additional line brings in the "
        "rounds to come. So a plan that invests may earn more and bring less "
        "money.</p><p><b>≥</b> and <b>~</b> mark what the planner did not prove within its time."
        "</p>"
    )
    rows = [
        {"rounds": Cell(left), **{name: Cell(words.number(price)) for name, price in of.items()}}
        for left, of in found["prices_by_rounds_left"].items()
    ]
    yield from _table("Prices, by how many rounds are to come", rows)


def _table(caption: str, found: Iterable[Row]) -> Iterable[str]:
    rows = list(found)
    return html.table(caption, _headings(rows[0]), [[*map(_cell, row.values())] for row in rows])


def _headings(row: Row) -> list[Heading]:
    return [
        Heading(name, is_number=cell.look not in {"name", "words"}) for name, cell in row.items()
    ]


def _cell(cell: Cell) -> str:
    if cell.look == "name":
        return row_head(cell.text)
    return html.cell(cell.text, _LOOKS.get(cell.look, "number"))
