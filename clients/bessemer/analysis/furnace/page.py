"""An analysis as one HTML page that needs nothing else: no script, no network, light and dark."""

from collections.abc import Iterable, Sequence
from typing import Final

from bessemer.analysis.furnace import words
from bessemer.analysis.furnace.curve import curve
from bessemer.analysis.rooms import Facts
from bessemer.charts import html
from bessemer.charts.html import Heading, cell, paragraph, raw_cell, row_head, scrolling, text

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
_WORDS: Final = frozenset(
    {"seat", "summary", "note", "moves", "card", "its lines", "won by", "compensation"}
)
"""The headings of columns that hold no numbers."""
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
    names = [f"{player['seat']} {player['name']}" for player in found["players"]]
    parts = [
        "<h1>What was left on the table</h1>",
        paragraph(words.heading(found), "soft"),
    ]
    if found["error"]:
        parts.append(paragraph(f"Analysed up to the damage: {found['error']}", "alert"))
    parts += [
        *_summary(found, names),
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
        parts += _auction(auction, names)
    title = f"Analysis of match {found['match_id']}"
    return html.page(title, [*parts, *_meaning(found)], _STYLE)


def _summary(found: Facts, names: Sequence[str]) -> Iterable[str]:
    rows = []
    for player in sorted(found["players"], key=lambda player: player["rank"] or 0):
        defaults = f" ({player['defaults']} default moves)" if player["defaults"] else ""
        rows.append(
            [
                _cell(player["rank"] or "", "number"),
                row_head(names[player["seat"]]),
                _cell(player["money"], "number"),
                _cell(words.number(player["lost"]), "number alert" if player["lost"] else "number"),
                _cell(player["summary"] + defaults),
            ]
        )
    return _table("Summary", ["rank", "seat", "money", "lost", "summary"], rows)


def _choices(title: str, choices: Sequence[Facts], names: Sequence[str]) -> Iterable[str]:
    rows = []
    for one in choices:
        best = f"best <code>{text(one['best'])}</code>" if one["lost"] else "none found better"
        moves = f"played <code>{text(one['played'])}</code><br>{best}"
        rows.append(
            [
                _cell(one["turn"], "number"),
                _cell(one["round"], "number"),
                row_head(names[one["seat"]]),
                _cell(f"{one['money']:+d}", "number"),
                _cell(f"{one['best_money']:+d}", "number"),
                _cell(words.number(one["earned"]), "number"),
                _cell(words.number(one["best_earned"]), "number"),
                _cell(words.lost(one), "number alert" if one["lost"] else "number"),
                _cell(words.note(one)),
                raw_cell(f"<details><summary>show</summary>{moves}</details>"),
            ]
        )
    headings = [
        *("turn", "round", "seat", "money", "best money", "earned", "best earned"),
        *("lost", "note", "moves"),
    ]
    return _table(f"{title}, in the order of turns", headings, rows)


def _auction(auction: Facts, names: Sequence[str]) -> Iterable[str]:
    rows = []
    for card in auction["cards"]:
        most = max(card["worth"])
        rows.append(
            [
                row_head(card["card"]),
                _cell(words.printed(card), "soft"),
                *(
                    _cell(
                        words.worth(card, seat),
                        "number best" if card["worth"][seat] == most else "number",
                    )
                    for seat in range(len(names))
                ),
                _cell(words.won(card, is_over=auction["is_over"])),
                _cell(words.paid(card)),
            ]
        )
    headings = ["card", "its lines", *names, "won by", "compensation"]
    return _table(f"Round {auction['round']}", headings, rows)


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
    by_rounds = found["prices_by_rounds_left"]
    symbols = list(next(iter(by_rounds.values())))
    rows = [
        [_cell(left, "number"), *(_cell(words.number(price), "number") for price in of.values())]
        for left, of in by_rounds.items()
    ]
    yield from _table("Prices, by how many rounds are to come", ["rounds", *symbols], rows)


def _table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterable[str]:
    columns = [Heading(heading, is_number=heading not in _WORDS) for heading in headings]
    return html.table(caption, columns, rows)


def _cell(value: object, look: str = "") -> str:
    return cell(str(value), look)
