"""A referee that does not answer: a bot that waits for it says so, and what may be wrong."""

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import grpc

from bessemer.sdk.connection.reconnect import in_words

_MOMENT: Final = 1.0
"""A connection that takes no longer is not worth a word."""
_REMINDERS: Final = (60.0, 120.0, 300.0, 600.0, 1800.0)
"""The pauses between the lines about a referee that stays away; the last one is repeated."""
_PROBE_SECONDS: Final = 2.0
_AT_REST: Final = (grpc.ChannelConnectivity.IDLE, grpc.ChannelConnectivity.READY)

_log: Final = logging.getLogger("bessemer.sdk")


@asynccontextmanager
async def watched(channel: grpc.aio.Channel, address: str, *, tls: bool) -> AsyncIterator[None]:
    """While the body runs, log that the referee at `address` does not answer, now and then."""
    watching = asyncio.create_task(_watch(channel, address, tls=tls))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _watch(channel: grpc.aio.Channel, address: str, *, tls: bool) -> None:
    while True:
        if (state := channel.get_state()) in _AT_REST:
            await channel.wait_for_state_change(state)
            continue
        try:
            async with asyncio.timeout(_MOMENT):
                await _ready(channel)
        except TimeoutError:
            _log.warning("%s; trying again", await _why(address, tls=tls))
            await _remind(channel, address)
            _log.warning("the referee at %s answers", address)


async def _remind(channel: grpc.aio.Channel, address: str) -> None:
    """Wait until the referee answers, and say now and then that it does not."""
    since = time.monotonic()
    for pause in itertools.chain(_REMINDERS, itertools.repeat(_REMINDERS[-1])):
        try:
            async with asyncio.timeout(pause):
                await _ready(channel)
                return
        except TimeoutError:
            away = in_words(time.monotonic() - since)
            _log.warning("no referee has answered at %s for %s; trying again", address, away)


async def _ready(channel: grpc.aio.Channel) -> None:
    while (state := channel.get_state()) is not grpc.ChannelConnectivity.READY:
        await channel.wait_for_state_change(state)


async def _why(address: str, *, tls: bool) -> str:
    """The referee does not answer; perhaps somebody does who speaks otherwise."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, ValueError, TimeoutError):
        return f"no referee answers at {address}"
    writer.close()
    advice = (
        "does it use TLS, and has the CA that you trust signed its certificate?"
        if tls
        else "if it uses TLS, add --tls, or --tls-ca FILE"
    )
    return f"{address} accepts connections, but no referee answers there: {advice}"
