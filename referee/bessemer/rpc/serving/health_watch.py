"""Watches whether a referee takes moves and matches, for those who probe it."""

import asyncio
from typing import TYPE_CHECKING

from bessemer.matches.events import MatchListener
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.serving.services import SERVICES

if TYPE_CHECKING:
    from bessemer.rpc.serving.health import HealthServicer


class HealthWatch(MatchListener):
    """Says of a referee that it does not serve while it drains or cannot write."""

    def __init__(self, registry: MatchRegistry, health: "HealthServicer | None") -> None:
        """`health` is `None` if nobody probes the referee."""
        self._registry = registry
        self._health = health
        self._changed = asyncio.Event()

    def journal_changed(self) -> None:
        """Have it said."""
        self._changed.set()

    async def tell(self) -> None:
        """Say how the referee is now."""
        registry = self._registry
        is_well = not (registry.is_draining or registry.journal.failure)
        if self._health is not None:
            await self._health.set_all(("", *SERVICES), is_serving=is_well)

    async def run(self) -> None:
        """Say so whenever it changes, for ever."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self.tell()
