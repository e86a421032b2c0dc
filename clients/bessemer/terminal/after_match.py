"""A person's wishes after a match, or instead of it."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Final, TypeAlias

from bessemer.faces.language import key, tr_key


class AfterMatch(StrEnum):
    """The next wish of a person who leaves the table."""

    LEAVE = "leave"
    KEEP = "keep"
    GIVE_UP = "give up"
    AGAIN = "again"
    REPLAY = "replay"
    ANALYSE = "analyse"


WISHES: Final = {"r": AfterMatch.REPLAY, "a": AfterMatch.ANALYSE, "g": AfterMatch.AGAIN}
"""The keys after the end."""
_TEXTS: Final = {
    AfterMatch.REPLAY: key("replay"),
    AfterMatch.ANALYSE: key("analyse"),
    AfterMatch.AGAIN: key("again"),
}


Analyse: TypeAlias = Callable[[int], Awaitable[str]]
"""Gives the analysis of the match that is over, as text of so many columns."""


async def no_analysis(_width: int) -> str:
    """Nothing is known of the match."""
    return ""


def wish_text(wish: AfterMatch) -> str:
    """The text beside the key of a wish."""
    return tr_key(_TEXTS[wish])
