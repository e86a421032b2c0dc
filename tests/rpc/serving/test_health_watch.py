"""Health says what the journal does: a referee that cannot write does not serve."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from bessemer.rpc.serving.health_watch import HealthWatch
from tests.matches.matches_under_test import Office
from tests.referees.in_process import PATIENCE


class Probes:
    """Hears what those who probe would be told."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[bool] = asyncio.Queue()

    async def set_all(self, _services: Iterable[str], *, is_serving: bool) -> None:
        """Once more."""
        await self.told.put(is_serving)


@pytest.mark.asyncio
async def test_health_follows_the_journal() -> None:
    """It is told when nothing can be written, and again when something can."""
    registry, probes = Office().registry, Probes()
    health: Any = probes
    watch = HealthWatch(registry, health)
    registry.subscribe(watch)
    task = asyncio.create_task(watch.run())
    async with asyncio.timeout(PATIENCE):
        registry.journal.failure = "disk full"
        registry.journal_failed()
        assert not await probes.told.get()
        registry.journal.failure = ""
        registry.journal_recovered()
        assert await probes.told.get()
    task.cancel()
