"""
What an operator watches, as plain numbers: counters, levels and latencies.

The hot path only adds to a `Metrics` and to the tallies of the matches; `collector` makes metrics of
them when Prometheus asks.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.matches.match import Match
from bessemer.matches.tally import Histogram, Tally
from bessemer.v1 import error_reason_pb2

REASON_TEXTS: Final[Mapping[int, str]] = MappingProxyType(
    {
        value.number: value.name.removeprefix("ERROR_REASON_")
        for value in error_reason_pb2.ErrorReason.DESCRIPTOR.values
    }
)
"""The reasons of refusals without their prefix: "STALE_TURN"."""

_SECONDS: Final = (
    *(0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005),
    *(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


class Metrics:
    """The counters of calls and of the journal; what happens in matches is in their tallies."""

    def __init__(self) -> None:
        self.incidents = 0
        """Calls that ended with an internal error."""
        self.refusals = [0] * (max(REASON_TEXTS) + 1)
        """By the number of the reason."""
        self.decision_seconds = {name: Histogram(_SECONDS) for name in NAMES}
        """By game: from a move's arrival to the next decision's departure: the referee's own time."""
        self.commit_seconds = Histogram(_SECONDS)
        """How long the journal took to write a batch."""
        self.batch_size = Histogram(_SIZES)
        """How many records a batch had."""

    def observe_commit(self, seconds: float, records: int) -> None:
        """Count a commit of the journal."""
        self.commit_seconds.observe(seconds)
        self.batch_size.observe(records)

    def refused(self, reason: error_reason_pb2.ErrorReason.ValueType) -> None:
        """Count a refusal."""
        self.refusals[reason] += 1


class JournalLevels(NamedTuple):
    """How the journal is doing."""

    queue: int
    """Records that are not durable yet."""
    down_since: float
    """Since when it cannot be written, in seconds since the epoch; 0 if it can."""
    failures: int
    """How often it was tried in vain."""


class LadderLevels(NamedTuple):
    """How the ladder that the referee runs is doing."""

    name: str
    players: int
    """Who is there."""
    is_frozen: bool
    waits: Histogram
    """How long players who had a seat free waited for each of their matches."""
    longest_wait: float
    """How long somebody has been waiting now."""
    disabled_bots: int
    """Of those that this process has started."""


class Levels(NamedTuple):
    """What is going on at the moment of asking."""

    matches: tuple[Match, ...]
    """The open and the running ones."""
    tallies: tuple[Tally, ...]
    streams: int
    journal: JournalLevels
    clock_stopped: float
    """For how many seconds the clock of the matches stood, since nothing could be read."""
    is_draining: bool
    is_paused: bool
    ladder: LadderLevels | None = None
