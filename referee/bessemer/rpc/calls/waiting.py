"""Waiting for something to happen in a match."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from bessemer.errors import JournalUnavailable
from bessemer.matches.durable.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry

DURABLE_SECONDS: Final = 30.0
"""How long a call waits until what it did is durable."""

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


async def ended(registry: MatchRegistry, match: Match, end: Callable[[], None]) -> None:
    """
    Have `end` end a match; return when that is durable.

    Raises:
        JournalUnavailable: it cannot be written, or not yet.
    """
    registry.check_journal()
    end()
    if not await until(match, lambda: match.is_over, DURABLE_SECONDS):
        raise JournalUnavailable("the end of the match is not safe yet", retry_after=2.0)


async def durable(journal: Journal, happen: Callable[[Callable[[], None]], None]) -> bool:
    """Let something happen that calls what it is given when it is durable; whether it came to that."""
    is_durable = asyncio.Event()
    happen(is_durable.set)
    return await until_durable(journal, is_durable)


async def until_durable(journal: Journal, is_durable: asyncio.Event) -> bool:
    """Wait until something is durable, or cannot be for now; whether it is."""
    waiting = [asyncio.ensure_future(event.wait()) for event in (is_durable, journal.failing)]
    try:
        await asyncio.wait(waiting, timeout=DURABLE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
    return is_durable.is_set()
