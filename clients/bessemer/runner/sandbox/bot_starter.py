"""How the bots of a single match are started: shipped ones as they are, all others in the sandbox."""

from collections.abc import Iterable
from pathlib import Path

from bessemer.processes.child_process import ChildProcesses
from bessemer.processes.process import ProcessSpec
from bessemer.processes.supervisor import RunningProcess
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.sandbox.sandbox import Sandbox, build_sandbox


class BotStarter:
    """A `ProcessStarter` for bots of which some are shipped."""

    def __init__(self, sandbox: Sandbox | None) -> None:
        self._trusted = ChildProcesses()
        self._sandbox = sandbox

    @property
    def warning(self) -> str:
        """A warning about what bots are not kept from; empty if nothing, or if all are shipped."""
        return "" if self._sandbox is None else self._sandbox.warning

    async def start(self, spec: ProcessSpec, log: Path) -> RunningProcess:
        """
        Start a bot; what it prints goes to `log`.

        Raises:
            CannotStart: there is no such program, or it would not be safe to start it.
        """
        if spec.folder is None or self._sandbox is None:
            return await self._trusted.start(spec, log)
        return await self._sandbox.start(spec, log)


def bot_starter(bots: Iterable[BotSpec | ProcessSpec], *, hidden: Path) -> BotStarter:
    """A starter for these bots, who see nothing of the folder `hidden`. Blocking."""
    is_needed = any(bot.folder is not None for bot in bots)
    return BotStarter(build_sandbox(hidden=(hidden,)) if is_needed else None)
