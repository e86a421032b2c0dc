"""What the tests of the kit share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.referees.in_process import House, opened


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A referee on a port, whose clock stands still."""
    async with opened(tmp_path) as served:
        yield served
