"""What a session tells whoever shows the match."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bessemer.v1 import match_pb2


class MatchUpdated(NamedTuple):
    """The match as it stands: names, clocks, strikes. Told at first, and now and then."""

    match: match_pb2.Match


class Played(NamedTuple):
    """A move as it was made."""

    turn: int
    seat: int
    move: Any
    is_own_choice: bool
    """Not if time had run out: then the referee made the default move."""


class Seen(NamedTuple):
    """Moves that are new, in the order of their turns, and the table after them."""

    moves: Sequence[Played]
    view: Any
    """`None` if only the moves are known yet."""


class Asked(NamedTuple):
    """The seat must decide; told again for the same turn after a lost connection."""

    turn: int
    view: Any
    seconds: float
    """How long it has from now on."""


class Accepted(NamedTuple):
    """The answer is safe."""

    turn: int


class Refused(NamedTuple):
    """The answer was refused, and nothing has happened."""

    message: str
    instead: tuple[str, ...]
    """What would be legal: whole moves, or what could stand in the place of the wrong part."""
    is_open: bool
    """Whether the decision still waits for an answer."""


class Lost(NamedTuple):
    """The referee cannot be reached; it is tried again until it can."""

    why: str


class Back(NamedTuple):
    """The referee is there again."""


class Ended(NamedTuple):
    """The match is over."""

    result: match_pb2.MatchResult
    view: Any
    """`None` if the end of the table was seen before."""


class Stopped(NamedTuple):
    """The referee will not let us go on."""

    why: str


Event = MatchUpdated | Seen | Asked | Accepted | Refused | Lost | Back | Ended | Stopped
Listen = Callable[[Event], None]
