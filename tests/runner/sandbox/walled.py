"""Programs run behind the sandbox's walls, and what they could not do."""

import asyncio
from pathlib import Path

from bessemer.processes.process import ExitStatus, ProcessSpec
from bessemer.runner.sandbox.sandbox import Sandbox
from tests.runner.sandbox.listener import PATIENCE

REFUSED = 3
"""The bad bot's exit code when it could not do what it wanted."""


async def run(sandbox: Sandbox, spec: ProcessSpec, folder: Path) -> tuple[ExitStatus, str]:
    """How the program ended, and what it had printed."""
    log = folder / "bot.log"
    process = await sandbox.start(spec, log)
    try:
        async with asyncio.timeout(PATIENCE):
            ended = await process.wait()
    finally:
        await process.stop()
    return ended, log.read_text(encoding="utf-8")
