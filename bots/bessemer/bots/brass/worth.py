"""
The worth of a table to a seat, in victory points: those it has and those it may expect.

What it may expect follows from how likely each tile that lies face up flips before its era ends.
"""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.brass.prices import Prices
from bessemer.engine.game import Seat
from bessemer.games.brass.actions.sell_cotton import CLOSED
from bessemer.games.brass.board.geography import (
    COAL,
    COTTON,
    IRON,
    LINKS,
    OUTSIDE,
    PLACES,
    PORT,
    TOWN_OF,
    bits,
)
from bessemer.games.brass.board.stacks import KINDS, Tile
from bessemer.games.brass.network.connections import joined
from bessemer.games.brass.state import Board

_SALE: Final = 0.7
"""A mill that has a port to sell to."""
_DISTANT_SALE: Final = 0.6
"""A mill that has only the distant market, while that is young."""
_UNCONNECTED: Final = 0.35
"""A mill or a port that has nobody to trade with, at the start of an era."""
_FOREIGN_TRADE: Final = 0.75
"""A port that only mills of others can sell to; a mill of another seat."""
_QUICK: Final = 3
"""With fewer actions left than this, there may be no time for a sale."""
_CUBE: Final = (0.07, 0.05)
"""How much less likely a tile flips for each cube on it, in the canal era and in the rail era."""
_COAL: Final = (0.75, 1.0)
"""A mine without cubes, if there were one: in the canal era and in the rail era."""
_IRON: Final = 1.05
"""The same for a works: everybody can use its iron, wherever it is."""
_LONE_COAL: Final = 0.375
"""The share of its chance that a mine has without a way to a port."""


def flip_chances(board: Board, seat: Seat, prices: Prices) -> dict[int, float]:
    """By space with a tile that lies face up: how likely that flips, in the eyes of `seat`."""
    return {**_traders(board, seat, prices), **_suppliers(board, prices)}


def _traders(board: Board, seat: Seat, prices: Prices) -> dict[int, float]:
    """Mills and ports: who is connected with whom, and is there an action left to sell?"""
    kinds, face_up = board.land.kinds, board.land.face_up
    mills, ports = kinds[COTTON] & face_up, kinds[PORT] & face_up
    together, own = joined(board.land.links), board.players[seat].tiles
    ways_out = kinds[PORT] | OUTSIDE
    ready = min(1.0, prices.actions / _QUICK)
    later = _UNCONNECTED * prices.era_left
    distant = _DISTANT_SALE * (CLOSED - board.cotton) / CLOSED
    foreign = _FOREIGN_TRADE * min(1.0, 2 * prices.era_left)
    found = {}
    for space in bits(mills):
        reached = together[TOWN_OF[space]]
        if not own >> space & 1:
            found[space] = foreign
        elif reached & ports:
            found[space] = max(_SALE, distant) * ready
        elif reached & ways_out:
            found[space] = max(distant, later) * ready
        else:
            found[space] = later * ready
    for space in bits(ports):
        reached = together[TOWN_OF[space]]
        if reached & mills & own and own >> space & 1:
            found[space] = _SALE * ready
        elif reached & mills:
            found[space] = max(foreign, later)
        else:
            found[space] = later
    return found


def _suppliers(board: Board, prices: Prices) -> dict[int, float]:
    """Mines and works: how many cubes must still be used?"""
    land, era = board.land, 0 if prices.is_canal else 1
    together, ways_out = joined(land.links), land.kinds[PORT] | OUTSIDE
    # A cube is used by somebody's action: the fewer are to come, the fewer will be used.
    hurry = min(1.0, 3 * prices.era_left)
    found = {}
    for space in bits((land.kinds[COAL] | land.kinds[IRON]) & land.face_up):
        tile = land.tiles[space]
        assert tile is not None, "cubes lie on tiles"
        first = _IRON if tile.industry == IRON else _COAL[era]
        chance = (first - _CUBE[era] * tile.cubes) * hurry
        is_lone = tile.industry == COAL and not together[TOWN_OF[space]] & ways_out
        found[space] = chance * _LONE_COAL if is_lone else chance
    return found


_LATER: Final = 0.5
"""How likely a tile that outlives the canal era flips in the rail era."""
_FILLED: Final = 0.6
"""How likely an empty space has a flipped tile at the end, at the start of an era."""


Tiles = tuple[Tile | None, ...]
Chances = Mapping[int, float]


class Worth:
    """Tables compared by what they are worth to `seat`, at the prices of one decision."""

    def __init__(self, seat: Seat, prices: Prices) -> None:
        self._seat = seat
        self._prices = prices

    def of(self, board: Board) -> float:
        """The worth of `board`."""
        prices, player, tiles = self._prices, board.players[self._seat], board.land.tiles
        chances = flip_chances(board, self._seat, prices)
        worth = float(player.points)
        for industry, left in enumerate(player.stacks):
            worth += prices.stacks[industry][left]
        points, rise = self._tiles(tiles, player.tiles, chances)
        worth += points + prices.purse_worth(player.money, player.income, rise)
        return worth + self._links(tiles, player.links, chances)

    def _tiles(self, tiles: Tiles, own: int, chances: Chances) -> tuple[float, float]:
        """The points that own tiles promise, and the spaces by which income will rise."""
        points = rise = 0.0
        for space in bits(own):
            tile = tiles[space]
            assert tile is not None, "a seat's spaces hold its tiles"
            kind = KINDS[tile.industry][tile.level]
            outlives = self._prices.is_canal and tile.level > 1
            if tile.flipped:
                points += kind.points * (2 if outlives else 1)
                continue
            now = chances[space]
            points += now * kind.points
            rise += now * kind.income
            if outlives:
                later = (1.0 - now) * _LATER
                points += (now + later) * kind.points
                rise += later * kind.income / 2
        return points, rise

    def _links(self, tiles: Tiles, own: int, chances: Chances) -> float:
        """The points that own links promise."""
        empty = _FILLED * self._prices.era_left
        points = 0.0
        for link in bits(own):
            for end in LINKS[link].ends:
                points += PLACES[end].points
                for space in PLACES[end].spaces:
                    tile = tiles[space]
                    if tile is None:
                        points += empty
                    else:
                        points += 1.0 if tile.flipped else chances[space]
        return points
