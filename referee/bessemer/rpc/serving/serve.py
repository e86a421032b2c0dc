"""Serving until somebody says stop: signals, the drain, and what the exit code says."""

import asyncio
import signal
from contextlib import AbstractAsyncContextManager, nullcontext

import structlog

from bessemer.errors import Draining
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server import serving
from bessemer.runtime.gc import calm_collector
from bessemer.runtime.systemd import notify


async def serve(
    config: ServeConfig, beside: AbstractAsyncContextManager[object] | None = None
) -> list[str]:
    """
    Serve until SIGTERM, SIGINT, SIGHUP or an organiser says stop; then drain.

    A second SIGTERM or SIGINT ends the drain. `beside` is entered while the referee serves. The matches,
    by id, of which something could not be written.

    Raises:
        ConfigError, StoreError: it cannot be served so.
    """
    loop = asyncio.get_running_loop()
    calm_collector()
    drained, hurried = asyncio.Event(), asyncio.Event()

    def stop() -> None:
        (hurried if drained.is_set() else drained).set()

    # Before it serves: a reader of the log may send a signal as soon as it does.
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    loop.add_signal_handler(signal.SIGHUP, drained.set)
    async with serving(config, drained) as referee, beside or nullcontext():
        notify("READY=1")
        await drained.wait()
        notify("STOPPING=1")
        log = structlog.get_logger()
        log.info("referee drains", matches=len(referee.registry.matches))

        async def hurry() -> None:
            await hurried.wait()
            log.info("referee stops at once")
            referee.closing.hurry()

        hurrying = asyncio.ensure_future(hurry())
        try:
            await referee.closing.drain()
        finally:
            hurrying.cancel()
        referee.guard.connections.close(
            Draining("the referee closes; connect again", retry_after=1.0)
        )
        log.info("referee stops", matches_in_journal=len(referee.registry.matches))
    return referee.closing.unwritten
