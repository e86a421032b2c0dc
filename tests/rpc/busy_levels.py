"""A referee in which something of everything is going on, for its metrics."""

from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings, Durability, Fault, MatchSpec, Status
from bessemer.matches.tally import Histogram, Tally
from bessemer.rpc.ops.metrics import (
    JournalLevels,
    LadderLevels,
    Levels,
)


def waiting_match() -> Match:
    """A match that nobody has joined."""
    clock = ClockSettings()
    spec = MatchSpec("m1", "brass", 1, {}, ("", ""), b"seed", clock, Durability.MOVE, created=1.0)
    return Match(spec)


def busy_tally() -> Tally:
    """Something of everything."""
    tally = Tally("brass", "")
    tally.started = 9
    tally.decisions = 3
    tally.moves[Cause.TIMED_OUT] = 2
    tally.ended[Status.ABORTED] = 4
    tally.faults[Fault.PLAYER] = 5
    tally.thinking, tally.queued, tally.excused = 1_500_000, 2.5, 3.5
    return tally


def busy_levels() -> Levels:
    """Something of everything."""
    waits = Histogram((1.0, 2.0))
    waits.observe(1.5)
    return Levels(
        matches=(waiting_match(),),
        tallies=(busy_tally(), Tally("furnace", "main")),
        streams=21,
        journal=JournalLevels(queue=5, down_since=17.0, failures=6),
        clock_stopped=0.25,
        is_draining=True,
        is_paused=False,
        ladder=LadderLevels("main", 12, False, waits, 33.0, 1),
    )
