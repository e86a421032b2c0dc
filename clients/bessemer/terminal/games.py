"""How the games look in a terminal, each found by its name."""

from importlib import import_module

from bessemer.table.games import TableGame
from bessemer.terminal.drawing import TableDrawing


def drawing_of(game: TableGame) -> TableDrawing:
    """`DRAWING` of `bessemer.terminal.<game>.drawing`."""
    drawing: TableDrawing = import_module(f"bessemer.terminal.{game.rules.name}.drawing").DRAWING
    return drawing


def help_of(game: TableGame) -> tuple[str, ...]:
    """The game, the signs of its drawing, and how moves are typed."""
    return (*game.face.help(), *drawing_of(game).help(), *game.typing.help())
