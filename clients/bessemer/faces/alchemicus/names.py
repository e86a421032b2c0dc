"""What things are called: fields, cards, goods and buildings, in full and in few letters."""

from collections.abc import Iterable
from typing import Final

from bessemer.faces.face import Label, Part
from bessemer.faces.players import LETTERS
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import (
    ALEMBIC,
    DOMO,
    DONARIUM,
    FORNAX,
    HORTEN,
    LABRIUM,
    METALLE,
    PERGULA,
    TABERNA,
    Good,
    Kind,
)
from bessemer.games.alchemicus.ending import FAME_TARGET
from bessemer.games.alchemicus.state import Board, Building, Player, View

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

BLOCKED: Final = {
    HORTEN: "no herb is acquired",
    METALLE: "no ore is acquired",
    ALEMBIC: "no tincture is made",
    FORNAX: "no metal is made",
    LABRIUM: "no gold is made",
    DOMO: "no Domo brings cards",
}
"""What the Spirit hinders where it stands."""

FAINT, GOLEM, SPIRITUS = "faint", "golem", "spiritus"
"""The roles of a label's parts, besides the names of the goods."""


def field_name(board: Board, field: int) -> str:
    """What a field of the outer circle is for."""
    return board.table.options.deck.outer[field].value


def letter(seat: int) -> str:
    """What stands for a seat where names are not known."""
    return LETTERS[seat]


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
    if building.golems:
        guards = "a Golem" if building.golems == 1 else f"{building.golems} Golems"
        parts.append(f"guarded by {guards}")
    if building.spiritus:
        parts.append(f"{building.spiritus} Spiritus")
    return ", ".join(parts)


def building_mark(building: Building) -> Label:
    """`Al:h+G+S`: a building, the goods on it, a Golem under it and a Spiritus on it."""
    return (Part(SHORT[building.kind]), *_laden(building, short=True))


def building_label(building: Building) -> Label:
    """`Alembic:herb+G+S`: the same with longer words."""
    return (Part(str(building.kind)), *_laden(building, short=False))


def _laden(building: Building, *, short: bool) -> list[Part]:
    parts = []
    for place, lying in enumerate(building.goods):
        if not short or not place:
            parts.append(Part("&" if place else ":", FAINT))
        good = str(lying.good)
        parts.append(Part(good_mark(lying.good) if short else good, good))
    if building.golems:
        parts.append(Part(f"+{_several(building.golems)}G", GOLEM))
    if building.spiritus:
        parts.append(Part(f"+{_several(building.spiritus)}S", SPIRITUS))
    return parts


def _several(number: int) -> str:
    return str(number) if number > 1 else ""


def good_mark(good: Good) -> str:
    """`h`, `o`, `t`, `m`, or `g`."""
    return str(good)[0]


def hand_size(cards: int, backs: int) -> str:
    """`7` cards; `7/2N` if two of them are Noctis cards."""
    return f"{cards}/{backs}N" if backs else str(cards)


def standing(board: Board, player: Player) -> str:
    """`7 of 20 Fame`, or in the Race `2 Infamia`; and what the buildings cost, which breaks ties."""
    costs = board.table.options.deck.costs
    worth = sum(costs[building.kind] for building in player.buildings)
    if board.table.options.race:
        return f"{player.infamia} Infamia"
    return f"{player.fame} of {FAME_TARGET} Fame, buildings worth {worth}"


def hand_text(view: View, seat: int) -> str:
    """`5 cards, 2 of them Noctis, among them Domo`: what the viewer knows of a hand."""
    board = view.board
    player = board.players[seat]
    text = cards_number(player.cards)
    if player.backs:
        text += f", {player.backs} of them Noctis"
    known = board.shown[seat]
    if view.recalled.known:
        known += view.recalled.known[seat]
    return f"{text}, among them {cards_text(known)}" if known and seat != view.seat else text
