"""What the tests of the served referee share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.referees.in_process import House, opened


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A referee on a port, with an organiser and nobody else."""
    async with opened(tmp_path) as served:
        yield served
