"""The worth of a table to a seat, in victory points: those it has and those it may expect."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.brass.chances import flip_chances
from bessemer.bots.brass.prices import Prices
from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import LINKS, PLACES, bits
from bessemer.games.brass.board.stacks import KINDS, Tile
from bessemer.games.brass.state import Board

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
