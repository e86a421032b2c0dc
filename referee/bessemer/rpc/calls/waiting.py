"""Waiting for something to happen in a match."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from bessemer.matches.match import Match

Timeout = Callable[[float], AbstractAsyncContextManager[Any]]
"""Raises `TimeoutError` in its body after so many seconds, by whichever clock."""


class _Waiter:
    """Observes a match on behalf of a call that waits."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def notify(self) -> None:
        """Something was published."""
        self.event.set()


async def until(
    match: Match,
    holds: Callable[[], bool],
    seconds: float,
    timeout: Timeout = asyncio.timeout,  # noqa: ASYNC109 - it is `seconds` long
) -> bool:
    """Wait until `holds()`, asked again whenever the match publishes; whether it came to that."""
    if holds():
        return True
    if seconds <= 0:
        return False
    waiter = _Waiter()
    match.observers.add(waiter)
    try:
        async with timeout(seconds):
            while not holds():
                waiter.event.clear()
                await waiter.event.wait()
    except TimeoutError:
        return False
    finally:
        match.observers.discard(waiter)
    return True
