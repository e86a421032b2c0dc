"""
The places of everything on the map of Lancashire: a plan for 79 columns and 23 lines.

North is up. A place has its name here and its spaces in the line below. A link is a path of corners
from beside its one end to beside the other; a path of one sign runs up and down.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

Point = tuple[int, int]
"""A column and a line."""

WIDTH: Final = 79
CELL: Final = 5
"""The columns of one space, with the gap to the next."""

PLACE_POINTS: Final[Mapping[str, Point]] = {
    "scotland": (22, 0),
    "barrow": (3, 2),
    "lancaster": (22, 2),
    "colne": (57, 3),
    "yorkshire": (70, 4),
    "fleetwood": (3, 5),
    "preston": (20, 7),
    "blackburn": (38, 7),
    "burnley": (55, 7),
    "blackpool": (3, 8),
    "southport": (3, 10),
    "wigan": (22, 12),
    "bolton": (35, 12),
    "bury": (52, 12),
    "rochdale": (64, 12),
    "liverpool": (3, 15),
    "warrington_runcorn": (28, 15),
    "manchester": (46, 15),
    "oldham": (69, 15),
    "birkenhead": (3, 18),
    "ellesmere_port": (18, 18),
    "stockport": (60, 18),
    "northwich": (40, 19),
    "macclesfield": (62, 21),
    "midlands": (40, 22),
}
LINK_PATHS: Final[Mapping[str, tuple[Point, ...]]] = {
    "lancaster-preston": ((24, 4), (24, 6)),
    "fleetwood-preston": ((8, 6), (17, 6), (17, 7), (19, 7)),
    "preston-wigan": ((23, 9), (23, 11)),
    "blackburn-wigan": ((38, 9), (38, 10), (26, 10), (26, 11)),
    "blackburn-burnley": ((52, 8), (54, 8)),
    "burnley-colne": ((59, 5), (59, 6)),
    "colne-yorkshire": ((67, 4), (69, 4)),
    "rochdale-yorkshire": ((74, 5), (74, 12)),
    "oldham-rochdale": ((71, 14),),
    "manchester-oldham": ((66, 16), (68, 16)),
    "bolton-bury": ((49, 13), (51, 13)),
    "bolton-manchester": ((47, 14),),
    "bury-manchester": ((54, 14),),
    "liverpool-wigan": ((18, 15), (18, 13), (21, 13)),
    "warrington_runcorn-wigan": ((29, 14),),
    "manchester-warrington_runcorn": ((38, 16), (45, 16)),
    "ellesmere_port-warrington_runcorn": ((33, 18), (35, 18), (35, 17)),
    "ellesmere_port-northwich": ((23, 19), (39, 19)),
    "northwich-midlands": ((44, 20), (44, 21)),
    "manchester-stockport": ((62, 17),),
    "macclesfield-stockport": ((64, 20),),
    "macclesfield-midlands": ((49, 22), (61, 22)),
    "ellesmere_port-liverpool": ((19, 17),),
    "barrow-lancaster": ((13, 3), (21, 3)),
    "lancaster-scotland": ((24, 1),),
    "blackpool-preston": ((13, 8), (19, 8)),
    "preston-southport": ((13, 10), (20, 10), (20, 9)),
    "blackburn-preston": ((35, 8), (37, 8)),
    "blackburn-bolton": ((40, 9), (40, 11)),
    "burnley-bury": ((55, 9), (55, 11)),
    "bury-rochdale": ((61, 13), (63, 13)),
    "bolton-wigan": ((32, 13), (34, 13)),
    "liverpool-southport": ((5, 11), (5, 14)),
    "southport-wigan": ((9, 11), (9, 12), (21, 12)),
    "liverpool-warrington_runcorn": ((23, 16), (27, 16)),
    "birkenhead-ellesmere_port": ((8, 19), (17, 19)),
}
VIRTUAL_POINT: Final[Point] = (5, 17)
"""Between Liverpool and Birkenhead, where nothing can be built."""
LEGEND_POINT: Final[Point] = (36, 0)
"""The point where the hills leave room for three lines of up to 42 columns."""
MARKETS_POINT: Final[Point] = (33, 3)
"""And below that for four of up to 23."""


def cells_of(path: tuple[Point, ...]) -> list[Point]:
    """Every sign of a path, from its one end to the other."""
    cells = [path[0]]
    for column, line in path[1:]:
        while cells[-1] != (column, line):
            here, there = cells[-1]
            cells.append(
                (here + (column > here) - (column < here), there + (line > there) - (line < there))
            )
    return cells


def label_point(path: tuple[Point, ...]) -> Point:
    """The sign of a path that says whose it is: in the middle of its longest straight part."""
    parts = list(pairwise(path)) or [(path[0], path[0])]
    start, end = max(parts, key=lambda part: len(cells_of(part)))
    straight = cells_of((start, end))
    return straight[len(straight) // 2]
