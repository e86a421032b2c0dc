"""Metrics: what is counted comes out as Prometheus reads it, over a real socket."""

import asyncio
from collections.abc import Mapping

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from bessemer.matches.records import Cause, Status
from bessemer.rpc.ops.metrics import Gauges, Histogram, Metrics, metrics_endpoint, registry
from bessemer.v1 import error_reason_pb2

LOOPBACK = "127.0.0.1"
GET = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"


def busy_levels() -> Gauges:
    """Something of everything."""
    return Gauges({Status.OPEN: 2, Status.RUNNING: 7}, streams=21, journal_queue=5)


def busy_registry(meter: Metrics | None = None) -> CollectorRegistry:
    """What a referee at work would show."""
    return registry(meter or Metrics(), busy_levels)


async def exchange(port: int, request: bytes) -> bytes:
    """What the endpoint answers to `request`, all of it."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    try:
        writer.write(request)
        await writer.drain()
        return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


async def scrape(metrics: CollectorRegistry) -> Mapping[str, float]:
    """Every sample by its name and labels."""
    async with metrics_endpoint(LOOPBACK, 0, metrics) as port:
        answer = await exchange(port, GET)
    head, _, body = answer.partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }


@pytest.mark.asyncio
async def test_counters_and_levels_come_out_as_they_went_in() -> None:
    """Each number is found under its name and label."""
    meter = Metrics()
    meter.decisions += 2
    meter.decided(0.001)
    meter.incidents += 1
    meter.moves[Cause.TIMED_OUT] += 2
    meter.ended[Status.ABORTED] += 4
    meter.refused(error_reason_pb2.ERROR_REASON_STALE_TURN)
    samples = await scrape(busy_registry(meter))
    expected = {
        "bessemer_decisions_total": 3,
        "bessemer_decision_seconds_count": 1,
        "bessemer_internal_errors_total": 1,
        "bessemer_moves_total/played": 0,
        "bessemer_moves_total/timed out": 2,
        "bessemer_moves_total/forfeited": 0,
        "bessemer_matches_ended_total/finished": 0,
        "bessemer_matches_ended_total/aborted": 4,
        "bessemer_refusals_total/STALE_TURN": 1,
        "bessemer_refusals_total/ILLEGAL_MOVE": 0,
        "bessemer_matches/open": 2,
        "bessemer_matches/running": 7,
        "bessemer_streams": 21,
        "bessemer_journal_queue": 5,
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
    meter = Metrics()
    for seconds in (0.00005, 0.0003, 0.0003, 60.0):
        meter.decision_seconds.observe(seconds)
    meter.commit_seconds.observe(0.004)
    for size in (1, 64, 65, 5000):
        meter.batch_size.observe(size)
    samples = await scrape(busy_registry(meter))
    expected = {
        "bessemer_decision_seconds_bucket/5e-05": 1,
        "bessemer_decision_seconds_bucket/0.0002": 1,
        "bessemer_decision_seconds_bucket/0.0005": 3,
        "bessemer_decision_seconds_bucket/5.0": 3,
        "bessemer_decision_seconds_bucket/+Inf": 4,
        "bessemer_decision_seconds_count": 4,
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
    assert pytest.approx(60.00065) == samples["bessemer_decision_seconds_sum"]


def test_a_bound_belongs_to_the_range_below_it() -> None:
    """As Prometheus has it: at most, not less than."""
    histogram = Histogram((1, 2))
    for value in (0.5, 1, 1.5, 2, 2.5):
        histogram.observe(value)
    buckets = [sample.value for sample in histogram.metric("x", "x").samples[:3]]

    assert [2, 4, 5] == buckets


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        pytest.param(b"GET /metrics?x=1 HTTP/1.0\r\n\r\n", b"200 OK", id="query"),
        pytest.param(b"GET / HTTP/1.1\r\n\r\n", b"404 Not Found", id="root"),
        pytest.param(b"GET /metrics/x HTTP/1.1\r\n\r\n", b"404 Not Found", id="below"),
        pytest.param(b"GET /../metrics HTTP/1.1\r\n\r\n", b"404 Not Found", id="dots"),
        pytest.param(b"POST /metrics HTTP/1.1\r\n\r\n", b"405 Method Not Allowed", id="post"),
        pytest.param(b"HEAD /metrics HTTP/1.1\r\n\r\n", b"405 Method Not Allowed", id="head"),
        pytest.param(b"\xff\xfe\r\n\r\n", b"400 Bad Request", id="garbage"),
        pytest.param(b"\r\n\r\n", b"400 Bad Request", id="nothing"),
    ],
)
async def test_only_get_metrics_is_answered(request_: bytes, status: bytes) -> None:
    """Everything else has its status and an empty body."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
        answer = await exchange(port, request_)

    assert b"HTTP/1.1 " + status == answer.partition(b"\r\n")[0]
    assert answer.endswith(b"\r\n\r\n") == (status != b"200 OK")
    assert b"Connection: close\r\n" in answer


@pytest.mark.asyncio
async def test_who_sends_too_slowly_is_cut_off() -> None:
    """A client that never ends its request gets nothing and holds nothing."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry(), patience=0.01) as port:
        assert b"" == await exchange(port, GET[:-2])


@pytest.mark.asyncio
async def test_who_sends_too_much_is_cut_off() -> None:
    """A head without end is not read to its end."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry(), patience=3600) as port:
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        writer.write(b"GET /metrics HTTP/1.1\r\nX: " + b"x" * 100_000)
        try:
            assert b"" == await reader.read()
        except ConnectionError:
            pass  # cut off while still sending
        finally:
            writer.transport.abort()

        assert (await exchange(port, GET)).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.asyncio
async def test_connections_are_bounded_and_freed() -> None:
    """Idle clients take 16 places; the next is cut off at once; places come back."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry()) as port:
        idle = [await asyncio.open_connection(LOOPBACK, port) for _ in range(16)]
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        try:
            assert b"" == await reader.read()
        except ConnectionError:
            pass  # cut off before it was looked at
        finally:
            writer.transport.abort()

        first_reader, first_writer = idle[0]
        first_writer.write(GET)
        assert (await first_reader.read()).startswith(b"HTTP/1.1 200 OK")
        assert (await exchange(port, GET)).startswith(b"HTTP/1.1 200 OK")
        for _, writer in idle:
            writer.transport.abort()


@pytest.mark.asyncio
async def test_closing_does_not_wait_for_clients() -> None:
    """The referee goes when it wants to, and the client sees the connection end."""
    async with metrics_endpoint(LOOPBACK, 0, busy_registry(), patience=3600) as port:
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        writer.write(GET[:-2])
        assert (await exchange(port, GET)).startswith(b"HTTP/1.1 200 OK")

    try:
        assert b"" == await reader.read()
    except ConnectionError:
        pass  # cut off
    finally:
        writer.transport.abort()
    with pytest.raises(ConnectionError):
        await asyncio.open_connection(LOOPBACK, port)


@pytest.mark.asyncio
async def test_a_level_that_cannot_be_read_is_a_server_error_and_no_more() -> None:
    """A bug behind a level is answered with 500; the endpoint goes on, and tells nothing of it."""
    answers = iter((None, busy_levels()))

    def levels() -> Gauges:
        found = next(answers)
        if found is None:
            raise RuntimeError("desk is upside down")
        return found

    async with metrics_endpoint(LOOPBACK, 0, registry(Metrics(), levels)) as port:
        broken = await exchange(port, GET)
        assert broken.startswith(b"HTTP/1.1 500 ")
        assert b"upside down" not in broken
        assert (await exchange(port, GET)).startswith(b"HTTP/1.1 200 OK")
