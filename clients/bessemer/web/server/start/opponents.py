"""Whom you can play against: four levels, and the shipped bots by strength, each with a word."""

from typing import Final, NamedTuple

from bessemer.bots.factory import LEVELS
from bessemer.bots.registry import BOTS
from bessemer.faces.language import key, tr, tr_key

_WORDS: Final = {
    "easy": key("for a first match"),
    "medium": key("for a few matches later"),
    "hard": key("for those who know the game"),
    "expert": key("as strong as there is"),
    "magnate": key("the strongest"),
    "search": key("strong"),
    "planner": key("skilled"),
    "greedy": key("fair"),
    "random": key("does anything"),
}
_NOBODY: Final = ("idle",)
"""A bot that only passes is nobody to play with."""
FIRST: Final = "easy"
"""Whom a newcomer meets."""


class Opponent(NamedTuple):
    """A bot that one can choose."""

    name: str
    word: str
    """How it plays; "" if nobody has said."""


def opponents(game: str) -> list[Opponent]:
    """The levels for people, and then the bots of a game, the strongest first."""
    bots = [name for name in BOTS[game] if name not in _NOBODY and name not in LEVELS]
    return [
        Opponent(name, tr_key(_WORDS[name]) if name in _WORDS else "") for name in (*LEVELS, *bots)
    ]


def about(game: str) -> str:
    """What a game is, in a sentence for somebody who does not know it."""
    told = {
        "furnace": tr("Bid for companies, then run them: coal, iron and oil into money. Short."),
        "brass": tr("Build mills, mines, canals and railways, and sell what they make. Long."),
        "alchemicus": tr("Walk over circles, make gold from herbs and ore, and build. Many turns."),
    }
    return told.get(game, "")
