"""The audit log: what was done to ladders, players, tokens and certificates, by whom and why."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import structlog

from bessemer.matches.durable.store import StoreError

ACCOUNT_ACTIONS: Final = frozenset(
    {
        *("create player", "set player", "ban player", "unban player", "delete player"),
        *("create token", "revoke token"),
    }
)
"""Actions that change accounts. Their subject is the player, or the token that is revoked."""

INVITATION_ACTIONS: Final = frozenset({"create invitation", "revoke invitation"})
"""Actions whose subject is the id of an invitation."""

NO_LADDER: Final = ""
"""The ladder of an entry that is not about one."""

_MOST: Final = 1000
_RETRY_SECONDS: Final = 5.0


class AuditEntry(NamedTuple):
    """Something that an organiser or the referee did."""

    time: float
    who: str
    ladder: str
    action: str
    subject: str
    reason: str


class AuditLog(Protocol):
    """
    The log. Blocking: called from threads, never from the event loop.

    `bessemer.storage` implements it. Each method may raise `StoreError`.
    """

    def add(self, *entries: AuditEntry) -> None:
        """Write entries about what is not in the database itself."""

    def after(self, number: int, limit: int) -> list[tuple[int, AuditEntry]]:
        """At most `limit` entries about no ladder with numbers above that one, the oldest first."""

    def page(
        self, limit: int, before: int = 0, ladder: str | None = None
    ) -> list[tuple[int, AuditEntry]]:
        """
        At most `limit` entries with their numbers, the newest first.

        Args:
            limit: how many.
            before: only those with a smaller number; 0 for the newest.
            ladder: only those of this ladder; `None` for all.
        """


class AuditQueue:
    """
    Entries that are not written yet: what happens where nobody can wait for the database.

    A bounded number of them wait here, and one task writes them as soon as it can.
    """

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
        # Taken out first: another flush in the meantime must not write them too.
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
