"""The referee's numbers as Prometheus reads them; nothing is computed before a scrape."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.utils import floatToGoString

from bessemer.ladder.lobby.lobby import Lobby
from bessemer.matches.durable.journal import Journal
from bessemer.matches.records import Status
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.tally import MOST_LADDERS, Histogram, MatchTally
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.rpc.limits.limits import AtOnce
from bessemer.rpc.ops.metrics import REASON_TEXTS, Metrics
from bessemer.runtime.version import __version__

_WHERE: Final = ("game", "ladder")
"""The labels of matches: at most `MOST_LADDERS` ladders have one of their own."""

_TALLIED: Final[tuple[tuple[str, str, str, Callable[[MatchTally], Mapping[Any, float]]], ...]] = (
    ("bessemer_matches_started", "Matches that began.", "", lambda one: {"": one.started}),
    (
        "bessemer_matches_ended",
        "Matches that are over, by status.",
        "status",
        lambda one: one.ended,
    ),
    (
        "bessemer_decisions",
        "Decisions that seats were asked for.",
        "",
        lambda one: {"": one.decisions},
    ),
    ("bessemer_moves", "Moves that were accepted, by cause.", "cause", lambda one: one.moves),
    (
        "bessemer_faults",
        "Seats that forfeited or never joined, and aborted matches, by whose fault.",
        "kind",
        lambda one: {kind.name.lower(): count for kind, count in one.faults.items()},
    ),
    (
        "bessemer_thinking_seconds",
        "Time that was charged to seats.",
        "",
        lambda one: {"": one.thinking * 1e-6},
    ),
    (
        "bessemer_waiting_seconds",
        "Time that was charged to nobody: before a decision was sent, or without a processor.",
        "what_for",
        lambda one: {"slot": one.queued, "processor": one.excused},
    ),
)
"""Counters of matches: name, meaning, a label of their own if they have one, and what they count."""

_OF_LADDERS: Final[tuple[tuple[str, str, Callable[[Lobby], float]], ...]] = (
    ("bessemer_ladder_players", "Players that are there.", lambda lobby: len(lobby.players)),
    (
        "bessemer_ladder_frozen",
        "1 while no matches are started.",
        lambda lobby: lobby.ratings.ladder.is_frozen,
    ),
    (
        "bessemer_ladder_longest_wait_seconds",
        "How long a player with a free seat has been waiting now.",
        lambda lobby: lobby.waiting.longest(),
    ),
)
"""Gauges of ladders: name, meaning, and what they show."""


@dataclass(frozen=True, eq=False)
class RefereeCollector:
    """Turns a referee's numbers into metrics, in threads of their own: each is read as it is, without a lock."""

    metrics: Metrics
    registry: MatchRegistry
    streams: AtOnce
    clock: RefereeClock
    lobbies: Iterable[Lobby] = ()
    disabled_bots: Callable[[], int] = lambda: 0

    def collect(self) -> Iterator[Metric]:
        """All metrics."""
        yield InfoMetricFamily(
            "bessemer", "The referee that answers.", value={"version": __version__}
        )
        yield GaugeMetricFamily("bessemer_streams", "Streams that are open.", len(self.streams))
        yield GaugeMetricFamily(
            "bessemer_draining", "1 while the referee closes.", self.registry.is_draining
        )
        yield GaugeMetricFamily(
            "bessemer_paused", "1 while new matches are refused.", self.registry.is_paused
        )
        stopped = "Seconds in which the referee could not read, and no clock ran."
        yield CounterMetricFamily(
            "bessemer_clock_stopped_seconds", stopped, max(0.0, self.clock.lost)
        )
        yield from self._matches()
        refusals = CounterMetricFamily(
            "bessemer_refusals", "Refusals, by reason.", labels=["reason"]
        )
        for number, text in REASON_TEXTS.items():
            if number:
                refusals.add_metric([text], self.metrics.refusals[number])
        yield refusals
        yield CounterMetricFamily(
            "bessemer_internal_errors", "Calls ended by an internal error.", self.metrics.incidents
        )
        yield _histogram(
            "bessemer_decision_seconds",
            "From a move's arrival to the next decision's departure over a stream.",
            self.metrics.decision_seconds.items(),
            "game",
        )
        yield from _journal(self.registry.journal)
        yield from _ladders(tuple(self.lobbies)[:MOST_LADDERS], self.disabled_bots())

    def _matches(self) -> Iterator[Metric]:
        tallies = self.registry.tallies.all()
        now = Counter(
            (match.tally.game, match.tally.ladder, match.status)
            for match in tuple(self.registry.matches.values())
        )
        matches = GaugeMetricFamily(
            "bessemer_matches",
            "Matches that are open or running.",
            labels=(*_WHERE, "status"),
        )
        for tally in tallies:
            for status in (Status.OPEN, Status.RUNNING):
                place = tally.game, tally.ladder, status
                matches.add_metric(place, now[place])
        yield matches
        for name, meaning, label, counts_of in _TALLIED:
            labels = (*_WHERE, label) if label else _WHERE
            counter = CounterMetricFamily(name, meaning, labels=labels)
            for tally in tallies:
                for key, count in counts_of(tally).items():
                    counter.add_metric((tally.game, tally.ladder, key)[: len(labels)], count)
            yield counter


