"""The rows of an analysis, cell by cell in words; a terminal and a page show the columns they want."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bessemer.analysis.furnace import words
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable


class Cell(NamedTuple):
    """A piece of text, and what it is."""

    text: str
    look: str = "number"
    """Or `best`, of its row; `lost`, a loss; `fine`, no loss; `name`, whose row it is; `words`."""


Row = Mapping[str, Cell]
"""By column."""


def seat_names(found: Facts) -> list[str]:
    """By seat: its number and its player."""
    return [printable(f"{player['seat']} {player['name']}") for player in found["players"]]


def summary_rows(found: Facts) -> Iterator[Row]:
    """How each player did, the best first."""
    names = seat_names(found)
    for player in sorted(found["players"], key=lambda player: player["rank"] or 0):
        defaults = f" ({player['defaults']} default moves)" if player["defaults"] else ""
        yield {
            "rank": Cell(str(player["rank"] or "")),
            "seat": Cell(names[player["seat"]], "name"),
            "money": Cell(str(player["money"])),
            "lost": Cell(words.number(player["lost"]), "lost" if player["lost"] else "fine"),
            "summary": Cell(player["summary"] + defaults, "words"),
        }


def choice_rows(choices: Sequence[Facts], names: Sequence[str]) -> Iterator[Row]:
    """Each choice beside the best."""
    for one in choices:
        yield {
            "turn": Cell(str(one["turn"])),
            "round": Cell(str(one["round"])),
            "seat": Cell(names[one["seat"]], "name"),
            "money": Cell(f"{one['money']:+d}"),
            "best money": Cell(f"{one['best_money']:+d}"),
            "earned": Cell(words.number(one["earned"])),
            "best earned": Cell(words.number(one["best_earned"])),
            "lost": Cell(words.lost(one), "lost" if one["lost"] else "fine"),
            "note": Cell(words.note(one), "words"),
            "played": Cell(words.answer(one["played"]), "words"),
            "best": Cell(words.answer(one["best"]) if one["lost"] else "the same", "words"),
        }


def auction_rows(auction: Facts, names: Sequence[str]) -> Iterator[Row]:
    """What each card was worth to each seat; the most stands out."""
    for card in auction["cards"]:
        most = max(card["worth"])
        worths = {
            name: Cell(words.worth(card, seat), "best" if card["worth"][seat] == most else "number")
            for seat, name in enumerate(names)
        }
        yield {
            "card": Cell(card["card"], "name"),
            "its lines": Cell(words.printed(card), "words"),
            **worths,
            "won by": Cell(words.won(card, is_over=auction["is_over"]), "words"),
            "compensation": Cell(words.paid(card), "words"),
        }
