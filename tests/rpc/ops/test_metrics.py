"""Metrics: what is counted comes out as Prometheus reads it, over a real socket."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest
from prometheus_client import CollectorRegistry

from bessemer.engine.catalogue import NAMES
from bessemer.matches.tally import Histogram
from bessemer.rpc.ops.collector import collector_registry
from bessemer.rpc.ops.endpoint import metrics_endpoint
from bessemer.rpc.ops.metrics import Metrics
from bessemer.v1 import error_reason_pb2
from tests.rpc.busy_referee import busy_referee
from tests.rpc.scraping import GET, LOOPBACK, exchange, samples_at


def busy_registry(metrics: Metrics | None = None) -> CollectorRegistry:
    """What a referee at work would show."""
    return collector_registry(busy_referee(metrics))


async def scrape(metrics: CollectorRegistry) -> Mapping[str, float]:
    """Every sample by its name and labels."""
    async with metrics_endpoint(LOOPBACK, 0, metrics) as port:
        return await samples_at(port)


@pytest.mark.asyncio
async def test_counters_and_levels_come_out_as_they_went_in() -> None:
    """Each number is found under its name and label."""
    metrics = Metrics()
    metrics.incidents += 1
    metrics.refused(error_reason_pb2.ERROR_REASON_STALE_TURN)
    samples = await scrape(busy_registry(metrics))
    expected = {
        "bessemer_internal_errors_total": 1,
        "bessemer_matches_started_total/brass/": 9,
        "bessemer_decisions_total/brass/": 3,
        "bessemer_decisions_total/furnace/main": 0,
        "bessemer_moves_total/played/brass/": 0,
        "bessemer_moves_total/timed out/brass/": 2,
        "bessemer_moves_total/forfeited/brass/": 0,
        "bessemer_matches_ended_total/brass//finished": 0,
        "bessemer_matches_ended_total/brass//aborted": 4,
        "bessemer_faults_total/brass/player/": 5,
        "bessemer_faults_total/brass/network/": 0,
        "bessemer_thinking_seconds_total/brass/": 1.5,
        "bessemer_waiting_seconds_total/brass//slot": 2.5,
        "bessemer_waiting_seconds_total/brass//processor": 3.5,
        "bessemer_refusals_total/STALE_TURN": 1,
        "bessemer_refusals_total/ILLEGAL_MOVE": 0,
        "bessemer_matches/brass//open": 1,
        "bessemer_matches/brass//running": 0,
        "bessemer_matches/furnace/main/running": 0,
        "bessemer_streams": 21,
        "bessemer_draining": 1,
        "bessemer_paused": 0,
        "bessemer_clock_stopped_seconds_total": 0.25,
        "bessemer_journal_queue": 5,
        "bessemer_journal_down_since_seconds": 17,
        "bessemer_journal_failures_total": 6,
        "bessemer_ladder_players/main": 12,
        "bessemer_ladder_frozen/main": 0,
        "bessemer_ladder_longest_wait_seconds/main": 33,
        "bessemer_ladder_disabled_bots/main": 1,
        "bessemer_ladder_wait_seconds_bucket/main/1.0": 0,
        "bessemer_ladder_wait_seconds_bucket/main/2.0": 1,
        "bessemer_ladder_wait_seconds_sum/main": 1.5,
    }

    assert expected == {name: samples[name] for name in expected}


@pytest.mark.asyncio
async def test_every_reason_is_listed_and_the_one_that_is_never_sent_is_not() -> None:
    """Whoever draws a graph finds each reason from the start."""
    samples = await scrape(busy_registry())
    names = error_reason_pb2.ErrorReason.keys()
    expected = {name.removeprefix("ERROR_REASON_") for name in names} - {"UNSPECIFIED"}
    prefix = "bessemer_refusals_total/"

    assert expected == {name.removeprefix(prefix) for name in samples if name.startswith(prefix)}


@pytest.mark.asyncio
async def test_the_process_itself_is_measured_too() -> None:
    """Memory and open files are what an operator asks for first."""
    samples = await scrape(busy_registry())

    assert samples["process_resident_memory_bytes"] > 0
    assert samples["process_open_fds"] > 0


@pytest.mark.asyncio
async def test_latencies_come_out_as_histograms() -> None:
    """Buckets are cumulative, and count and sum are those of what was observed."""
    metrics = Metrics()
    for seconds in (0.00005, 0.0003, 0.0003, 60.0):
        metrics.decision_seconds["furnace"].observe(seconds)
    referee = busy_referee(metrics)
    journal = referee.registry.journal
    journal.commit_seconds.observe(0.004)
    for size in (1, 64, 65, 5000):
        journal.batch_size.observe(size)
    samples = await scrape(collector_registry(referee))
    expected = {
        "bessemer_decision_seconds_bucket/furnace/5e-05": 1,
        "bessemer_decision_seconds_bucket/furnace/0.0002": 1,
        "bessemer_decision_seconds_bucket/furnace/0.0005": 3,
        "bessemer_decision_seconds_bucket/furnace/5.0": 3,
        "bessemer_decision_seconds_bucket/furnace/+Inf": 4,
        "bessemer_decision_seconds_count/furnace": 4,
        "bessemer_commit_seconds_bucket/0.002": 0,
        "bessemer_commit_seconds_bucket/0.005": 1,
        "bessemer_commit_seconds_count": 1,
        "bessemer_batch_size_bucket/1.0": 1,
        "bessemer_batch_size_bucket/64.0": 2,
        "bessemer_batch_size_bucket/128.0": 3,
        "bessemer_batch_size_count": 4,
        "bessemer_batch_size_sum": 5130,
    }

    assert expected == {name: samples[name] for name in expected}
    assert pytest.approx(60.00065) == samples["bessemer_decision_seconds_sum/furnace"]


def test_a_bound_belongs_to_the_range_below_it() -> None:
    """As Prometheus has it: at most, not less than."""
    histogram = Histogram((1, 2))
    for value in (0.5, 1, 1.5, 2, 2.5):
        histogram.observe(value)

    assert [2, 2, 1] == histogram.counts


@pytest.mark.asyncio
async def test_every_game_has_its_latencies_from_the_start() -> None:
    """So that a graph of a quiet referee shows zeros and no gaps."""
    samples = await scrape(busy_registry())

    assert [0] * len(NAMES) == [samples[f"bessemer_decision_seconds_count/{g}"] for g in NAMES]


@pytest.mark.asyncio
async def test_head_is_answered_without_a_body() -> None:
    """As probes ask; with the head of the same answer."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
        answer = await exchange(port, GET.replace(b"GET", b"HEAD"))
    head, _, body = answer.partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.0 200 OK\r\n")
    assert b"Content-Type: text/plain; version=" in head
    assert b"" == body


