"""A real referee in a process of its own, and what can be seen of it from outside."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

DEADLINE: Final = 20.0
"""In seconds: no call takes longer, unless the request itself asks the referee to wait."""

LADDER: Final = "fuzz-ladder"
"""The ladder that the referee runs."""
_SERVE: Final = (sys.executable, "-m", "bessemer.cli.main", "serve", "--log", "json")
_WITHOUT_BRAKES: Final = (
    *("--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--requests", "1e9"),
    # Matches that nobody joins shall not fill the desk.
    *("--join-timeout", "3", "--drain-timeout", "600"),
)
_TROUBLE: Final = ("Traceback", "internal error", "match broken", "never retrieved")
_MEMORY_SLACK: Final = 8 * 1024
"""In KiB."""
_SLACK: Final = 40
"""Threads and descriptors: pools of threads and of connections to the database fill slowly."""
_LOUD: Final = frozenset({"error", "critical", "exception"})


class Size(NamedTuple):
    """What a process holds."""

    memory: int
    """In KiB: the part that lies in memory."""
    threads: int
    descriptors: int


def growth(sizes: Sequence[Size]) -> list[str]:
    """
    What has grown that should not have.

    Args:
        sizes: at the start, and after each third of the same work. In the first third caches fill;
            what is the price of each message shows in the second and in the third alike.
    """
    _, first, second, third = sizes
    faults = []
    if third.memory - second.memory > (second.memory - first.memory) / 2 + _MEMORY_SLACK:
        faults.append(f"memory grew from {second.memory} to {third.memory} KiB in the last third")
    if third.threads > first.threads + _SLACK:
        faults.append(f"threads grew from {first.threads} to {third.threads}")
    if third.descriptors > first.descriptors + _SLACK:
        faults.append(f"descriptors grew from {first.descriptors} to {third.descriptors}")
    return faults


class RefereeProcess:
    """A referee that serves; made by `running`."""

    def __init__(self, process: "subprocess.Popen[bytes]", data: Path, log: Path) -> None:
        self._process = process
        self._log = log
        self._read = 0
        self.address = _address(process, log)
        self.organiser = (data / "organiser.token").read_text(encoding="ascii").strip()

    @property
    def is_alive(self) -> bool:
        """Whether it has not stopped."""
        return self._process.poll() is None

    def size(self) -> Size:
        """What it holds now."""
        folder = Path(f"/proc/{self._process.pid}")
        status = dict(
            line.split(":", 1)
            for line in (folder / "status").read_text().splitlines()
            if ":" in line
        )
        descriptors = len(os.listdir(folder / "fd"))  # noqa: PTH208 - names are enough
        return Size(int(status["VmRSS"].split()[0]), int(status["Threads"]), descriptors)

    def trouble(self) -> list[str]:
        """The lines of its log since the last look that no client should be able to cause."""
        with self._log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        return [line for line in whole.decode(errors="replace").splitlines() if _is_trouble(line)]

    def wait(self, patience: float) -> int | None:
        """How it ended; `None` if it has not within so many seconds."""
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None


@contextmanager
def running(folder: Path, *options: str) -> Iterator[RefereeProcess]:
    """A referee on a free port of this machine, with its data and its log in `folder`."""
    data, log = folder / "data", folder / "referee.log"
    make_ladder = (*_SERVE[:3], "ladder", "create", LADDER, "--data", str(data))
    subprocess.run(make_ladder, check=True, stdout=subprocess.DEVNULL)
    with log.open("wb") as stream:
        process = subprocess.Popen(
            (*_SERVE, *_WITHOUT_BRAKES, "--data", str(data), "--ladder", LADDER, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stream,
        )
    try:
        yield RefereeProcess(process, data, log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Where it listens, as its log says."""
    told = log.open("rb")
    with told:
        while process.poll() is None:
            line = told.readline()
            if b"referee serves" in line and line.endswith(b"\n"):
                return str(json.loads(line)["listen"][0])
            if not line:
                # Nothing new: a moment for the other process.
                os.sched_yield()
    raise AssertionError(f"the referee did not start:\n{log.read_text(errors='replace')}")


def _is_trouble(line: str) -> bool:
    if any(sign in line for sign in _TROUBLE):
        return True
    try:
        event = json.loads(line)
    except ValueError:
        return True  # whatever is not logged as an event was printed by something that broke
    return event.get("level") in _LOUD
