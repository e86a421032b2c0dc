"""What a referee's metrics say, read over HTTP as Prometheus reads them."""

import asyncio
from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

from bessemer.rpc.serving.parts import Referee

LOOPBACK = "127.0.0.1"
GET = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"


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


async def samples_at(port: int) -> Mapping[str, float]:
    """Every sample, by its name and the values of its labels in the order of their names."""
    head, _, body = (await exchange(port, GET)).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.0 200 OK\r\n")
    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }


async def samples_of(referee: Referee) -> Mapping[str, float]:
    """What this referee shows now."""
    return await samples_at(referee.metrics_port)
