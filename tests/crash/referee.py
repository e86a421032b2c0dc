"""
A referee as a process that is killed and started again, on the same data and the same port.

What it logs is kept, one file for all its lives, and read as it comes: it says when it serves.
"""

import asyncio
import json
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tests.ports import free_ports

_START_SECONDS: Final = 600.0
_STOP_SECONDS: Final = 300.0
_LAST_LINES: Final = 12
_SERVES: Final = "referee serves"


class RefereeFailed(Exception):
    """The referee did what it must not: end by itself, not start, not stop."""


class Life:
    """One process, from its start to its death."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.began = time.time()
        self.serves: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        """Since when it serves, by its own word; cancelled if it died before."""
        self.died = 0.0

    @property
    def start_seconds(self) -> float | None:
        """How long it took from its start until it served; `None` if it never did."""
        return self.serves.result() - self.began if _is_known(self.serves) else None

    @property
    def serving_seconds(self) -> float:
        """How long it served, until now if it still does."""
        return (self.died or time.time()) - self.serves.result() if _is_known(self.serves) else 0.0


class CrashingReferee:
    """A referee that comes back after every death."""

    def __init__(self, folder: Path, database: str, ladder: str = "") -> None:
        self.address = f"127.0.0.1:{free_ports()[0]}"
        self.lives: list[Life] = []
        self.log = folder / "referee.log"
        self._token_file = folder / "data" / "organiser.token"
        self._command = (
            *(sys.executable, "-m", "bessemer.cli.main", "serve", "--listen", self.address),
            *("--data", str(folder / "data"), "--metrics", "", "--log", "json"),
            *(("--database", database) if database else ()),
            *(("--ladder", ladder) if ladder else ()),
        )
        self._reader: asyncio.Task[None] | None = None
        self.served_once = asyncio.Event()
        """Set when it has served for the first time: then there is an organiser."""

    @property
    def life(self) -> int:
        """The number of the last life, from 0; -1 before the first."""
        return len(self.lives) - 1

    @property
    def is_up(self) -> bool:
        """Whether the last process was not killed; it may have ended by itself."""
        return bool(self.lives) and not self.lives[-1].died

    def organiser_token(self) -> str:
        """
        The token of the organiser, whom the first start has registered.

        Raises:
            RefereeFailed: it serves, and nobody was given the token.
        """
        try:
            return self._token_file.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            raise RefereeFailed("the referee serves, and there is no organiser.token") from None

    async def start(self) -> None:
        """Start a process; it does not serve yet."""
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        life = Life(process)
        self.lives.append(life)
        self._reader = asyncio.create_task(self._read_log(life))

    async def serve(self) -> None:
        """
        Wait until the process serves.

        Raises:
            RefereeFailed: it died first, or takes too long.
        """
        life = self.lives[-1]
        try:
            async with asyncio.timeout(_START_SECONDS):
                await asyncio.wait([life.serves])
        except TimeoutError:
            raise RefereeFailed(self._story(f"did not serve in {_START_SECONDS:g} s")) from None
        if life.serves.cancelled():
            code = await life.process.wait()
            raise RefereeFailed(self._story(f"ended with code {code} instead of serving"))

    async def outlive(self, tasks: Sequence["asyncio.Task[None]"]) -> None:
        """
        Let the process live until all `tasks` are done.

        Raises:
            RefereeFailed: it ended before.
        """
        death = asyncio.create_task(self.lives[-1].process.wait())
        waiting: set[asyncio.Task[Any]] = {death, *tasks}
        try:
            while waiting != {death}:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if death in done:
                    raise RefereeFailed(self._story(f"ended by itself with code {death.result()}"))
        finally:
            death.cancel()

    async def kill(self) -> None:
        """
        Kill the process, which nothing can catch.

        Raises:
            RefereeFailed: it had ended by itself.
        """
        process = self.lives[-1].process
        if process.returncode is None:
            process.kill()
        code = await self._bury()
        if code != -signal.SIGKILL:
            raise RefereeFailed(self._story(f"ended by itself with code {code}"))

    async def stop(self) -> None:
        """
        Ask the process to close.

        Raises:
            RefereeFailed: it does not, or not in good order.
        """
        self.lives[-1].process.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                code = await self._bury()
        except TimeoutError:
            raise RefereeFailed(self._story(f"did not close in {_STOP_SECONDS:g} s")) from None
        if code:
            raise RefereeFailed(self._story(f"closed with code {code}"))

    async def abandon(self) -> None:
        """Leave no process behind, whatever happened."""
        if self.lives and self.lives[-1].process.returncode is None:
            self.lives[-1].process.kill()
        await self._bury()

    def faults(self) -> Iterator[str]:
        """The lines of the log that must not be there: errors, and tracebacks of any kind."""
        if not self.log.exists():
            return
        for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines():
            if '"level": "error"' in line or '"level": "critical"' in line or "Traceback" in line:
                yield line

    async def _bury(self) -> int:
        """Wait for the end of the process and of its log; its exit code."""
        if not self.lives:
            return 0
        life = self.lives[-1]
        code = await life.process.wait()
        life.died = life.died or time.time()
        if self._reader is not None:
            await self._reader
        return code

    async def _read_log(self, life: Life) -> None:
        stream = life.process.stderr
        assert stream is not None
        with self.log.open("ab", buffering=0) as log:
            while line := await stream.readline():
                log.write(line)
                if _SERVES.encode() in line and not life.serves.done():
                    life.serves.set_result(_logged_at(line))
                    self.served_once.set()
        if not life.serves.done():
            life.serves.cancel()

    def _story(self, what: str) -> str:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        shown = "\n".join(lines[-_LAST_LINES:])
        return f"the referee {what}, in life {len(self.lives)}; its log ends with:\n{shown}"


def _logged_at(line: bytes) -> float:
    return datetime.fromisoformat(json.loads(line)["timestamp"]).timestamp()


def _is_known(moment: "asyncio.Future[float]") -> bool:
    return moment.done() and not moment.cancelled()
