"""A person's wishes after a match, or instead of it."""

from enum import StrEnum
from typing import Final

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


def wish_text(wish: AfterMatch) -> str:
    """The text beside the key of a wish."""
    return tr_key(_TEXTS[wish])
