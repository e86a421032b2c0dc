"""The seats of a match, what they are asked, and what becomes of their answers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bessemer.matches.records import MoveRecord, SeatFault

Move = Any
State = Any


class PlayedMove(NamedTuple):
    """A move that everybody may know of."""

    record: MoveRecord
    move: Move


class PendingDecision:
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
        self.answer: PendingMove | None = None


class PendingMove:
    """A move that was played and is not published yet."""

    __slots__ = ("move", "number", "record", "state")

    def __init__(self, number: int, entry: MoveRecord, move: Move, state: State) -> None:
        self.number = number
        self.record = entry
        self.move = move
        self.state = state


class SeatState:
    """One seat of the match, and who listens there."""

    __slots__ = (
        "decision",
        "forfeit",
        "joined",
        "listener",
        "lost",
        "player",
        "strikes",
        "unstick",
    )

    def __init__(self, player: str) -> None:
        self.player = player
        self.joined = False
        self.decision: PendingDecision | None = None
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
    def open_decision(self) -> PendingDecision | None:
        """What the seat must decide now."""
        question = self.decision
        return question if question is not None and question.answer is None else None