def collector_registry(collector: RefereeCollector) -> CollectorRegistry:
    """A registry of its own with the referee's metrics and the process's memory, time and files."""
    own = CollectorRegistry()
    own.register(collector)
    ProcessCollector(registry=own)
    return own


def _journal(journal: Journal) -> Iterator[Metric]:
    yield _histogram(
        "bessemer_commit_seconds",
        "How long the journal took to write a batch.",
        [("", journal.commit_seconds)],
    )
    yield _histogram(
        "bessemer_batch_size", "Records written in one batch.", [("", journal.batch_size)]
    )
    yield GaugeMetricFamily(
        "bessemer_journal_queue", "Records that are not durable yet.", journal.backlog
    )
    yield GaugeMetricFamily(
        "bessemer_journal_down_since_seconds",
        "Since when the journal cannot be written, as a Unix time; 0 if it can.",
        journal.down_since,
    )
    yield CounterMetricFamily(
        "bessemer_journal_failures", "Times the journal could not be written.", journal.failures
    )


def _ladders(lobbies: Sequence[Lobby], disabled_bots: int) -> Iterator[Metric]:
    for name, meaning, value_of in _OF_LADDERS:
        gauge = GaugeMetricFamily(name, meaning, labels=["ladder"])
        for lobby in lobbies:
            gauge.add_metric([lobby.ratings.ladder.name], value_of(lobby))
        yield gauge
    disabled = GaugeMetricFamily(
        "bessemer_ladder_disabled_bots",
        "Bots of `ladder run` that keep failing.",
        labels=["ladder"],
    )
    for lobby in lobbies:
        disabled.add_metric([lobby.ratings.ladder.name], disabled_bots)
    yield disabled
    yield _histogram(
        "bessemer_ladder_wait_seconds",
        "How long players with a free seat waited for a match.",
        [(lobby.ratings.ladder.name, lobby.waiting.waits) for lobby in lobbies],
        "ladder",
    )


def _histogram(
    name: str, meaning: str, values: Iterable[tuple[str, Histogram]], label: str = ""
) -> Metric:
    """As Prometheus wants it: how many were at most each bound."""
    family = HistogramMetricFamily(name, meaning, labels=[label] if label else [])
    for key, histogram in values:
        bounds = (*map(floatToGoString, histogram.bounds), "+Inf")
        buckets = list(zip(bounds, accumulate(tuple(histogram.counts)), strict=True))
        family.add_metric([key] if label else [], buckets, sum_value=histogram.total)
    return family
