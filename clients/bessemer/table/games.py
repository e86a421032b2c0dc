"""The games as people play them, each found by its name."""

from importlib import import_module
from typing import NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.faces.face import Face, face_of
from bessemer.faces.questions import questions_of
from bessemer.table.answers.drafts import Drafts
from bessemer.table.typing import Typing


class TableGame(NamedTuple):
    """All that a person's seat needs of a game, whatever it is shown on."""

    rules: AnyGame
    face: Face
    drafts: Drafts
    typing: Typing


def table_game(name: str) -> TableGame:
    """A game, by its name."""
    typing: Typing = import_module(f"bessemer.table.{name}.typing").TYPING
    return TableGame(
        GAMES[name], face_of(name), Drafts(GAMES[name], questions_of(name), typing), typing
    )
