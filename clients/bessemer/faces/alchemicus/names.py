"""The names of things: fields, cards, goods and buildings, in full and in few letters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bessemer.faces.face import Label, Part
from bessemer.faces.language import Key, key, key_in, tr, tr_in, tr_key, trn
from bessemer.faces.players import LETTERS
from bessemer.games.alchemicus.actions.turn_end import FAME_TARGET
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import Board, Building, Player, View

SHORT: Final = {
    kinds.HORTEN: "Ho",
    kinds.METALLE: "Me",
    kinds.PERGULA: "Pe",
    kinds.ALEMBIC: "Al",
    kinds.FORNAX: "Fo",
    kinds.TABERNA: "Ta",
    kinds.DOMO: "Do",
    kinds.LABRIUM: "La",
    kinds.DONARIUM: "Dn",
}
"""Buildings in two letters."""

_BLOCKED: Final[Mapping[Kind, Key]] = {
    kinds.HORTEN: key("no herb is acquired"),
    kinds.METALLE: key("no ore is acquired"),
    kinds.ALEMBIC: key("no tincture is made"),
    kinds.FORNAX: key("no metal is made"),
    kinds.LABRIUM: key("no gold is made"),
    kinds.DOMO: key("no Domo brings cards"),
}
_FIELDS: Final[Mapping[Phase, Key]] = {
    Phase.BUILD: key_in("field", "build"),
    Phase.SPIRIT: key_in("field", "spirit"),
    Phase.ACQUIRE: key_in("field", "acquire"),
    Phase.TRANSPORT: key_in("field", "transport"),
    Phase.TRANSMUTE: key_in("field", "transmute"),
    Phase.SALE: key_in("field", "sale"),
    Phase.GIFTS: key_in("field", "gifts"),
}
_GOODS: Final[Mapping[Good, Key]] = {
    kinds.HERB: key_in("good", "herb"),
    kinds.ORE: key_in("good", "ore"),
    kinds.TINCTURE: key_in("good", "tincture"),
    kinds.METAL: key_in("good", "metal"),
    kinds.GOLD: key_in("good", "gold"),
}
_MOVED: Final[Mapping[Good, Key]] = {
    kinds.HERB: key_in("good that is moved", "herb"),
    kinds.ORE: key_in("good that is moved", "ore"),
    kinds.TINCTURE: key_in("good that is moved", "tincture"),
    kinds.METAL: key_in("good that is moved", "metal"),
    kinds.GOLD: key_in("good that is moved", "gold"),
}
"""The same where something is done to it: other languages have other endings then."""

FAINT, GOLEM, SPIRITUS = "faint", "golem", "spiritus"
"""The roles of a label's parts, apart from the names of the goods."""


def field_name(board: Board, field: int) -> str:
    """The name of a field of the outer circle."""
    return tr_key(_FIELDS[board.table.options.deck.outer[field]])


def blocked(board: Board) -> str:
    """The effect of the Spirit where it is."""
    return tr_key(_BLOCKED[board.spirit])


def good_name(good: Good) -> str:
    """The name of a good."""
    return tr_key(_GOODS[good])


def moved_name(good: Good) -> str:
    """The name of a good that is sold, carried or paid for."""
    return tr_key(_MOVED[good])


def letter(seat: int) -> str:
    """The letter of a seat, where names are not known."""
    return LETTERS[seat]


def cards_number(number: int) -> str:
    """`1 card`, `2 cards`."""
    return trn("{n} card", "{n} cards", number)


def cards_text(cards: Iterable[Kind]) -> str:
    """`2 Horten, Domo`: cards by kind; `nothing` if there is none."""
    counted = [f"{copies} {kind}" if copies > 1 else str(kind) for kind, copies in runs((*cards,))]
    return ", ".join(counted) or tr_in("cards", "nothing")


def goods_text(building: Building) -> str:
    """`tincture and metal`: what lies on a building; empty if nothing does."""
    return both([good_name(lying.good) for lying in building.goods])


def both(things: Sequence[str]) -> str:
    """No more than two things in a row."""
    match things:
        case [one, other]:
            return tr("{one} and {other}", one=one, other=other)
        case _:
            return "".join(things)


def building_text(building: Building, name: str = "") -> str:
    """`Alembic with herb, guarded by a Golem, 2 Spiritus`: a building in words, by its kind if it has no name."""
    parts = [name or str(building.kind)]
    if building.goods:
        parts = [tr("{building} with {goods}", building=parts[0], goods=goods_text(building))]
    if building.golems:
        parts.append(trn("guarded by a Golem", "guarded by {n} Golems", building.golems))
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
        parts.append(Part(good_mark(lying.good) if short else good_name(lying.good), good))
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
        return infamia_text(player.infamia)
    return tr(
        "{fame} of {goal} Fame, buildings worth {worth}",
        fame=player.fame,
        goal=FAME_TARGET,
        worth=worth,
    )


def infamia_text(number: int) -> str:
    """`2 Infamia`: so many cards of it."""
    return trn("{n} Infamia", "{n} Infamia", number)


def hand_text(view: View, seat: int) -> str:
    """`5 cards, 2 of them Noctis, among them Domo`: what the viewer knows of a hand."""
    board = view.board
    player = board.players[seat]
    parts = [cards_number(player.cards)]
    if player.backs:
        parts.append(tr("{backs} of them Noctis", backs=player.backs))
    known = board.shown[seat]
    if view.recalled.known:
        known += view.recalled.known[seat]
    if known and seat != view.seat:
        parts.append(tr("among them {cards}", cards=cards_text(known)))
    return ", ".join(parts)
