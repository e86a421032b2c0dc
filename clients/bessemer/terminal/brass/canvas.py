"""A sheet of signs to draw on, each with its style; what is drawn later covers what was there."""

from typing import NamedTuple

from rich.text import Text

from bessemer.terminal.brass.map_plan import Point, cells_of
from bessemer.terminal.drawing import Lines, choosing

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_STEPS = {(0, -1): _NORTH, (1, 0): _EAST, (0, 1): _SOUTH, (-1, 0): _WEST}
_OPPOSITE = {_NORTH: _SOUTH, _SOUTH: _NORTH, _EAST: _WEST, _WEST: _EAST}
_FREE = {
    _NORTH | _SOUTH: "╎",
    _EAST | _WEST: "╌",
    _SOUTH | _EAST: "┌",
    _SOUTH | _WEST: "┐",
    _NORTH | _EAST: "└",
    _NORTH | _WEST: "┘",
}
_BUILT = {
    _NORTH | _SOUTH: "┃",
    _EAST | _WEST: "━",
    _SOUTH | _EAST: "┏",
    _SOUTH | _WEST: "┓",
    _NORTH | _EAST: "┗",
    _NORTH | _WEST: "┛",
}


class _Sign(NamedTuple):
    sign: str = " "
    style: str = ""
    word: str = ""
    """The word that a click on it chooses."""


class Canvas:
    """Lines of signs of one width."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows = [[_Sign()] * width for _ in range(height)]

    def write(self, point: Point, text: str, style: str = "", word: str = "") -> None:
        """Put `text` there; what does not fit is left out."""
        column, line = point
        for place, sign in enumerate(text, column):
            if 0 <= place < self._width and line < len(self._rows):
                self._rows[line][place] = _Sign(sign, style, word)

    def trace(self, path: tuple[Point, ...], style: str, word: str = "", *, is_built: bool) -> None:
        """Draw a path: thin and broken, or thick if it is built."""
        signs, cells = _BUILT if is_built else _FREE, cells_of(path)
        for number, (column, line) in enumerate(cells):
            ways = 0
            for beside in cells[max(0, number - 1) : number + 2]:
                ways |= _STEPS.get((beside[0] - column, beside[1] - line), 0)
            if ways in _OPPOSITE:
                ways |= _OPPOSITE[ways]
            self.write((column, line), signs[ways or _NORTH | _SOUTH], style, word)

    def lines(self) -> Lines:
        """The drawing without the empty lines at the end."""
        drawn = [_joined(row) for row in self._rows]
        while drawn and not drawn[-1].plain:
            drawn.pop()
        return drawn


def _joined(row: list[_Sign]) -> Text:
    """One line, its signs put together where they look alike."""
    text, start = Text(no_wrap=True), 0
    while start < len(row):
        end = start
        while end < len(row) and row[end][1:] == row[start][1:]:
            end += 1
        _, style, word = row[start]
        piece = Text("".join(sign.sign for sign in row[start:end]), style)
        text.append_text(choosing(piece, word) if word else piece)
        start = end
    text.rstrip()
    return text
