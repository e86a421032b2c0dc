"""A real referee in a process of its own, and what can be seen of it from outside."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.referees.process import RefereeProcess

DEADLINE: Final = 20.0
"""In seconds: no call takes longer, unless the request itself asks the referee to wait."""

LADDER: Final = "fuzz-ladder"
"""The ladder that the referee runs."""
_WITHOUT_BRAKES: Final = (
    # Matches that nobody joins shall not fill the desk.
    *("--join-timeout", "3", "--drain-timeout", "600"),
)
# What is refused for its cost alone tests nothing else.
_WITHOUT_LIMITS: Final = tuple(
    f"--{what}={'1e9'}" for what in ("requests", "reads", "call-time", "moves")
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


class FuzzedReferee(RefereeProcess):
    """A referee without brakes, whose size and whose log are watched; see `running`."""

    _read = 0

    def size(self) -> Size:
        """What it holds now."""
        folder = Path(f"/proc/{self.process.pid}")
        status = dict(
            line.split(":", 1)
            for line in (folder / "status").read_text().splitlines()
            if ":" in line
        )
        descriptors = len(os.listdir(folder / "fd"))  # noqa: PTH208 - names are enough
        return Size(int(status["VmRSS"].split()[0]), int(status["Threads"]), descriptors)

    def trouble(self) -> list[str]:
        """The lines of its log since the last look that no client should be able to cause."""
        lines = self.lines()
        new, self._read = lines[self._read :], len(lines)
        return [line for line in new if _is_trouble(line)]


def running(folder: Path, *options: str) -> FuzzedReferee:
    """A referee with a ladder on a free port of this machine, with its data in `folder`."""
    data = folder / "data"
    create = (sys.executable, "-m", "bessemer.cli.main", "ladder", "create", LADDER)
    subprocess.run((*create, "--data", str(data)), check=True, stdout=subprocess.DEVNULL)
    brakes = (*_WITHOUT_BRAKES, "--ladder", LADDER, *options)
    return FuzzedReferee(data, *brakes, metrics="127.0.0.1:0", limits=_WITHOUT_LIMITS)


def _is_trouble(line: str) -> bool:
    if any(sign in line for sign in _TROUBLE):
        return True
    try:
        event = json.loads(line)
    except ValueError:
        return True  # whatever is not logged as an event was printed by something that broke
    return event.get("level") in _LOUD
