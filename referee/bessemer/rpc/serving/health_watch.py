"""Watches whether a referee takes moves and matches, for those who probe it."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

from bessemer.matches.registry import MatchRegistry


class Health(Protocol):
    """Tells those who probe."""

    async def set_all(self, services: Iterable[str], *, is_serving: bool) -> None:
        """Say from now on whether these services are served."""


class HealthWatch:
    """Says of a referee that it does not serve while it drains or cannot write."""

    def __init__(
        self,
        registry: MatchRegistry,
        health: Health | None,
        services: Iterable[str],
        changed: asyncio.Event,
    ) -> None:
        """
        Watches what `registry` can do.

        Args:
            registry: has the matches and their journal.
            health: whom it tells; `None` if nobody probes the referee.
            services: those that are served.
            changed: set when the journal fails, or goes on.
        """
        self._registry = registry
        self._health = health
        self._services = ("", *services)
        self._changed = changed

    async def tell(self) -> None:
        """Say how the referee is now."""
        registry = self._registry
        is_well = not (registry.is_draining or registry.journal.failure)
        if self._health is not None:
            await self._health.set_all(self._services, is_serving=is_well)

    async def run(self) -> None:
        """Say so whenever it changes, for ever."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self.tell()
