"""What things are called: fields, cards, goods and buildings, in full and in few letters."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import (
    ALEMBIC,
    DOMO,
    DONARIUM,
    FORNAX,
    GOLD,
    HERB,
    HORTEN,
    LABRIUM,
    METAL,
    METALLE,
    ORE,
    PERGULA,
    TABERNA,
    TINCTURE,
    Good,
    Kind,
)
from bessemer.games.alchemicus.state import Board, Building
from bessemer.terminal.seats import LETTERS
from bessemer.terminal.style import DIM

SHORT: Final = {
    HORTEN: "Ho",
    METALLE: "Me",
    PERGULA: "Pe",
    ALEMBIC: "Al",
    FORNAX: "Fo",
    TABERNA: "Ta",
    DOMO: "Do",
    LABRIUM: "La",
    DONARIUM: "Dn",
}
"""Buildings in two letters."""

GOOD_COLOURS: Final = {
    HERB: "#9bd67d",
    ORE: "#e0a070",
    TINCTURE: "#c9a0e8",
    METAL: "#b7c0c9",
    GOLD: "#f2d35e",
}


def field_name(board: Board, field: int) -> str:
    """What a field of the outer circle is for."""
    return board.table.options.deck.outer[field].value


def letter(seat: int) -> str:
    """What stands for a seat where names are not known."""
    return LETTERS[seat]


def seat_of(letter: str) -> Seat:
    """The seat that a letter stands for."""
    return Seat(LETTERS.index(letter))


def cards_number(number: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def cards_text(cards: Iterable[Kind]) -> str:
    """`2 Horten, Domo`: cards by kind; `nothing` if there is none."""
    counted = [f"{copies} {kind}" if copies > 1 else str(kind) for kind, copies in runs((*cards,))]
    return ", ".join(counted) or "nothing"


def goods_text(building: Building) -> str:
    """`tincture and metal`: what lies on a building; empty if nothing does."""
    return " and ".join(str(lying.good) for lying in building.goods)


def building_text(building: Building) -> str:
    """`Alembic with herb, guarded by a Golem, 2 Spiritus`: a building in words."""
    parts = [f"{building.kind}"]
    if building.goods:
        parts[0] += f" with {goods_text(building)}"
    if building.golem:
        parts.append("guarded by a Golem")
    if building.spiritus:
        parts.append(f"{building.spiritus} Spiritus")
    return ", ".join(parts)


def building_mark(building: Building) -> Text:
    """`Al:h+G+S`: a building, the goods on it, a Golem under it and a Spiritus on it."""
    return Text.assemble(SHORT[building.kind], _laden(building, short=True))


def building_label(building: Building) -> Text:
    """`Alembic:herb+G+S`: the same with longer words."""
    return Text.assemble(str(building.kind), _laden(building, short=False))


def _laden(building: Building, *, short: bool) -> Text:
    text = Text()
    for place, lying in enumerate(building.goods):
        if not short or not place:
            text.append("&" if place else ":", DIM)
        text.append(good_mark(lying.good) if short else str(lying.good), GOOD_COLOURS[lying.good])
    if building.golem:
        text.append("+G", "bold")
    if building.spiritus:
        text.append(f"+{building.spiritus if building.spiritus > 1 else ''}S", "bold #f08a7a")
    return text


def good_mark(good: Good) -> str:
    """`h`, `o`, `t`, `m`, or `g`."""
    return str(good)[0]


def hand_size(cards: int, backs: int) -> str:
    """`7` cards; `7/2N` if two of them are Noctis cards."""
    return f"{cards}/{backs}N" if backs else str(cards)
