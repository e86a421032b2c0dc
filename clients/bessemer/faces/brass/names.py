"""How places, spaces, cards, tiles and sums of money are called."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bessemer.faces.players import LETTERS
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import LINK, LINKS, PLACE, PLACES, SPACE, SPACES
from bessemer.games.brass.board.stacks import TOPS, Tile
from bessemer.games.brass.board.supply import coal_price, iron_price
from bessemer.games.brass.moves import MARKET
from bessemer.games.brass.state import Board, Player

INDUSTRY_LETTERS: Final = "CKIPS"
"""By industry; coal is K, for cotton has the C."""
_SHORT_NAMES: Final = {
    "barrow": "Barrow",
    "warrington_runcorn": "Warrington",
    "midlands": "Midlands",
}
_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def place_name(place: str) -> str:
    """The name of a place, without what nobody needs to find it on the map."""
    return _SHORT_NAMES.get(place, PLACES[PLACE[place]].name)


def space_name(space: str) -> str:
    """`Oldham left`; the town alone where there is no other space."""
    town, _, position = space.partition(".")
    return place_name(town) if position == "only" else f"{place_name(town)} {position}"


def link_name(link: str) -> str:
    """Both ends of a link."""
    return "-".join(place_name(PLACES[end].id) for end in LINKS[LINK[link]].ends)


def card_name(card: str) -> str:
    """A town by its name, an industry by its word."""
    return place_name(card) if card in PLACE else card


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
    return f"{INDUSTRIES[kind.industry]} {kind.level}"


def needs_text(kind: TileKind) -> str:
    """What a tile costs, in pounds and cubes; one of level 0 can only be developed away."""
    if not kind.level:
        return "cannot be built"
    return f"£{kind.cost}{'+coal' if kind.coal else ''}{'+iron' if kind.iron else ''}"


def source_text(board: Board, source: str, cube: str) -> str:
    """Where a cube comes from: the market with its price, or a tile with its cubes."""
    if source == MARKET:
        return f"market £{coal_price(board) if cube == 'coal' else iron_price(board)}"
    tile = board.land.tiles[SPACE[source]]
    assert tile is not None, "a cube comes from a tile"
    return f"{LETTERS[tile.owner]}'s {space_name(source)} ({tile.cubes} left)"


def next_tiles(player: Player) -> list[TileKind]:
    """The top tile of every stack that is not empty."""
    found = (TOPS[industry][left] for industry, left in enumerate(player.stacks))
    return [kind for kind in found if kind is not None]


def pounds(amount: int) -> str:
    """Money, a debt with its sign before the pound."""
    return f"-£{-amount}" if amount < 0 else f"£{amount}"
