"""A ladder in small, for a test that kills it: `python ladder_to_kill.py KIND SOCKET LOGS`."""

import asyncio
import sys
from pathlib import Path

from bessemer.runner.sandbox.processes import ProcessSpec
from bessemer.runner.sandbox.supervisor import Supervisor
from tests.runner.fences import deed, fence_of


async def run(kind: str, socket: Path, logs: Path) -> None:
    """Keep a bot, which has a daemon, until killed."""
    member = ProcessSpec("bad", deed("stay_with_daemon", socket, socket=socket))
    async with Supervisor([member], fence_of(kind), logs):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
