"""The seats of a match, what they are asked, and what becomes of their answers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from bessemer.engine.game import Seat
from bessemer.matches.records import MoveRecord, SeatFault
from bessemer.matches.timing.processor_times import ProcessorTime, process_name

NEVER: Final = float("inf")

Move = Any
State = Any


class PlayedMove(NamedTuple):
    """A move that everybody may know of."""

    record: MoveRecord
    move: Move


class PendingDecision:
    """A decision that a seat was asked for."""

    def __init__(self, turn: int, kind: str, seconds: float, since: float) -> None:
        self.turn = turn
        self.kind = kind
        self.seconds = seconds
        """The seat's bank when it was asked."""
        self.since = since
        """When the seat's time began to run."""
        self.deadline = since + seconds
        self.seen = False
        """Whether it was sent to the seat."""
        self.lost = 0.0
        """How long the clock had stood still when it was sent."""
        self.processor: ProcessorTime | None = None
        """The processor time of the player's processes when it was sent, if that is known."""
        self.answer: PendingMove | None = None

    def show(self, now: float) -> None:
        """It is being sent: only now the seat's time begins to run."""
        if not self.seen:
            self.seen = True
            self.start(now)

    def start(self, now: float) -> None:
        """The seat's time runs from now on."""
        self.since = now
        self.deadline = now + self.seconds

    def hold(self) -> None:
        """The seat's time does not run: it waits for its turn to think."""
        self.deadline = NEVER

    def shift(self, seconds: float) -> None:
        """Give it so much more time."""
        self.since += seconds
        self.deadline += seconds

    def left(self, now: float) -> float:
        """The seconds that the seat has for it."""
        return min(self.seconds, max(0.0, self.deadline - max(now, self.since)))


@dataclass(slots=True, eq=False)
class PendingMove:
    """A move that was played and is not published yet."""

    number: int
    record: MoveRecord
    move: Move
    state: State


class Observer(Protocol):
    """Somebody who follows a match: a spectator, a call that waits, a seat that wants every move."""

    def notify(self) -> None:
        """Something was published, or the match is over."""


class SeatSubscriber(Observer, Protocol):
    """The newest connection of a seat."""

    def notify(self) -> None:
        """There may be something new for the seat."""

    def timed_out(self) -> None:
        """The seat has run out of time."""

    def superseded(self) -> None:
        """A newer connection has taken the seat."""


class Lateness(StrEnum):
    """Why a seat ran out of time, in words for people."""

    THOUGHT = "it thought for too long"
    """Its processes had a processor, or slept."""
    ANSWERED_LATE = "its answer came too late: it thought, or waited for a processor or the network"
    """Its processes are not known here."""
    WAS_AWAY = "its connection was lost"
    NOBODY_THERE = "nobody played its seat"


@dataclass(slots=True)
class SeatKey:
    """The key to one seat: the hash of its token; and the creator of the match."""

    match_id: str
    seat: Seat
    digest: bytes
    """Empty once the token is revoked."""
    creator: str


class SeatState:
    """One seat of the match, and who plays it."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.instance: int | None = None
        """Which of the player's instances plays it; `None` if it has none. Kept in no journal."""
        self.joined = False
        self.is_person = False
        """Whether its newest stream says that a person plays it. Kept in no journal."""
        self.decision: PendingDecision | None = None
        """The newest one, until its answer is published."""
        self.subscriber: SeatSubscriber | None = None
        """Its newest connection, if it has one."""
        self.lost = False
        """Whether its last connection broke, rather than left or was closed by the referee."""
        self.away_since = 0.0
        """Since when it has no connection."""
        self.waited_for = 0.0
        """How long it was waited for since then, until its earlier decisions timed out."""
        self.late: list[Lateness] = []
        """Why each decision ran out of time that did; kept in no journal."""
        self.refused: list[str] = []
        """Why answers that were no moves, or illegal ones, were refused; kept in no journal."""
        self.strikes = 0
        self.overrun_until = 0.0
        """Until when it may still be thinking about a decision that timed out."""
        self.forfeit: SeatFault | None = None
        self.costs_turn = 0
        """The newest turn whose model's cost is known."""
        self.noted_turn = 0
        """The turn of its newest note."""
        self.noted_bytes = 0
        """How much it has noted since the referee knows the match."""

    def went_away(self, now: float) -> None:
        """It has lost or closed its connection."""
        self.away_since, self.waited_for = now, 0.0

    def awaited_since(self, decision: PendingDecision) -> float:
        """Since when the others wait for an answer of a seat that is away."""
        return max(decision.since, self.away_since)

    def heard(self) -> None:
        """It has sent something, or changed its connection: it is no longer at an earlier decision."""
        self.overrun_until = 0.0

    @property
    def process(self) -> str:
        """The name of the process that plays it, if it is one of this machine."""
        return self.player if self.instance is None else process_name(self.player, self.instance)

    @property
    def open_decision(self) -> PendingDecision | None:
        """The seat's decision that has no answer yet."""
        decision = self.decision
        return decision if decision is not None and decision.answer is None else None
