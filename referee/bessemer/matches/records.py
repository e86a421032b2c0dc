"""
What is kept of a match: the values that the journal writes and the store gives back.

A match is a `MatchSpec` (what was agreed when it was created), its entries in the order in which the
moves were accepted, and a `MatchResult`. Everything else follows from these. What bots report beside it is in
`bot_reports`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType

from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Noted, Spent
from bessemer.matches.chance.chance_mixing import ChanceMix


class Status(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"
    WITHHELD = "withheld"
    """Ended before it was set up: a seat did not reveal the bytes that it had committed to."""


class Durability(StrEnum):
    """When a move is on disk: before anyone hears of it, or at the end of the match."""

    MOVE = "move"
    MATCH = "match"


class Cause(StrEnum):
    """Why a move was made."""

    PLAYED = "played"
    TIMED_OUT = "timed out"
    STILL_THINKING = "still thinking"
    """About an earlier decision that timed out: one overrun is one strike."""
    FORFEITED = "forfeited"
    TAKEN_BACK = "taken back"
    """Nobody moved: the table agreed to go back to an earlier turn, see `TakenBack`."""

    __hash__ = str.__hash__  # an enum's own is a call in Python, and every move has a cause


class MatchEventKind(StrEnum):
    """What happened at a table besides moves."""

    RESIGNED = "resigned"
    """A seat gave up: from this turn on the default move is made for it."""
    GREETED = "greeted"
    """A person said one of the phrases of `Greeting`."""
    TAKE_BACK_WISHED = "take-back wished"
    """A person wishes to go back to the turn in `text`, or agrees to it."""
    TAKE_BACK_DECLINED = "take-back declined"
    """A person does not agree, or wishes it no longer."""


class Greeting(StrEnum):
    """What people can say to each other."""

    HELLO = "hello"
    GOOD_GAME = "good game"
    THANKS = "thanks"


class Fault(StrEnum):
    """Whose fault an abnormal end is."""

    PLAYER = "bot"  # the word that replay files and databases have
    NETWORK = "network"
    REFEREE = "referee"
    ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How time is counted; all in seconds."""

    bank: float = 60.0
    increment: float = 1.0
    increment_by_kind: Mapping[str, float] = field(default_factory=dict)
    """Other increments for some kinds of decision ("plan")."""
    strike_limit: int = 3
    """At so many timeouts a seat forfeits."""
    join_timeout: float = 60.0
    """How long the seats may take to join."""
    away_limit: float | UnsetType = UNSET
    """
    How long others wait for a seat without a connection, before its time is up.

    Unset, and written nowhere, for no limit.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a match that its replay has as well."""

    match_id: str
    game: str
    rules_version: int
    options: Mapping[str, str]
    """All of them, those at their defaults too."""
    players: tuple[str, ...]
    """By seat; before the start for whom it is reserved, "" for anyone with the seat's token."""
    clock: ClockSettings
    created: float
    """Seconds since the epoch, as all points in time that are kept."""
    seat_clocks: tuple[ClockSettings, ...] = ()
    """By seat, if not all have `clock`: people may have another than bots; else empty."""

    resignation_ends: bool = False
    """Whether the match is over once all seats but one have resigned or forfeited."""

    @property
    def clocks(self) -> tuple[ClockSettings, ...]:
        """The clock of each seat."""
        return self.seat_clocks or (self.clock,) * len(self.players)


ALONE: Final = "alone/"
"""Begins the name of a block whose matches have set-ups of their own, and no common secret."""
_TERMS: Final = tuple(term.name for term in fields(Terms))


# Any: the value of any field.
def terms_of(source: object) -> dict[str, Any]:
    """The terms in what has attributes of their names, to make something else that has them."""
    return {name: getattr(source, name) for name in _TERMS}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec(Terms):
    """The terms of a match, which never change."""

    seed: bytes
    """The referee's secret: the seed itself if the match is repeatable, else one part of it."""
    durability: Durability
    creator: str = ""
    """The player who created it."""
    request_id: str = ""
    """The creator's own id of the request, "" for none: repeating it creates nothing new."""
    suggestions_allowed: bool = False
    """Whether people may let a program suggest moves to them."""
    ladder: str = ""
    """Where its outcome is rated, "" for nowhere."""
    season: int = 0
    """Of that ladder."""
    block: str = ""
    """The same for all matches of one block; "" for a match that stands alone. See `ALONE`."""
    anyone_may_join: bool = False
    """Whether a seat that is not reserved is for anyone who asks, without its token."""
    is_repeatable: bool = True
    """Whether everything follows from `seed` alone; if not, the seats bring bytes, see `gathering`."""

    @property
    def join_timeout(self) -> float:
        """How long the seats may take to join: the longest time of any of them."""
        return max(clock.join_timeout for clock in self.clocks)

    @property
    def shared_setup(self) -> "Block | None":
        """The block with which it shares its set-up; `None` for a match that has one of its own."""
        if not self.block or self.block.startswith(ALONE):
            return None
        return Block(self.ladder, self.season, self.block)


class Block(NamedTuple):
    """Matches that share a set-up, of one season of a ladder."""

    ladder: str
    season: int
    name: str


