"""
What has happened in the matches since the referee started, as plain numbers.

They grow when the thing happens. To count is an addition; anyone may read them, from
any thread.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

from bessemer.matches.records import Cause, Fault, MatchSpec, MoveRecord, SeatFault, Status

SECONDS: Final = (
    *(0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005),
    *(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
"""Bounds for the referee's own times."""
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
"""Bounds for counts of things that travel together."""

MOST_LADDERS: Final = 100
"""Of so many ladders matches are counted one by one, so that metrics stay few."""
OTHER_LADDERS: Final = "(others)"
"""All others together."""


class Histogram:
    """How often values fell into which range; `observe` costs a search and two additions."""

    def __init__(self, bounds: Iterable[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        """Of each range, the last one is above all bounds."""
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count `value`; a bound belongs to the range below it."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class MatchTally:
    """The counters of all matches of one game and ladder."""

    def __init__(self, game: str, ladder: str) -> None:
        self.game = game
        self.ladder = ladder
        """"" for matches that are rated nowhere; `OTHER_LADDERS` for those of several ladders."""
        self.started = 0
        self.ended = {Status.FINISHED: 0, Status.ABORTED: 0, Status.WITHHELD: 0}
        self.decisions = 0
        """Decisions that seats were asked for."""
        self.moves = dict.fromkeys(Cause, 0)
        """Accepted ones."""
        self.faults = dict.fromkeys(Fault, 0)
        """Seats that forfeited, withheld or never joined, and matches that were ended without an outcome."""
        self.thinking = 0
        """Microseconds that were charged to seats."""
        self.queued = 0.0
        """Seconds between a decision and its departure: for a slot, or for us."""
        self.excused = 0.0
        """Seconds in which a bot that was asked got no processor, and which it was not charged."""

    def moved(self, record: MoveRecord, excused: float) -> None:
        """A move was accepted; the seat was not charged for `excused` seconds."""
        self.moves[record.cause] += 1
        self.thinking += record.time_used
        self.excused += excused

    def aborted(self, fault: Fault, seats: tuple[SeatFault, ...]) -> None:
        """A match is ended without an outcome: by the fault of these seats, or of no seat."""
        for kind in [one.fault for one in seats] or [fault]:
            self.faults[kind] += 1


class Tallies:
    """A tally for each game and ladder of which there was a match."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], MatchTally] = {}

    def of(self, spec: MatchSpec) -> MatchTally:
        """Where a match is counted."""
        key = spec.game, spec.ladder
        if (known := self._tallies.get(key)) is not None:
            return known
        if len(self._tallies) >= MOST_LADDERS and spec.ladder:
            key = spec.game, OTHER_LADDERS
        return self._tallies.setdefault(key, MatchTally(*key))

    def all(self) -> tuple[MatchTally, ...]:
        """All there are; also for other threads."""
        return tuple(self._tallies.values())


UNCOUNTED: Final = MatchTally("", "")
"""For matches that are played again from a replay."""
