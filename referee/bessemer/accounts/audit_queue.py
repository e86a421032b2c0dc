"""
What is to stand in the audit log and happens where nobody can wait for the database.

Entries wait here, a bounded number of them, and one task writes them as soon as it can.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog

from bessemer.accounts.audit import NO_LADDER, AuditEntry, AuditLog
from bessemer.matches.store import StoreError

_MOST: Final = 1000
_RETRY_SECONDS: Final = 5.0


class AuditQueue:
    """Entries of the audit log that are not written yet."""

    def __init__(self, log: AuditLog, wall: Callable[[], float]) -> None:
        self._audit = log
        self._wall = wall
        self._waiting: deque[AuditEntry] = deque(maxlen=_MOST)
        self._is_new = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def note(self, who: str, action: str, subject: str, reason: str) -> None:
        """Have an entry written; from whichever thread."""
        self._waiting.append(AuditEntry(self._wall(), who, NO_LADDER, action, subject, reason))
        self._loop.call_soon_threadsafe(self._is_new.set)

    async def run(self) -> None:
        """Write entries as they come, for ever."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            if not await self.flush():
                await asyncio.sleep(_RETRY_SECONDS)
                self._is_new.set()

    async def flush(self) -> bool:
        """Write what waits; whether that was possible."""
        entries = tuple(self._waiting)
        # Taken out first: whoever else flushes meanwhile must not write them too.
        self._waiting.clear()
        if not entries:
            return True
        try:
            await asyncio.to_thread(self._audit.add, *entries)
        except StoreError as error:
            structlog.get_logger().warning("audit log cannot be written", why=str(error))
            self._waiting.extendleft(reversed(entries))
            return False
        return True