class MoveRecord(NamedTuple):
    """A move as the journal keeps it."""

    turn: int
    seat: Seat
    move: str
    """Its canonical text."""
    cause: Cause
    time_used: int
    """How long the seat took, in microseconds."""
    state_hash: str
    """
    The fingerprint of the state after it; "" while answers given at the same time are sealed.

    Those are applied in the order of their arrival, and only the state after the last of them is
    the same in any order.
    """


class MatchEvent(NamedTuple):
    """Something that happened at a table and is no move; never shown to bots."""

    number: int
    """Counts the events of the match from 1."""
    turn: int
    """The first turn that it concerns: the seat's open decision, or the next one that is asked."""
    seat: Seat
    kind: MatchEventKind
    text: str = ""
    """What was said: a `Greeting`; or the turn to go back to."""


class SeatFault(NamedTuple):
    """A fault at one seat."""

    seat: Seat
    fault: Fault
    message: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended."""

    status: Status
    """FINISHED, ABORTED or WITHHELD."""
    ended: float
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    seat_faults: tuple[SeatFault, ...] = ()
    fault: Fault | None = None
    """Whose fault it is that a match has no outcome."""
    message: str = ""
    events: tuple[MatchEvent, ...] = ()
    turn: int = field(default=0, compare=False)
    """The turn that it ended at, for lists of matches; a replay has the turns themselves."""


# What the journal writes, in the order in which it happens.


class Created(NamedTuple):
    """A match was created; its seats' tokens as hashes, by seat."""

    spec: MatchSpec
    token_ids: tuple[str, ...]
    token_hashes: tuple[bytes, ...]
    commitments: tuple[bytes, ...] = ()
    """By seat, if all of them are known already: see `Committed`."""


class Committed(NamedTuple):
    """The commitments are final; seats are shown them when this is durable."""

    match_id: str
    commitments: tuple[bytes, ...]
    """By seat; b"" for one that brings nothing."""


class Started(NamedTuple):
    """Every seat has joined; `players` are now known by seat."""

    match_id: str
    players: tuple[str, ...]
    started: float
    mix: ChanceMix | None = None
    """The bytes from which its seed was mixed; `None` if it is repeatable."""


class Moved(NamedTuple):
    """A move was accepted. `number` counts the accepted moves of the match from 1."""

    match_id: str
    number: int
    record: MoveRecord


class Happened(NamedTuple):
    """Something happened at the table that is no move."""

    match_id: str
    event: MatchEvent


class Ended(NamedTuple):
    """The match is over; the replay is `None` if it never began."""

    match_id: str
    result: MatchResult
    replay: bytes | None
    is_rated: bool = False
    """Whether it takes its place in the history of a ladder, in the same instant."""
    mix: ChanceMix | None = None
    """What was brought, if somebody withheld; that of a match that began is in `Started`."""


class Revoked(NamedTuple):
    """A seat's token is worthless from now on."""

    match_id: str
    seat: Seat


class Reserved(NamedTuple):
    """A player has taken a seat that was anybody's; `players` are now the reservations by seat."""

    match_id: str
    players: tuple[str, ...]


class BlockOver(NamedTuple):
    """The last match of a block is over: its seed and its replays are no longer secret."""

    block: Block


MatchRecord = (
    Created | Committed | Started | Moved | Happened | Ended | Revoked | Reserved | Noted | Spent
)
Record = MatchRecord | BlockOver


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match as the store gives it back."""

    spec: MatchSpec
    token_ids: tuple[str, ...]
    token_hashes: tuple[bytes, ...]
    """By seat; b"" once revoked."""
    players: tuple[str, ...]
    """By seat: the players who joined, or the reservations before the start."""
    started: float | None
    records: tuple[MoveRecord, ...]
    """In the order accepted; empty once the match has ended, when the replay has them."""
    result: MatchResult | None
    commitments: tuple[bytes, ...] = ()
    """As in `Committed`; empty if they do not stand yet, or the match is repeatable."""
    mix: ChanceMix | None = None
    """As in `Started`."""
    is_secret: bool = False
    """Whether its seed is secret because its block is not over."""
    events: tuple[MatchEvent, ...] = ()
    """In their order."""

    @property
    def seed(self) -> bytes:
        """The seed of its chance; b"" until it is known."""
        return seed_of(self.spec, self.mix)

    @property
    def turn(self) -> int:
        """The turn that it ended at, or that of the last move; 0 before the first."""
        if self.result is not None:
            return self.result.turn
        return self.records[-1].turn if self.records else 0


def seed_of(spec: MatchSpec, mix: ChanceMix | None) -> bytes:
    """The seed of a match's chance; b"" until it is known."""
    if spec.is_repeatable:
        return spec.seed
    return b"" if mix is None else mix.seed(spec.seed)


def resigned_seats(events: Sequence[MatchEvent]) -> frozenset[Seat]:
    """The seats that have resigned."""
    return frozenset(event.seat for event in events if event.kind is MatchEventKind.RESIGNED)


def final_ranks(outcome_ranks: Sequence[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """
    The ranks by seat: seats that forfeited are last, the others are as the game ranks them.

    All that forfeited share the last rank, whatever they had scored; if all did, that is 1.
    """
    playing = [rank for seat, rank in enumerate(outcome_ranks) if seat not in forfeited]
    return tuple(
        1 + (len(playing) if seat in forfeited else sum(other < rank for other in playing))
        for seat, rank in enumerate(outcome_ranks)
    )
