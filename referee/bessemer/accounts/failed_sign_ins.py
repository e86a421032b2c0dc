"""
Calls without a good token: logged and audited, but a flood of them is one line a minute.

A flood fills neither the log nor the database: what is remembered is bounded, and so is how often it
is logged.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

import structlog

NoteEntry = Callable[[str, str, str, str], None]
"""Puts an entry into the audit log: who, what, of which, why."""

_SECONDS: Final = 60.0
_MOST_NAMED: Final = 5
_MOST_KEPT: Final = 1000


class FailedSignIns:
    """Counts the calls that were refused for their token, by where they came from."""

    def __init__(self, note: NoteEntry, clock: Callable[[], float] = time.monotonic) -> None:
        self._note = note
        self._clock = clock
        self._hosts: Counter[str] = Counter()
        self._token_ids: dict[str, None] = {}
        self._told = float("-inf")

    def failed(self, peer: str, token_id: str) -> None:
        """A call from `peer` had no good token; `token_id` is "" if it was none at all."""
        host = host_of(peer)
        known = host in self._hosts or len(self._hosts) < _MOST_KEPT
        self._hosts[host if known else "others"] += 1
        if token_id and len(self._token_ids) < _MOST_NAMED:
            self._token_ids[token_id] = None
        if self._clock() >= self._told + _SECONDS:
            self.tell()

    def tell(self) -> None:
        """Log and audit what came together."""
        if not self._hosts:
            return
        self._told = self._clock()
        count = self._hosts.total()
        hosts = ", ".join(f"{host} ({many})" for host, many in self._hosts.most_common(_MOST_NAMED))
        if (more := len(self._hosts) - _MOST_NAMED) > 0:
            hosts += f" and {more} more"
        ids = list(self._token_ids)
        self._hosts.clear()
        self._token_ids.clear()
        structlog.get_logger().warning("sign-in failed", times=count, hosts=hosts, token_ids=ids)
        tried = f"with tokens {', '.join(ids)}" if ids else "without a token"
        self._note("", "failed sign-in", hosts, f"{count} times, {tried}")

    async def run(self) -> None:
        """Tell every minute what came together, for ever."""
        while True:
            await asyncio.sleep(_SECONDS)
            self.tell()


def host_of(peer: str) -> str:
    """Where a call came from, without the port, which is another each time."""
    kind, _, place = unquote(peer).partition(":")
    if kind == "unix":
        return "unix"
    return place.rpartition(":")[0] or place or "unknown"
