"""
What lies on the table of Brass, in names: tiles and players as bots are shown them.

The rules keep spaces, links and industries as numbers and sets of them as bits, for speed.
"""

from typing import NamedTuple

from bessemer.engine.game import Seat
from bessemer.games.brass.board import stacks
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import INDUSTRY, LINK_IDS, SPACE_IDS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.state import Board


class Tile(NamedTuple):
    """An industry tile on the map."""

    owner: Seat
    industry: str
    level: int
    cubes: int
    """The coal or iron that lies on it."""
    flipped: bool

    @property
    def kind(self) -> TileKind:
        """Its figures: costs, income, points."""
        return stacks.KINDS[INDUSTRY[self.industry]][self.level]


class Player(NamedTuple):
    """The open possessions of one seat."""

    money: int
    income: int
    """The pounds that come in, or are owed, at the start of each round."""
    income_space: int
    """The same as the space of the income track, 0 to 99."""
    points: int
    spent: int
    """In this round: it decides the next turn order."""
    cards: int
    """The number of cards in the hand."""
    markers: int
    """The link markers left."""
    stacks: dict[str, int]
    """By industry: the tiles left."""
    tiles: dict[str, Tile]
    """By space: the tiles on the map."""
    links: tuple[str, ...]
    """Canals or rails."""


def tile_on(board: Board, space: int) -> Tile | None:
    """The tile on a space, anybody's."""
    tile = board.land.tiles[space]
    if tile is None:
        return None
    owner, industry, level, cubes, flipped = tile
    return Tile(owner, INDUSTRIES[industry], level, cubes, flipped)


def tiles_of(board: Board, seat: Seat) -> dict[str, Tile]:
    """The tiles of a seat on the map, by space."""
    found = ((SPACE_IDS[space], tile_on(board, space)) for space in bits(board.players[seat].tiles))
    return {space: tile for space, tile in found if tile is not None}


def links_of(board: Board, seat: Seat) -> tuple[str, ...]:
    """The canals or rails of a seat."""
    return tuple([LINK_IDS[link] for link in bits(board.players[seat].links)])


def player_at(board: Board, seat: Seat) -> Player:
    """The open possessions of a seat."""
    player = board.players[seat]
    return Player(
        money=player.money,
        income=INCOME[player.income],
        income_space=player.income,
        points=player.points,
        spent=player.spent,
        cards=board.cards[seat],
        markers=player.markers,
        stacks=dict(zip(INDUSTRIES, player.stacks, strict=True)),
        tiles=tiles_of(board, seat),
        links=links_of(board, seat),
    )
