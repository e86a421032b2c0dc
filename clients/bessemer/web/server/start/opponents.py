"""Whom one can play against: the shipped bots of a game by strength, each with a word for people."""

from typing import Final, NamedTuple

from bessemer.bots.registry import BOTS
from bessemer.faces.language import key, tr, tr_key

_WORDS: Final = {
    "magnate": key("the strongest"),
    "search": key("strong"),
    "planner": key("skilled"),
    "greedy": key("fair, for a first match"),
    "random": key("easy: does anything"),
}
_NOBODY: Final = ("idle",)
"""A bot that only passes is nobody to play with."""
FIRST: Final = "greedy"
"""Whom a newcomer meets."""


class Opponent(NamedTuple):
    """A bot that one can choose."""

    name: str
    word: str
    """How it plays; "" if nobody has said."""


def opponents(game: str) -> list[Opponent]:
    """The bots of a game, the strongest first."""
    return [
        Opponent(name, tr_key(_WORDS[name]) if name in _WORDS else "")
        for name in BOTS[game]
        if name not in _NOBODY
    ]


def about(game: str) -> str:
    """What a game is, in a sentence for somebody who does not know it."""
    told = {
        "furnace": tr("Bid for companies, then run them: coal, iron and oil into money. Short."),
        "brass": tr("Build mills, mines, canals and railways, and sell what they make. Long."),
        "alchemicus": tr("Walk over circles, make gold from herbs and ore, and build. Many turns."),
    }
    return told.get(game, "")
