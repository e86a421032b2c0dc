"""
Closing a referee in good order.

Nothing is lost on the way down: no new matches, running ones may finish, and what is not finished stays
in the journal and goes on with the next start.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.serving.health_watch import HealthWatch

_PATIENT_SECONDS: Final = 10.0
_HURRIED_SECONDS: Final = 1.0
"""How long a referee that must stop at once tries to write."""


class Closing(MatchListener):
    """How far the closing of a referee is."""

    def __init__(
        self,
        registry: MatchRegistry,
        health_watch: HealthWatch,
        asked: asyncio.Event,
        drain_timeout: float,
    ) -> None:
        """`drain_timeout` is how many seconds running matches get to finish."""
        self._drain_timeout = drain_timeout
        self._registry = registry
        self._health_watch = health_watch
        self.asked = asked
        """Set when somebody wants the referee to close."""
        self.unwritten: list[str] = []
        """After its end: the matches of which something could not be written."""
        self._is_hurried = False
        """Whether nobody wants to wait for matches to finish."""
        self._is_idle = asyncio.Event()

    def match_ended(self, match: Match) -> None:  # noqa: ARG002 - the last one, whichever it is
        """Notice the last one."""
        if not self._registry.matches:
            self._is_idle.set()

    async def drain(self) -> None:
        """Take no new matches; let the running ones finish, but not for ever."""
        registry = self._registry
        registry.is_draining = True
        await self._health_watch.tell()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._drain_timeout):
                while registry.matches and not self._is_hurried:
                    self._is_idle.clear()
                    await self._is_idle.wait()
        for match in tuple(registry.matches.values()):
            # The others stay in the journal; these would be forgotten without a word.
            if match.spec.durability is Durability.MATCH:
                registry.ender.abort(match, Fault.REFEREE, "the referee was closed; play it again")

    def hurry(self) -> None:
        """Do not wait for matches to finish: what nobody has heard of waits in the journal."""
        self._is_hurried = True
        self._is_idle.set()

    async def stop_journal(self) -> None:
        """Write what waits to be written."""
        journal = self._registry.journal
        if not await journal.stop(_HURRIED_SECONDS if self._is_hurried else _PATIENT_SECONDS):
            self.unwritten = journal.unwritten()
            structlog.get_logger().error(
                "journal was not written to the end", why=journal.failure, matches=self.unwritten
            )
