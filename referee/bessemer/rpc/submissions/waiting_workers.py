"""Workers that wait for something to build."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

FoundT = TypeVar("FoundT")

_LOOK_SECONDS: Final = 2.0
"""Another referee may have taken the submission, and claims of silent workers end by the clock."""


class WaitingWorkers:
    """Wakes those who wait when a submission comes."""

    def __init__(self) -> None:
        self._came = asyncio.Event()

    def wake(self) -> None:
        """A submission has come."""
        self._came.set()
        self._came = asyncio.Event()

    async def wait_for(
        self, look: Callable[[], Awaitable[FoundT | None]], seconds: float
    ) -> FoundT | None:
        """What `look` finds, at once or within so many seconds; `None` if it finds nothing."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            came = self._came
            found = await look()
            left = end - loop.time()
            if found is not None or left <= 0:
                return found
            try:
                async with asyncio.timeout(min(left, _LOOK_SECONDS)):
                    await came.wait()
            except TimeoutError:
                continue
