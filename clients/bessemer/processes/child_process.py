"""
Child processes without walls: a private referee, and bots that their caller trusts.

They inherit our environment and end with us. `runner/sandbox` starts bots of strangers, behind walls.
"""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart, ExitStatus, ProcessSpec
from bessemer.processes.process_tree import dying_with_parent

_STOP_SECONDS: Final = 5.0


class ChildProcess:
    """A `RunningProcess` that has no sandbox; made by `ChildProcesses.start`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def process_id(self) -> int:
        """The process itself."""
        return self._process.pid

    @property
    def usage_file(self) -> None:
        """It has no control group of its own."""
        return None

    @property
    def output(self) -> asyncio.StreamReader:
        """Everything that it prints, if that goes to no log."""
        assert self._process.stdout is not None, "it has a log"
        return self._process.stdout

    async def wait(self) -> ExitStatus:
        """Return when it has ended."""
        code = await self._process.wait()
        return ExitStatus.of_code(code if code >= 0 else 128 - code)

    def pause(self, *, is_paused: bool) -> None:
        """Do nothing: a person's own bots may ponder."""

    def terminate(self) -> None:
        """Ask it to end."""
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        # The library's own way looks first whether the process has ended, and may take its exit code
        # from the thread that waits for it, which then complains.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that; it is killed if this is interrupted, or takes too long."""
        self.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                return await self.wait()
        except TimeoutError:
            self.kill()
            return await self.wait()
        finally:
            self.kill()

    def kill(self) -> None:
        """End it at once, without waiting for that."""
        self._send(signal.SIGKILL)


class ChildProcesses:
    """A `ProcessStarter` without a sandbox."""

    async def start(self, spec: ProcessSpec, log: Path | None) -> ChildProcess:
        """
        Start a process; what it prints goes to `log`, or without one to its `output`.

        Raises:
            CannotStart: there is no such program.
        """
        with contextlib.ExitStack() as files:
            pipe = asyncio.subprocess.PIPE
            try:
                process = await asyncio.create_subprocess_exec(
                    *spec.command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=files.enter_context(log.open("ab")) if log is not None else pipe,
                    stderr=asyncio.subprocess.STDOUT,
                    env={**os.environ, **spec.environment},
                    start_new_session=True,  # Ctrl-C is for us alone: we end our children
                    preexec_fn=dying_with_parent(),
                )
            except OSError as error:
                raise CannotStart(f"{spec.command[-1]}: {error.strerror}") from None
        return ChildProcess(process)
