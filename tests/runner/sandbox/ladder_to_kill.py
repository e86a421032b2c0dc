"""A ladder in small, for a test that kills it: `python ladder_to_kill.py KIND SOCKET LOGS`."""

import asyncio
import sys
from pathlib import Path

from bessemer.processes.supervisor import Supervisor
from tests.runner.sandbox.sandboxes import bad_bot, sandbox_of


async def run(kind: str, socket: Path, logs: Path) -> None:
    """Supervise a bot, which has a daemon, until killed."""
    bot = bad_bot("stay_with_daemon", socket, socket=socket)
    async with Supervisor([bot], sandbox_of(kind), logs):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
