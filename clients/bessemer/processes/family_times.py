"""
The kernel's counts of a family of processes: how long it ran, and how long it waited to run.

How long a thread waited Linux tells in nanoseconds (`/proc/PID/task/TID/schedstat`). These files are kept
open, which makes reading one take a microsecond; which threads there are is looked up now and then.
Elsewhere, or where the kernel does not count, nothing is known and all time is the bot's.
"""

import contextlib
import os
from typing import Final

from bessemer.matches.timing.processor_times import ProcessorTime
from bessemer.processes.process_tree import descendants
from bessemer.processes.processor_use import GroupUse, ProcessorUse, ProcessUse

FRESH_SECONDS: Final = 0.02
"""A reading serves for this time, unless an exact one is wanted."""
_LOOK_AGAIN_SECONDS: Final = 0.5
_NANOSECOND: Final = 1e-9
_STEAL: Final = 8
"""The place of stolen time in the first line of /proc/stat."""


class FamilyTimes:
    """The counts for a process and all that descend from it."""

    def __init__(self, process: int, now: float, usage_file: str | None) -> None:
        """`usage_file` is where the kernel says what its control group has used, if it has one."""
        self._use: ProcessorUse = ProcessUse(now) if usage_file is None else GroupUse(usage_file)
        self._process = process
        self._files: dict[tuple[int, int], int] = {}
        """An open file for each thread, by process and thread."""
        self._waited: dict[tuple[int, int], int] = {}
        """The nanoseconds that each of these threads waited."""
        self._ended_waited = 0
        """The nanoseconds that threads which have ended had waited."""
        self._look_at = 0.0
        self._read_at = 0.0
        self._reading: ProcessorTime | None = None
        self.read(now, exact=True)

    def read(self, now: float, *, exact: bool) -> ProcessorTime | None:
        """The time that all of them together have run and waited."""
        if not exact and now - self._read_at < FRESH_SECONDS:
            return self._reading
        if now >= self._look_at or (exact and self._use.is_searched):
            self._look_up(now)
            self._look_at = now + _LOOK_AGAIN_SECONDS
        for thread, file in tuple(self._files.items()):
            try:
                self._waited[thread] = int(os.pread(file, 64, 0).split()[1])
            except (OSError, ValueError, IndexError):
                self._forget(thread)
        self._read_at = now
        used = self._use.used(now)
        if used is not None and self._waited:
            stolen = _stolen_seconds()
            waited = (self._ended_waited + sum(self._waited.values())) * _NANOSECOND
            self._reading = ProcessorTime(used - stolen, waited + stolen)
        return self._reading

    def close(self) -> None:
        """Keep nothing open."""
        for thread in tuple(self._files):
            self._forget(thread)
        self._use.close()

    def _look_up(self, now: float) -> None:
        found: dict[int, int] = {}
        for process in (self._process, *descendants(self._process)):
            with contextlib.suppress(OSError):
                tasks = os.listdir(f"/proc/{process}/task")  # noqa: PTH208 - ten times a second
                found[process] = len(tasks)
                for task in tasks:
                    thread = process, int(task)
                    if thread not in self._files:
                        path = f"/proc/{process}/task/{task}/schedstat"
                        self._files[thread] = os.open(path, os.O_RDONLY)
        self._use.found(found, now)

    def _forget(self, thread: tuple[int, int]) -> None:
        os.close(self._files.pop(thread))
        self._ended_waited += self._waited.pop(thread, 0)


def _stolen_seconds() -> float:
    """The seconds that the host took of an average processor of this machine, in all."""
    try:
        with open("/proc/stat", "rb") as file:  # noqa: PTH123 - pathlib takes as long as the rest
            fields = file.readline().split()
        return int(fields[_STEAL]) / os.sysconf("SC_CLK_TCK") / (os.cpu_count() or 1)
    except (OSError, ValueError, IndexError):
        return 0.0
