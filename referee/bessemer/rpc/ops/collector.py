"""The referee's numbers as Prometheus reads them; nothing is computed before a scrape."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.utils import floatToGoString

from bessemer.matches.records import Status
from bessemer.matches.tally import Histogram
from bessemer.rpc.ops.metrics import (
    REASON_TEXTS,
    JournalLevels,
    LadderLevels,
    Levels,
    Metrics,
)
from bessemer.runtime.version import __version__

_WHERE: Final = ("game", "ladder")
"""What matches are counted by: there are as many ladders as organisers make."""
_MICROSECONDS: Final = 1e-6


class RefereeCollector:
    """Turns the numbers into metrics; nothing is computed before a scrape."""

    def __init__(self, metrics: Metrics, levels: Callable[[], Levels]) -> None:
        self._metrics = metrics
        self._levels = levels

    def collect(self) -> Iterator[Metric]:
        metrics, levels = self._metrics, self._levels()
        yield InfoMetricFamily(
            "bessemer", "The referee that answers.", value={"version": __version__}
        )
        yield from _referee(levels)
        yield from _matches(levels)
        yield from _times(levels)
        refused = [
            ((text,), metrics.refusals[number]) for number, text in REASON_TEXTS.items() if number
        ]
        yield _counter("bessemer_refusals", "Refusals, by reason.", ("reason",), refused)
        yield _counter(
            "bessemer_internal_errors",
            "Calls ended by an internal error.",
            (),
            [((), metrics.incidents)],
        )
        yield _histogram(
            "bessemer_decision_seconds",
            "From a move's arrival to the next decision's departure over a stream.",
            ("game",),
            [((game,), found) for game, found in metrics.decision_seconds.items()],
        )
        yield from _journal(metrics, levels.journal)
        if levels.ladder is not None:
            yield from _ladder(levels.ladder)


def collector_registry(metrics: Metrics, levels: Callable[[], Levels]) -> CollectorRegistry:
    """A registry of its own with the referee's metrics and the process's memory, time and files."""
    own = CollectorRegistry()
    own.register(RefereeCollector(metrics, levels))
    ProcessCollector(registry=own)
    return own


def _referee(levels: Levels) -> Iterator[Metric]:
    yield _gauge("bessemer_streams", "Streams that are open.", (), [((), levels.streams)])
    yield _gauge("bessemer_draining", "1 while the referee closes.", (), [((), levels.is_draining)])
    yield _gauge(
        "bessemer_paused", "1 while new matches are refused.", (), [((), levels.is_paused)]
    )
    yield _counter(
        "bessemer_clock_stopped_seconds",
        "Seconds in which the referee could not read, and no clock ran.",
        (),
        [((), levels.clock_stopped)],
    )


def _matches(levels: Levels) -> Iterator[Metric]:
    tallies = levels.tallies
    now = Counter((match.spec.game, match.spec.ladder, match.status) for match in levels.matches)
    yield _gauge(
        "bessemer_matches",
        "Matches that are open or running.",
        (*_WHERE, "status"),
        [
            ((*where, status), now[*where, status])
            for where in dict.fromkeys((one.game, one.ladder) for one in tallies)
            for status in (Status.OPEN, Status.RUNNING)
        ],
    )
    yield _counter(
        "bessemer_matches_started",
        "Matches that began.",
        _WHERE,
        [((one.game, one.ladder), one.started) for one in tallies],
    )
    yield _counter(
        "bessemer_matches_ended",
        "Matches that are over, by status.",
        (*_WHERE, "status"),
        [((one.game, one.ladder, str(k)), n) for one in tallies for k, n in one.ended.items()],
    )
    yield _counter(
        "bessemer_decisions",
        "Decisions that seats were asked for.",
        _WHERE,
        [((one.game, one.ladder), one.decisions) for one in tallies],
    )
    yield _counter(
        "bessemer_moves",
        "Moves that were accepted, by cause.",
        (*_WHERE, "cause"),
        [((one.game, one.ladder, str(k)), n) for one in tallies for k, n in one.moves.items()],
    )
    yield _counter(
        "bessemer_faults",
        "Seats that forfeited or never joined, and aborted matches, by whose fault.",
        (*_WHERE, "kind"),
        [
            ((one.game, one.ladder, kind.name.lower()), count)
            for one in tallies
            for kind, count in one.faults.items()
        ],
    )


def _times(levels: Levels) -> Iterator[Metric]:
    yield _counter(
        "bessemer_thinking_seconds",
        "Time that was charged to seats.",
        _WHERE,
        [((one.game, one.ladder), one.thinking * _MICROSECONDS) for one in levels.tallies],
    )
    yield _counter(
        "bessemer_waiting_seconds",
        "Time that was charged to nobody: before a decision was sent, or without a processor.",
        (*_WHERE, "what_for"),
        [
            ((one.game, one.ladder, what_for), seconds)
            for one in levels.tallies
            for what_for, seconds in (("slot", one.queued), ("processor", one.excused))
        ],
    )


def _journal(metrics: Metrics, journal: JournalLevels) -> Iterator[Metric]:
    yield _histogram(
        "bessemer_commit_seconds",
        "How long the journal took to write a batch.",
        (),
        [((), metrics.commit_seconds)],
    )
    yield _histogram(
        "bessemer_batch_size", "Records written in one batch.", (), [((), metrics.batch_size)]
    )
    yield _gauge(
        "bessemer_journal_queue", "Records that are not durable yet.", (), [((), journal.queue)]
    )
    yield _gauge(
        "bessemer_journal_down_since_seconds",
        "Since when the journal cannot be written, as a Unix time; 0 if it can.",
        (),
        [((), journal.down_since)],
    )
    yield _counter(
        "bessemer_journal_failures",
        "Times the journal could not be written.",
        (),
        [((), journal.failures)],
    )


def _ladder(ladder: LadderLevels) -> Iterator[Metric]:
    for name, meaning, value in (
        ("bessemer_ladder_players", "Players that are there.", ladder.players),
        ("bessemer_ladder_frozen", "1 while no matches are started.", ladder.is_frozen),
        (
            "bessemer_ladder_longest_wait_seconds",
            "How long a player with a free seat has been waiting now.",
            ladder.longest_wait,
        ),
        (
            "bessemer_ladder_disabled_bots",
            "Bots of `ladder run` that keep failing.",
            ladder.disabled_bots,
        ),
    ):
        yield _gauge(name, meaning, ("ladder",), [((ladder.name,), value)])
    yield _histogram(
        "bessemer_ladder_wait_seconds",
        "How long players with a free seat waited for a match.",
        ("ladder",),
        [((ladder.name,), ladder.waits)],
    )


_Labels = tuple[str, ...]
_Values = Iterable[tuple[_Labels, float]]


def _gauge(name: str, meaning: str, labels: _Labels, values: _Values) -> Metric:
    gauge = GaugeMetricFamily(name, meaning, labels=labels)
    for label, value in values:
        gauge.add_metric(label, value)
    return gauge


def _counter(name: str, meaning: str, labels: _Labels, values: _Values) -> Metric:
    counter = CounterMetricFamily(name, meaning, labels=labels)
    for label, value in values:
        counter.add_metric(label, value)
    return counter


def _histogram(
    name: str, meaning: str, labels: _Labels, values: Iterable[tuple[_Labels, Histogram]]
) -> Metric:
    """As Prometheus wants it: how many were at most each bound."""
    family = HistogramMetricFamily(name, meaning, labels=labels)
    for label, histogram in values:
        bounds = (*map(floatToGoString, histogram.bounds), "+Inf")
        buckets = list(zip(bounds, accumulate(tuple(histogram.counts)), strict=True))
        family.add_metric(label, buckets, sum_value=histogram.total)
    return family
