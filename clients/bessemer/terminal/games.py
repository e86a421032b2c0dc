"""The games as a terminal knows them, each found by its name."""

from importlib import import_module
from typing import NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.faces.face import Face, face_of
from bessemer.terminal.drafts import Drafts
from bessemer.terminal.drawing import TableDrawing


class TerminalGame(NamedTuple):
    """All that a terminal needs of a game."""

    rules: AnyGame
    face: Face
    drawing: TableDrawing
    drafts: Drafts

    def help(self) -> tuple[str, ...]:
        """The game, the signs of its drawing, and how moves are typed."""
        return (*self.face.help(), *self.drawing.help(), *self.drafts.help())


def terminal_game(name: str) -> TerminalGame:
    """
    A game with `DRAWING` and `DRAFTS` of `bessemer.terminal.<game>.drawing` and `.drafts`.

    Raises:
        KeyError: there is no such game.
    """
    face = face_of(name)
    room = f"bessemer.terminal.{name}"
    drawing: TableDrawing = import_module(f"{room}.drawing").DRAWING
    drafts: Drafts = import_module(f"{room}.drafts").DRAFTS
    return TerminalGame(GAMES[name], face, drawing, drafts)
