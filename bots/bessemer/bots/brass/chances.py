"""How likely each tile that lies face up flips before its era ends."""

from typing import Final

from bessemer.bots.brass.prices import Prices
from bessemer.engine.game import Seat
from bessemer.games.brass.actions.sell_cotton import CLOSED
from bessemer.games.brass.board.geography import COAL, COTTON, IRON, OUTSIDE, PORT, TOWN_OF, bits
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
