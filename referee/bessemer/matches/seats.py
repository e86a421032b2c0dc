"""The seats of a match, what they are asked, and what becomes of their answers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bessemer.matches.records import Entry, SeatFault

Move = Any
State = Any


class Event(NamedTuple):
    """A move that everybody may know of."""

    entry: Entry
    move: Move


class Question:
    """A decision that a seat was asked for."""

    __slots__ = ("answer", "deadline", "kind", "seconds", "seen", "since", "turn")

    def __init__(self, turn: int, kind: str, seconds: float, since: float) -> None:
        self.turn = turn
        self.kind = kind
        self.seconds = seconds
        """What the bank held when it was asked."""
        self.since = since
        """When the seat's time began to run."""
        self.deadline = since + seconds
        self.seen = False
        """Whether it was sent to the seat."""
        self.answer: Accepted | None = None


class Accepted:
    """A move that was played and is not published yet."""

    __slots__ = ("entry", "move", "number", "state")

    def __init__(self, number: int, entry: Entry, move: Move, state: State) -> None:
        self.number = number
        self.entry = entry
        self.move = move
        self.state = state


class Place:
    """One seat of the match, and who listens there."""

    __slots__ = (
        "forfeit",
        "joined",
        "listener",
        "lost",
        "player",
        "question",
        "strikes",
        "unstick",
    )

    def __init__(self, player: str) -> None:
        self.player = player
        self.joined = False
        self.question: Question | None = None
        """The newest question, until its answer is published."""
        self.listener: Callable[[], None] | None = None
        """Called when there is something new for the seat's stream."""
        self.unstick: Callable[[], None] | None = None
        """Called if the seat runs out of time while it does not take what it is sent."""
        self.lost = False
        """Whether its last connection broke, rather than left."""
        self.strikes = 0
        self.forfeit: SeatFault | None = None

    @property
    def open_question(self) -> Question | None:
        """What the seat must decide now."""
        question = self.question
        return question if question is not None and question.answer is None else None
