"""The games as people play them, each found by its name."""

from importlib import import_module
from typing import NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.faces.face import Face, face_of
from bessemer.faces.questions import questions_of
from bessemer.table.answers.drafts import Drafts, Typing


class TableGame(NamedTuple):
    """All that a person's seat needs of a game, whatever it is shown on."""

    rules: AnyGame
    face: Face
    drafts: Drafts
    typing: Typing


def table_game(name: str) -> TableGame:
    """
    A game with `TYPING` of `bessemer.table.<game>.typing`.

    Raises:
        KeyError: there is no such game.
    """
    typing: Typing = import_module(f"bessemer.table.{name}.typing").TYPING
    return TableGame(
        GAMES[name], face_of(name), Drafts(GAMES[name], questions_of(name), typing), typing
    )
