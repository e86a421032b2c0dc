"""Waiting for something to happen in a match."""

import asyncio
from collections.abc import Callable

from bessemer.matches.match import Match


async def until(match: Match, holds: Callable[[], bool], seconds: float) -> bool:
    """Wait until `holds()`, asked again whenever the match tells news; whether it came to that."""
    if holds():
        return True
    if seconds <= 0:
        return False
    news = asyncio.Event()
    match.observers.add(news.set)
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                news.clear()
                await news.wait()
    except TimeoutError:
        return False
    finally:
        match.observers.discard(news.set)
    return True
