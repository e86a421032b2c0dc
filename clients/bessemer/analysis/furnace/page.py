"""An analysis as one HTML page that needs nothing else: no script, no network, light and dark."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from bessemer.analysis.furnace import words
from bessemer.analysis.furnace.curve import curve
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable

_STYLE: Final = """\
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff;
  --band: #f3f5f7; --rule: #d5d9de; --loss: #a8321a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a3acb6; --paper: #15181c; --band: #1e2329; --rule: #3d444d;
    --loss: #ff9e80; }
}
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; max-width: 44rem; }
.soft { color: var(--soft); }
svg { display: block; width: 100%; min-width: 34rem; max-width: 56rem; height: auto; }
.scroll { overflow-x: auto; margin: 0 0 1.5rem; }
table { border-collapse: collapse; font-size: 0.925rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { padding: 0.3rem 0.7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--rule); white-space: nowrap; }
tbody tr:nth-child(even) { background: var(--band); }
tbody th { min-width: 8rem; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.loss { color: var(--loss); font-weight: 600; }
.best { font-weight: 600; }
td:last-child { min-width: 9rem; }
details[open] { min-width: 15rem; }
summary { cursor: pointer; }
code { font-size: 0.85rem; overflow-wrap: anywhere; }
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
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{_text('Analysis of match ' + found['match_id'])}</title>",
        f"<style>{_STYLE}</style></head><body>",
        "<h1>What was left on the table</h1>",
        f'<p class="soft">{_text(words.heading(found))}</p>',
    ]
    if found["error"]:
        parts.append(f'<p class="loss">{_text("Analysed up to the damage: " + found["error"])}</p>')
    parts += [
        *_summary(found, names),
        "<h2>Curves</h2>",
        f"{_scrolling('Curves')}{curve(found)}</div>",
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
    return "\n".join([*parts, *_meaning(found), "</body></html>"]) + "\n"


def _summary(found: Facts, names: Sequence[str]) -> Iterable[str]:
    rows = []
    for player in sorted(found["players"], key=lambda player: player["rank"] or 0):
        defaults = f" ({player['defaults']} default moves)" if player["defaults"] else ""
        rows.append(
            [
                _cell(player["rank"] or "", "number"),
                _head(names[player["seat"]]),
                _cell(player["money"], "number"),
                _cell(words.number(player["lost"]), "number loss" if player["lost"] else "number"),
                _cell(player["summary"] + defaults),
            ]
        )
    return _table("Summary", ["rank", "seat", "money", "lost", "summary"], rows)


def _choices(title: str, choices: Sequence[Facts], names: Sequence[str]) -> Iterable[str]:
    rows = []
    for one in choices:
        best = f"best <code>{_text(one['best'])}</code>" if one["lost"] else "none found better"
        moves = f"played <code>{_text(one['played'])}</code><br>{best}"
        rows.append(
            [
                _cell(one["turn"], "number"),
                _cell(one["round"], "number"),
                _head(names[one["seat"]]),
                _cell(f"{one['money']:+d}", "number"),
                _cell(f"{one['best_money']:+d}", "number"),
                _cell(words.number(one["earned"]), "number"),
                _cell(words.number(one["best_earned"]), "number"),
                _cell(words.lost(one), "number loss" if one["lost"] else "number"),
                _cell(words.note(one)),
                f"<td><details><summary>show</summary>{moves}</details></td>",
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
                _head(card["card"]),
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
    said = _text(caption)
    yield f"{_scrolling(caption)}<table><caption>{said}</caption><thead><tr>"
    looks = [' class="number"' if heading not in _WORDS else "" for heading in headings]
    yield "".join(
        f'<th scope="col"{look}>{_text(heading)}</th>'
        for heading, look in zip(headings, looks, strict=True)
    )
    yield "</tr></thead><tbody>"
    for row in rows:
        yield f"<tr>{''.join(row)}</tr>"
    yield "</tbody></table></div>"


def _scrolling(label: str) -> str:
    """Opens a part that is scrolled by itself, with the keyboard too, where the page is narrow."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{_text(label)}">'


def _cell(value: object, look: str = "") -> str:
    kind = f' class="{look}"' if look else ""
    return f"<td{kind}>{_text(str(value))}</td>"


def _head(value: str) -> str:
    return f'<th scope="row">{_text(value)}</th>'


def _text(text: str) -> str:
    return escape(printable(text), quote=True)
