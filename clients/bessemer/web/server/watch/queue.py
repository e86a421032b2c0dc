"""A queue for work that takes a processor: few at once, few who wait, the rest come back later."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bessemer.faces.language import tr
from bessemer.web.server.forms import Refused


class WorkQueue:
    """Lets `at_once` do their work; `waiting` more wait, of each address `each` at most."""

    def __init__(self, at_once: int, waiting: int, each: int, retry_seconds: int) -> None:
        self._at_once = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._each = each
        self._retry_seconds = retry_seconds
        self._there: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[asyncio.Semaphore]:
        """
        A place in the queue, from the first byte on; the work itself waits for what this yields.

        Raises:
            Refused: the address has enough in it, or it is full.
        """
        if self._there[address] >= self._each:
            raise Refused(
                429, tr("One after the other: wait until yours is done."), self._retry_seconds
            )
        if self._there.total() >= self._most:
            raise Refused(
                503, tr("Too many others are waiting; try again in a moment."), self._retry_seconds
            )
        self._there[address] += 1
        try:
            yield self._at_once
        finally:
            self._there[address] -= 1
            if not self._there[address]:
                del self._there[address]
