"""The events of a match that its client notifies the screen of."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bessemer.engine.errors import Sentence
from bessemer.v1 import match_pb2


class MatchUpdated(NamedTuple):
    """The match as it is now: names, clocks, strikes. Comes first, and then every few seconds."""

    match: match_pb2.Match
    happened: tuple[match_pb2.MatchEvent, ...] = ()
    """What else has happened at the table, as far as it was asked."""


class SeenMove(NamedTuple):
    """A move as it was made."""

    turn: int
    seat: int
    move: Any
    is_own_choice: bool
    """Not if time had run out: then the referee made the default move."""
    before: Any = None
    """What a spectator saw before it, if it was made while nobody listened; `None` otherwise."""


class MovesSeen(NamedTuple):
    """Moves in the order of their turns, and what is seen after the last of them."""

    moves: Sequence[SeenMove]
    view: Any
    """`None` if it did not change."""


class DecisionAsked(NamedTuple):
    """The seat has to decide; comes again for the same turn after a lost connection."""

    turn: int
    view: Any
    seconds: float
    """How long it has from now on."""
    kind: str = ""
    """The game's word for such a decision."""


class AnswerAccepted(NamedTuple):
    """The answer is durable."""

    turn: int


class AnswerRefused(NamedTuple):
    """The answer was refused, and nothing has happened."""

    why: tuple[Sentence, ...]
    instead: tuple[str, ...]
    """Legal answers: whole moves, or what could replace the wrong part."""
    is_open: bool
    """Whether the decision still waits for an answer."""


class ConnectionLost(NamedTuple):
    """The connection is lost; attempts to reconnect continue."""

    why: str


class ConnectionBack(NamedTuple):
    """The connection is back."""


class MatchEnded(NamedTuple):
    """The match is over."""

    result: match_pb2.MatchResult
    view: Any
    """`None` if it did not change."""


class Resigned(NamedTuple):
    """The seat has resigned, as its person wished; the others play on."""


class Stopped(NamedTuple):
    """The referee refuses us."""

    why: str


Event = (
    MatchUpdated
    | MovesSeen
    | DecisionAsked
    | AnswerAccepted
    | AnswerRefused
    | ConnectionLost
    | ConnectionBack
    | MatchEnded
    | Resigned
    | Stopped
)
Listen = Callable[[Event], None]
