"""What a person wants after a match, or instead of it."""

from enum import StrEnum
from typing import Final

from bessemer.faces.language import key, tr_key


class Wish(StrEnum):
    """What a person who leaves the table wants next."""

    LEAVE = "leave"
    KEEP = "keep"
    GIVE_UP = "give up"
    AGAIN = "again"
    REPLAY = "replay"
    ANALYSE = "analyse"


WISHES: Final = {"r": Wish.REPLAY, "a": Wish.ANALYSE, "g": Wish.AGAIN}
"""The keys after the end."""
_TEXTS: Final = {
    Wish.REPLAY: key("replay"),
    Wish.ANALYSE: key("analyse"),
    Wish.AGAIN: key("again"),
}


def wish_text(wish: Wish) -> str:
    """What stands beside the key of a wish."""
    return tr_key(_TEXTS[wish])
