"""The steps that a match can be in."""

from enum import StrEnum


class Phase(StrEnum):
    """
    A step of the turn; the fields of the outer circle are named by the step they lead to.

    LANDING and TURN_END ask nobody: the match passes through them.
    """

    DRAW = "draw"
    NOCTIS = "noctis"
    DEFENCE = "defence"
    MOVE = "move"
    REWARD = "reward"
    LANDING = "landing"
    CLEARING = "clearing"
    BUILD = "build"
    SPIRIT = "spirit"
    ACQUIRE = "acquire"
    TRANSPORT = "transport"
    TRANSMUTE = "transmute"
    SALE = "sale"
    BUY_BACK = "buy-back"
    GIFTS = "gifts"
    GLORIA = "gloria"
    HAND_LIMIT = "hand-limit"
    TURN_END = "turn-end"
    OVER = "over"

    __hash__ = str.__hash__  # an enum's own is a call in Python, and every move looks phases up


FIELDS = (
    Phase.BUILD,
    Phase.SPIRIT,
    Phase.ACQUIRE,
    Phase.TRANSPORT,
    Phase.TRANSMUTE,
    Phase.SALE,
    Phase.GIFTS,
)
"""The seven actions of the outer circle."""