@pytest.mark.asyncio
async def test_it_says_what_it_sends() -> None:
    """Prometheus goes by the content type."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
        head, _, _ = (await exchange(port, GET)).partition(b"\r\n\r\n")

    assert b"Content-Type: text/plain; version=" in head


@pytest.mark.asyncio
async def test_it_listens_where_it_is_told_and_stops_with_its_body() -> None:
    """Nobody finds it on another address of this machine, nor afterwards."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
        assert (await exchange(port, GET)).startswith(b"HTTP/1.0 200 OK")
        with pytest.raises(ConnectionError):
            await asyncio.open_connection("127.0.0.2", port)
        with pytest.raises(OSError, match="in use"):
            async with metrics_endpoint(LOOPBACK, port, busy_registry()):
                raise AssertionError("the port is taken")

    with pytest.raises(ConnectionError):
        await asyncio.open_connection(LOOPBACK, port)


@pytest.mark.asyncio
async def test_closing_does_not_wait_for_clients() -> None:
    """A client that never ends its request does not hold the referee."""
    async with asyncio.timeout(60):
        async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
            _, writer = await asyncio.open_connection(LOOPBACK, port)
            writer.write(GET[:-2])
            await writer.drain()
    writer.transport.abort()


@pytest.mark.asyncio
async def test_a_level_that_cannot_be_read_is_a_server_error_and_no_more() -> None:
    """A bug behind a level is answered with 500; the endpoint goes on, and tells nothing of it."""
    answers = iter((RuntimeError("registry is upside down"), 1))

    def disabled_bots() -> int:
        found = next(answers)
        if isinstance(found, RuntimeError):
            raise found
        return found

    referee = replace(busy_referee(), disabled_bots=disabled_bots)
    async with metrics_endpoint(LOOPBACK, 0, collector_registry(referee)) as port:
        broken = await exchange(port, GET)
        assert broken.startswith(b"HTTP/1.0 500 ")
        assert b"upside down" not in broken
        assert (await exchange(port, GET)).startswith(b"HTTP/1.0 200 OK")
