"""A referee and the commands of its organiser, started at the same moment: neither is in the other's way."""

import asyncio
from pathlib import Path

import pytest

from bessemer.rpc.serving.owner import own_referee
from bessemer.rpc.serving.server import serving
from bessemer.storage.database.lock import DatabaseBusy
from tests.referees.in_process import config_of


@pytest.mark.asyncio
async def test_a_referee_waits_for_a_command_that_was_faster(tmp_path: Path) -> None:
    """`bessemer serve & bessemer matches list`: the command is done soon, and the referee serves."""
    is_asked = asyncio.Event()

    async def start() -> list[str]:
        is_asked.set()
        async with serving(config_of(tmp_path)) as referee:
            return referee.addresses

    async with own_referee(tmp_path, "", "ada"):
        starting = asyncio.create_task(start())
        await is_asked.wait()  # it has gone as far as it can

        assert not starting.done()
    assert await starting


@pytest.mark.asyncio
async def test_a_referee_that_is_to_close_waits_no_longer(tmp_path: Path) -> None:
    """It has nothing to serve, and says who has the database."""
    drained = asyncio.Event()
    drained.set()
    async with own_referee(tmp_path, "", "ada"):
        with pytest.raises(DatabaseBusy, match=r"another command .*\(a command, process \d+ on"):
            async with serving(config_of(tmp_path), drained):
                pass
