"""What stands on the page of an analysis."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

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


class AnalysisTable(NamedTuple):
    """A table; of choices with the moves, the one played and the best."""

    caption: str
    rows: Sequence[Row]
    moves: list[tuple[str, str]]


def page_facts(found: Facts) -> dict[str, Any]:
    """All that stands on it, in words."""
    names = seat_names(found)
    return {
        "title": f"Analysis of match {found['match_id']}",
        "about": words.heading(found),
        "error": found["error"],
        "summary": _table("Summary", summary_rows(found)),
        "curves": curve(found),
        "choices": [
            (title, meaning, _choices(title, found[kind], names))
            for kind, title, meaning in _CHOICES
            if found[kind]
        ],
        "auctions": [
            _table(f"Round {auction['round']}", auction_rows(auction, names))
            for auction in found["auctions"]
        ],
        "prices": _table(
            "Prices, by how many rounds are to come",
            (
                {
                    "rounds": Cell(left),
                    **{name: Cell(words.number(price)) for name, price in of.items()},
                }
                for left, of in found["prices_by_rounds_left"].items()
            ),
        ),
    }


def _table(caption: str, rows: Iterable[Row]) -> AnalysisTable:
    return AnalysisTable(caption, list(rows), [])


def _choices(title: str, choices: Sequence[Facts], names: Sequence[str]) -> AnalysisTable:
    rows = [
        {name: cell for name, cell in row.items() if name not in {"played", "best"}}
        for row in choice_rows(choices, names)
    ]
    moves = [(one["played"], one["best"] if one["lost"] else "") for one in choices]
    return AnalysisTable(f"{title}, in the order of turns", rows, moves)
