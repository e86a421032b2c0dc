"""The map with all that is built on it, and what an answer in the making points at."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.faces.brass.names import cube_name, place_name, space_mark, tile_mark
from bessemer.faces.language import key, tr, tr_key
from bessemer.faces.players import Players
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.geography import LINKS, PLACE, PLACES, SPACES, SPOTS, bits
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.state import Board
from bessemer.terminal.brass.canvas import Canvas
from bessemer.terminal.brass.map_plan import (
    CELL,
    LEGEND_POINT,
    LINK_PATHS,
    MARKETS_POINT,
    PLACE_POINTS,
    VIRTUAL_POINT,
    WIDTH,
    label_point,
)
from bessemer.terminal.drawing import Lines
from bessemer.terminal.style import DIM, STRONG, player_colour

_HEIGHT: Final = 1 + max(line for _, line in PLACE_POINTS.values())
_LEGEND: Final = key(
    "C cotton  K coal  I iron  P port  S ship\n"
    "[CK] is empty   AK2³ A's coal 2, 3 cubes\n"
    "AC1 unsold   AC1* flipped   ━A━ A's link"
)
_OUTER: Final = "#b9a7d8"
"""The places without spaces."""
_MARKED: Final = "bold reverse"
_POINTER: Final = ">"
"""Instead of a key: what stands out does so without colours too."""


class Marks(NamedTuple):
    """The things that an answer in the making points at: places, spaces and links, by their ids."""

    keys: Mapping[str, tuple[str, str]] = {}
    """By id, the key and the word of each thing that can be chosen."""
    chosen: frozenset[str] = frozenset()
    cursor: str = ""
    cost: str = ""
    """The cost of the answer so far."""

    @property
    def pointed(self) -> frozenset[str]:
        """The things that stand out: all that was chosen, and what the cursor is on."""
        return self.chosen | {self.cursor}


def draw_map(board: Board, players: Players, marks: Marks) -> Lines:
    """Every place with its spaces, the links of this era, and whatever is marked."""
    canvas = Canvas(WIDTH, _HEIGHT + 1)
    column, top = LEGEND_POINT
    for number, text in enumerate(tr_key(_LEGEND).split("\n")):
        canvas.write((column, top + number), text, DIM)
    column, top = MARKETS_POINT
    if marks.cost:
        canvas.write((column, top), tr("this move {cost}", cost=marks.cost), STRONG)
    for number, drawn in enumerate(market_lines(board), top + 1):
        canvas.write((column, number), drawn)
    spots = SETTINGS[len(board.players)].spots
    if all(spots & SPOTS[end] for end in FIGURES.virtual):
        canvas.write(VIRTUAL_POINT, ":", DIM)
    _draw_links(canvas, board, players, marks)
    for place, here in zip(PLACES, SPOTS, strict=True):
        if spots & here:
            _draw_place(canvas, board, players, marks, place.id)
    lines = canvas.lines()
    for line in _pointed_lines(frozenset({marks.cursor}) if marks.cursor else marks.chosen):
        # The screen keeps the first line with this mark in sight.
        lines[line].plain = f" >{lines[line].plain[2:]}"
    return lines


def market_lines(board: Board) -> list[str]:
    """The cubes on both tracks with the price of the next one, and the distant market."""
    setting = SETTINGS[len(board.players)]
    names = cube_name("coal"), cube_name("iron")
    width = max(map(len, names))
    lines = [
        f"{name:{width}}  {'■' * cubes}{'□' * (len(setting.refills) - cubes)} £{setting.prices[cubes]}"
        for name, cubes in zip(names, (board.coal, board.iron), strict=True)
    ]
    if board.cotton >= CLOSED:
        return [*lines, tr("distant market closed")]
    return [*lines, tr("distant market at +{bonus}", bonus=BONUS[board.cotton])]


def _draw_links(canvas: Canvas, board: Board, players: Players, marks: Marks) -> None:
    owners = {
        link: seat for seat, player in enumerate(board.players) for link in bits(player.links)
    }
    for number in bits(SETTINGS[len(board.players)].eras[board.era].links):
        link = LINKS[number].id
        path, owner = LINK_PATHS[link], owners.get(number)
        key, word = marks.keys.get(link, ("", ""))
        is_pointed = link in marks.pointed
        style = DIM if owner is None else f"bold {player_colour(owner)}"
        style = f"{STRONG} reverse" if is_pointed else style
        canvas.trace(path, style, word, is_built=owner is not None)
        if owner is not None:
            canvas.write(label_point(path), players.letter(owner), style)
        elif key or is_pointed:
            canvas.write(label_point(path), _POINTER if is_pointed else key, _MARKED, word)


def _draw_place(canvas: Canvas, board: Board, players: Players, marks: Marks, place: str) -> None:
    column, line = PLACE_POINTS[place]
    spaces = PLACES[PLACE[place]].spaces
    key, word = marks.keys.get(place, ("", ""))
    style = STRONG if spaces else _OUTER
    if place in marks.pointed:
        key, style = _POINTER, _MARKED
    canvas.write((column, line), place_name(place), style, word)
    if key:
        canvas.write((column - 1, line), key, _MARKED, word)
    for number, space in enumerate(spaces):
        _draw_space(canvas, board, players, marks, space, (column + CELL * number, line + 1))


def _draw_space(
    canvas: Canvas, board: Board, players: Players, marks: Marks, space: int, point: tuple[int, int]
) -> None:
    tile, name = board.land.tiles[space], SPACES[space].id
    key, word = marks.keys.get(name, ("", ""))
    if tile is None:
        text, style = space_mark(space), DIM
    else:
        text = tile_mark(tile, players.letter(tile.owner))
        style = f"bold {player_colour(tile.owner)}{' reverse' if tile.flipped else ''}"
    if name in marks.pointed:
        key, style = _POINTER, _MARKED
    canvas.write(point, text, style, word)
    if key:
        canvas.write((point[0] - 1, point[1]), key, _MARKED, word)


def _pointed_lines(pointed: frozenset[str]) -> list[int]:
    """The lines of the picture in which something is pointed at."""
    lines = set()
    for name in pointed:
        if name in LINK_PATHS:
            lines.add(label_point(LINK_PATHS[name])[1])
        else:
            town, _, position = name.partition(".")
            lines.add(PLACE_POINTS[town][1] + bool(position))
    return sorted(lines)
