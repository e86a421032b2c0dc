"""The names of places, spaces, cards, tiles and sums of money."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from bessemer.faces.language import Key, key_in, tr, tr_key, trn
from bessemer.faces.players import LETTERS
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import LINK, LINKS, PLACE, PLACES, SPACE, SPACES
from bessemer.games.brass.board.stacks import TOPS, Tile
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import MARKET
from bessemer.games.brass.network.supply import coal_price, iron_price
from bessemer.games.brass.state import Board, Player

INDUSTRY_LETTERS: Final = "CKIPS"
"""By industry; coal is K, for cotton has the C."""
_SHORT_NAMES: Final = {
    "barrow": "Barrow",
    "warrington_runcorn": "Warrington",
    "midlands": "Midlands",
}
_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_POSITIONS: Final[Mapping[str, Key]] = {
    "left": key_in("space", "left"),
    "middle": key_in("space", "middle"),
    "right": key_in("space", "right"),
    "top": key_in("space", "top"),
    "bottom": key_in("space", "bottom"),
    "top-left": key_in("space", "top-left"),
    "top-right": key_in("space", "top-right"),
    "middle-left": key_in("space", "middle-left"),
    "middle-right": key_in("space", "middle-right"),
    "bottom-left": key_in("space", "bottom-left"),
    "bottom-right": key_in("space", "bottom-right"),
}
_INDUSTRIES: Final[Mapping[str, Key]] = {
    "cotton": key_in("industry", "cotton"),
    "coal": key_in("industry", "coal"),
    "iron": key_in("industry", "iron"),
    "port": key_in("industry", "port"),
    "shipyard": key_in("industry", "shipyard"),
}
_BUILT: Final[Mapping[str, Key]] = {
    "cotton": key_in("industry that is built", "cotton"),
    "coal": key_in("industry that is built", "coal"),
    "iron": key_in("industry that is built", "iron"),
    "port": key_in("industry that is built", "port"),
    "shipyard": key_in("industry that is built", "shipyard"),
}
"""The same where something is done to it: other languages have other endings then."""
_CUBES: Final[Mapping[str, Key]] = {
    "coal": key_in("cube", "coal"),
    "iron": key_in("cube", "iron"),
}
_ERAS: Final[Mapping[Era, Key]] = {
    Era.CANAL: key_in("era", "canal"),
    Era.RAIL: key_in("era", "rail"),
}


def place_name(place: str) -> str:
    """The name of a place, without what nobody needs to find it on the map."""
    return _SHORT_NAMES.get(place, PLACES[PLACE[place]].name)


def space_name(space: str) -> str:
    """`Oldham left`; the town alone where there is no other space."""
    town, _, position = space.partition(".")
    if position == "only":
        return place_name(town)
    return tr("{town} {position}", town=place_name(town), position=position_name(position))


def position_name(position: str) -> str:
    """Which space of a town it is."""
    return tr_key(_POSITIONS[position])


def link_name(link: str) -> str:
    """Both ends of a link."""
    return "-".join(place_name(PLACES[end].id) for end in LINKS[LINK[link]].ends)


def industry_name(industry: str) -> str:
    """An industry, by its id."""
    return tr_key(_INDUSTRIES[industry])


def built_name(industry: str) -> str:
    """An industry of which a tile is built or removed."""
    return tr_key(_BUILT[industry])


def cube_name(cube: str) -> str:
    """Coal or iron, of which there are cubes."""
    return tr_key(_CUBES[cube])


def era_name(era: Era) -> str:
    """The canal era or the rail era, without that word in English."""
    return tr_key(_ERAS[era])


def card_name(card: str) -> str:
    """A town by its name, an industry by its word."""
    return place_name(card) if card in PLACE else industry_name(card)


def cards_text(hand: Iterable[str]) -> list[str]:
    """The cards of a hand, equal ones together."""
    return [
        card_name(card) if number == 1 else f"{card_name(card)} x{number}"
        for card, number in Counter(hand).items()
    ]


def tile_mark(tile: Tile, letter: str) -> str:
    """
    A tile in four signs: owner, industry, level, and how it stands.

    The last is a star if it has flipped, a small number of cubes, or nothing.
    """
    stands = "*" if tile.flipped else _RAISED[tile.cubes] if tile.cubes else " "
    return f"{letter}{INDUSTRY_LETTERS[tile.industry]}{tile.level}{stands}"


def space_mark(space: int) -> str:
    """The letters of the industries that an empty space takes, in brackets."""
    letters = "".join(INDUSTRY_LETTERS[industry] for industry in SPACES[space].industries)
    return f"[{letters}]"


def kind_text(kind: TileKind) -> str:
    """Industry and level."""
    return f"{industry_name(INDUSTRIES[kind.industry])} {kind.level}"


def needs_text(kind: TileKind) -> str:
    """The cost of a tile, in pounds and cubes; one of level 0 can only be developed away."""
    if not kind.level:
        return tr("cannot be built")
    cubes = [cube for cube, number in (("coal", kind.coal), ("iron", kind.iron)) if number]
    return "+".join([f"£{kind.cost}", *map(cube_name, cubes)])


def source_text(board: Board, source: str, cube: str) -> str:
    """The source of a cube: the market with its price, or a tile with its cubes."""
    if source == MARKET:
        price = coal_price(board) if cube == "coal" else iron_price(board)
        return tr("market £{price}", price=price)
    tile = board.land.tiles[SPACE[source]]
    assert tile is not None, "a cube comes from a tile"
    return trn(
        "{owner}'s {space} ({n} cube)",
        "{owner}'s {space} ({n} cubes)",
        tile.cubes,
        owner=LETTERS[tile.owner],
        space=space_name(source),
    )


def both(things: Iterable[str]) -> str:
    """One or two things in a row."""
    one, *more = things
    return tr("{one} and {other}", one=one, other=more[0]) if more else one


def next_tiles(player: Player) -> list[TileKind]:
    """The top tile of every stack that is not empty."""
    found = (TOPS[industry][left] for industry, left in enumerate(player.stacks))
    return [kind for kind in found if kind is not None]


def pounds(amount: int) -> str:
    """Money, a debt with its sign before the pound."""
    return f"-£{-amount}" if amount < 0 else f"£{amount}"
