"""The frames of the last matches that somebody looked at, so that each is made once for everybody."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

_MOST_BYTES: Final = 64 << 20
Key = tuple[str, str, bool]
"""A match, the language, and whether with an analysis."""


class KeptFrames:
    """Frames by what they show, the last ones that were asked for; what is being made is waited for."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._made: dict[Key, asyncio.Task[bytes]] = {}

    def known(self, key: Key) -> bytes | None:
        """The frames, if they are here."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def get(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The frames, made if they are not here; a failure is everybody's who waits for them."""
        if (known := self.known(key)) is not None:
            return known
        if key not in self._made:
            task = self._made[key] = asyncio.create_task(self._make(key, make))
            task.add_done_callback(partial(self._done, key))
        # Somebody who goes away takes nothing from the others.
        return await asyncio.shield(self._made[key])

    def _done(self, key: Key, task: asyncio.Task[bytes]) -> None:
        del self._made[key]
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any longer

    async def _make(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        found = await make()
        if len(found) <= self._most_bytes:
            self._kept[key] = found
            self._size += len(found)
        while self._size > self._most_bytes:
            self._size -= len(self._kept.popitem(last=False)[1])
        return found

    async def close(self) -> None:
        """Stop making."""
        tasks = list(self._made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
