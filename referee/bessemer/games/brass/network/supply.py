"""Where coal and iron come from, and what they cost."""

from typing import Final

from bessemer.games.brass.board.geography import COAL, IRON, SPACE, SPACE_IDS, bits
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import MARKET
from bessemer.games.brass.network.connections import built_ports, joined, rings
from bessemer.games.brass.state import Board

TRACK: Final = -1
"""In place of a space: the cube is bought."""
SOURCE: Final = {**SPACE, MARKET: TRACK}
"""The number of each source by its name in a move."""
SOURCE_IDS: Final = (*SPACE_IDS, MARKET)
"""The name of each source by its number, the track being the last."""


def coal_sources(board: Board, place: int) -> tuple[int, ...]:
    """Where coal for `place` may come from: the nearest mines, or the track, or nowhere."""
    land = board.land
    together = joined(land.links)[place]
    mines = land.kinds[COAL] & land.face_up & together
    if mines:
        if mines & (mines - 1) == 0:
            return (mines.bit_length() - 1,)
        for ring in rings(land.links, place):
            if nearest := ring & mines:
                return tuple(bits(nearest))
    return (TRACK,) if together & built_ports(land) else ()


def iron_sources(board: Board) -> tuple[int, ...]:
    """Where iron may come from: any works that has some, else the track."""
    works = board.land.kinds[IRON] & board.land.face_up
    return tuple(bits(works)) if works else (TRACK,)


def coal_price(board: Board) -> int:
    """The price of the next cube from the coal track."""
    return SETTINGS[len(board.players)].prices[board.coal]


def iron_price(board: Board) -> int:
    """The price of the next cube from the iron track."""
    return SETTINGS[len(board.players)].prices[board.iron]


def iron_cost(board: Board) -> int:
    """The price of a cube of iron now: nothing while a works has one."""
    return 0 if board.land.kinds[IRON] & board.land.face_up else iron_price(board)
