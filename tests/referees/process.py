"""A referee as users have it: the command `bessemer serve`, in a process of its own."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL
from typing import Any, Final, Self

PATIENCE: Final = 120.0
"""Seconds; only what hangs takes so long."""

_PYTHON: Final = (sys.executable, "-P", "-m")
_OWN_LIMITS: Final = (
    "--requests",
    "10000",
    "--reads",
    "10000",
    "--call-time",
    "10000",
    "--moves",
    "10000",
)
"""As many requests as tests need: whole matches are played call by call."""


class RefereeProcess:
    """
    Serves from `start` until it is killed or ends; as a context manager it is killed at the end.

    Its log is kept in a file without a name, so it never waits for a reader, and can be read at any
    time.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        listen: str = "127.0.0.1:0",
        metrics: str = "",
        limits: Sequence[str] = _OWN_LIMITS,
        python: Sequence[str] = _PYTHON,
    ) -> None:
        self.data = data
        self._command = (
            *(*python, "bessemer.cli.main", "serve", "--data", str(data), "--log", "json"),
            *("--listen", listen, "--metrics", metrics, *limits, *options),
        )
        self.process: subprocess.Popen[bytes]
        self.addresses: list[str] = []
        self._log = -1
        self._told = ""
        """What it had logged when its log was closed."""

    def start(self) -> Self:
        """
        Start it, and wait until it serves.

        Raises:
            AssertionError: it ended instead; the message has its log.
        """
        descriptor, name = tempfile.mkstemp()
        os.unlink(name)  # noqa: PTH108 - from here on the descriptor is all there is of it
        self._log = descriptor
        self.process = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=descriptor,
        )
        deadline = time.monotonic() + PATIENCE
        while not (serves := [line for line in self.lines() if '"referee serves"' in line]):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the referee did not start:\n{self.text()}")
            time.sleep(0.01)
        self.addresses = list(json.loads(serves[0])["listen"])
        return self

    @property
    def address(self) -> str:
        """Where it listens; the first, if there are several."""
        return self.addresses[0]

    @property
    def port(self) -> int:
        """The port of its address."""
        return int(self.address.rpartition(":")[2])

    @property
    def token(self) -> str:
        """The organiser's."""
        return (self.data / "organiser.token").read_text(encoding="ascii").strip()

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    @property
    def early(self) -> list[dict[str, Any]]:
        """What it logged until it served."""
        events = self.events()
        served = next(i for i, one in enumerate(events) if one["event"] == "referee serves")
        return events[: served + 1]

    @property
    def log(self) -> list[dict[str, Any]]:
        """What it has logged since it serves."""
        return self.events()[len(self.early) :]

    def events(self) -> list[dict[str, Any]]:
        """All that it has logged. Fails if a line is no JSON."""
        return [json.loads(line) for line in self.lines()]

    def text(self) -> str:
        """All that it has written to standard error."""
        if self._log < 0:
            return self._told
        size = os.fstat(self._log).st_size
        return os.pread(self._log, size, 0).decode(errors="replace")

    def lines(self) -> list[str]:
        """The whole lines of its log."""
        return self.text().rpartition("\n")[0].splitlines()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def wait(self, patience: float = PATIENCE) -> int | None:
        """How it ended; `None` if it has not within so many seconds."""
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    async def ends(self) -> int | None:
        """Wait until it has ended; its exit code."""
        return await asyncio.to_thread(self.wait)

    def kill(self) -> None:
        """As a crash would. What it has logged can still be read."""
        if self.process.poll() is None:
            self.process.send_signal(SIGKILL)
        self.process.wait()
        if self._log >= 0:
            self._told = self.text()
            os.close(self._log)
            self._log = -1

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        self.kill()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.start)

    async def __aexit__(self, *error: object) -> None:
        await asyncio.to_thread(self.__exit__, *error)
