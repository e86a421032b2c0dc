"""
What an operator watches: counters, gauges and latencies, for Prometheus.

The hot path only adds to plain numbers on a `Metrics`; they become metrics when somebody asks.
"""

import asyncio
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from itertools import accumulate
from types import MappingProxyType
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.utils import floatToGoString

from bessemer.matches.records import Cause, Status
from bessemer.runtime.version import __version__
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


class Histogram:
    """How often values fell into which range; `observe` costs a search and two additions."""

    __slots__ = ("_bounds", "_counts", "_total")

    def __init__(self, bounds: Iterable[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self._total = 0.0

    def observe(self, value: float) -> None:
        """Count `value`; a bound belongs to the range below it."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._total += value

    def metric(self, name: str, meaning: str) -> HistogramMetricFamily:
        """As Prometheus wants it: how many were at most each bound."""
        bounds = (*map(floatToGoString, self._bounds), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=self._total)


class Metrics:
    """The counters, to be added to directly: `metrics.moves[cause] += 1`."""

    __slots__ = (
        "batch_size",
        "commit_seconds",
        "decision_seconds",
        "decisions",
        "ended",
        "incidents",
        "moves",
        "refusals",
    )

    def __init__(self) -> None:
        self.decisions = 0
        """Decisions that seats were asked for."""
        self.incidents = 0
        """Calls that ended with an internal error."""
        self.moves = dict.fromkeys(Cause, 0)
        self.ended = {Status.FINISHED: 0, Status.ABORTED: 0}
        self.refusals = [0] * (max(REASON_TEXTS) + 1)
        """By the number of the reason."""
        self.decision_seconds = Histogram(_SECONDS)
        """From a move's arrival to the departure of the next decision: the referee's own time."""
        self.commit_seconds = Histogram(_SECONDS)
        """How long the journal took to write a batch."""
        self.batch_size = Histogram(_SIZES)
        """How many records a batch had."""

    def decided(self, seconds: float) -> None:
        """Count a decision that left so long after the move that led to it."""
        self.decisions += 1
        self.decision_seconds.observe(seconds)

    def observe_commit(self, seconds: float, records: int) -> None:
        """Count a commit of the journal."""
        self.commit_seconds.observe(seconds)
        self.batch_size.observe(records)

    def refused(self, reason: error_reason_pb2.ErrorReason.ValueType) -> None:
        """Count a refusal."""
        self.refusals[reason] += 1


class Gauges(NamedTuple):
    """What is going on at the moment of asking."""

    matches: Mapping[Status, int]
    """The open and the running ones."""
    streams: int
    journal_queue: int
    """Records that wait to be written."""


class RefereeCollector:
    """Turns the numbers into metrics; nothing is computed before a scrape."""

    def __init__(self, metrics: Metrics, gauges: Callable[[], Gauges]) -> None:
        self._metrics = metrics
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        metrics = self._metrics
        yield InfoMetricFamily(
            "bessemer", "The referee that answers.", value={"version": __version__}
        )
        yield from _gauges(self._gauges())
        yield CounterMetricFamily(
            "bessemer_decisions", "Decisions that seats were asked for.", value=metrics.decisions
        )
        yield _by("bessemer_moves", "Moves made, by cause.", "cause", metrics.moves.items())
        yield _by(
            "bessemer_matches_ended", "Matches ended, by status.", "status", metrics.ended.items()
        )
        refused = [
            (text, metrics.refusals[number]) for number, text in REASON_TEXTS.items() if number
        ]
        yield _by("bessemer_refusals", "Refusals, by reason.", "reason", refused)
        yield CounterMetricFamily(
            "bessemer_internal_errors", "Calls ended by an internal error.", value=metrics.incidents
        )
        yield metrics.decision_seconds.metric(
            "bessemer_decision_seconds", "From a move's arrival to the next decision's departure."
        )
        yield metrics.commit_seconds.metric(
            "bessemer_commit_seconds", "How long the journal took to write a batch."
        )
        yield metrics.batch_size.metric("bessemer_batch_size", "Records written in one batch.")


def collector_registry(metrics: Metrics, gauges: Callable[[], Gauges]) -> CollectorRegistry:
    """A registry of its own with the referee's metrics and the process's memory, time and files."""
    own = CollectorRegistry()
    own.register(RefereeCollector(metrics, gauges))
    ProcessCollector(registry=own)
    return own


def _gauges(gauges: Gauges) -> Iterator[Metric]:
    matches = GaugeMetricFamily("bessemer_matches", "Matches by status.", labels=["status"])
    for status in (Status.OPEN, Status.RUNNING):
        matches.add_metric([status], gauges.matches.get(status, 0))
    yield matches
    yield GaugeMetricFamily("bessemer_streams", "Streams that are open.", value=gauges.streams)
    yield GaugeMetricFamily(
        "bessemer_journal_queue", "Records that wait to be written.", value=gauges.journal_queue
    )


def _by(name: str, meaning: str, label: str, counts: Iterable[tuple[str, int]]) -> Metric:
    counter = CounterMetricFamily(name, meaning, labels=[label])
    for value, count in counts:
        counter.add_metric([value], count)
    return counter


@asynccontextmanager
async def metrics_endpoint(host: str, port: int, metrics: CollectorRegistry) -> AsyncIterator[int]:
    """
    Answers `GET /metrics` while the body runs; gives the port, which matters if 0 was asked for.

    Raises:
        OSError: the address cannot be listened on.
    """
    # Its own threads answer: whatever they read must be safe to read while the referee plays.
    server, thread = start_http_server(port, addr=host, registry=metrics)
    try:
        yield server.server_port
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        await asyncio.to_thread(thread.join)
