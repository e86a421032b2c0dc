"""The games as a terminal knows them, each found by its name."""

from importlib import import_module
from typing import NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.faces.face import Face, face_of
from bessemer.faces.questions import questions_of
from bessemer.terminal.drafts import Drafts, Typing
from bessemer.terminal.drawing import TableDrawing


class TerminalGame(NamedTuple):
    """All that a terminal needs of a game."""

    rules: AnyGame
    face: Face
    drawing: TableDrawing
    drafts: Drafts
    typing: Typing

    def help(self) -> tuple[str, ...]:
        """The game, the signs of its drawing, and how moves are typed."""
        return (*self.face.help(), *self.drawing.help(), *self.typing.help())


def terminal_game(name: str) -> TerminalGame:
    """
    A game with `DRAWING` and `TYPING` of `bessemer.terminal.<game>.drawing` and `.typing`.

    Raises:
        KeyError: there is no such game.
    """
    face = face_of(name)
    room = f"bessemer.terminal.{name}"
    drawing: TableDrawing = import_module(f"{room}.drawing").DRAWING
    typing: Typing = import_module(f"{room}.typing").TYPING
    drafts = Drafts(GAMES[name], questions_of(name), typing, drawing.pictured)
    return TerminalGame(GAMES[name], face, drawing, drafts, typing)
