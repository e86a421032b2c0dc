"""A referee in which something of everything is going on, for its metrics."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bessemer.errors import TooManyStreams
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings, Durability, Fault, MatchSpec, Status
from bessemer.matches.tally import Histogram, MatchTally
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.rpc.limits.limits import AtOnce
from bessemer.rpc.ops.collector import RefereeCollector
from bessemer.rpc.ops.metrics import Metrics
from tests.matches.matches_under_test import Office


def waiting_match() -> Match:
    """A match that nobody has joined."""
    clock = ClockSettings()
    spec = MatchSpec(
        match_id="m1",
        game="brass",
        rules_version=1,
        options={},
        players=("", ""),
        seed=b"seed",
        clock=clock,
        durability=Durability.MOVE,
        created=1.0,
    )
    return Match(spec)


def fill(tally: MatchTally) -> None:
    """Something of everything."""
    tally.started = 9
    tally.decisions = 3
    tally.moves[Cause.TIMED_OUT] = 2
    tally.ended[Status.ABORTED] = 4
    tally.faults[Fault.PLAYER] = 5
    tally.thinking, tally.queued, tally.excused = 1_500_000, 2.5, 3.5


def busy_ladder() -> Any:  # noqa: ANN401 - what the metrics read of a lobby
    """A ladder with players who wait."""
    waits = Histogram((1.0, 2.0))
    waits.observe(1.5)
    return SimpleNamespace(
        ratings=SimpleNamespace(ladder=SimpleNamespace(name="main", is_frozen=False)),
        players=range(12),
        waiting=SimpleNamespace(waits=waits, longest=lambda: 33.0),
    )


def busy_referee(metrics: Metrics | None = None) -> RefereeCollector:
    """Something of everything."""
    registry, match = Office().registry, waiting_match()
    registry.matches[match.spec.match_id] = match
    match.tally = registry.tallies.of(match.spec)
    fill(match.tally)
    registry.tallies.of(replace(match.spec, game="furnace", ladder="main"))
    registry.is_draining = True
    journal = registry.journal
    journal._in_writing, journal.down_since, journal.failures = 5, 17.0, 6
    streams = AtOnce("streams", 21, TooManyStreams, retry_after=1.0)
    for _ in range(21):
        streams.take("somebody")
    clock = RefereeClock()
    clock.lost = 0.25
    return RefereeCollector(
        metrics or Metrics(), registry, streams, clock, [busy_ladder()], lambda: 1
    )
