"""
The kernel's counts of bots' processes: how long they ran, and how long they waited to run.

For every thread Linux counts both in nanoseconds (`/proc/PID/task/TID/schedstat`). The files are kept
open, which makes reading one take a microsecond; which threads there are is looked up now and then.
Elsewhere, or where the kernel does not count, nothing is known and all time is the bot's.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Hashable
from typing import Final

from bessemer.matches.timing.processor_times import ProcessorTime
from bessemer.processes.idle_bots import LOOK_SECONDS, Pause, ProcessorAccount
from bessemer.processes.process_tree import descendants

FRESH_SECONDS: Final = 0.02
"""A reading serves for this time, unless an exact one is wanted."""
_LOOK_AGAIN_SECONDS: Final = 0.5
_NANOSECOND: Final = 1e-9
_STEAL: Final = 8
"""The place of stolen time in the first line of /proc/stat."""


class BotProcesses:
    """Knows the processes of bots by the bot's name: the referee's `ProcessorTimes`."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, *, processors: float = 0.0
    ) -> None:
        """
        Begin to watch.

        A bot that is asked something may use this number of `processors`; one that uses more than a
        little while it is asked nothing is paused. With 0 bots may ponder.
        """
        self._now = now
        self._families: dict[tuple[str, int | None], _Family] = {}
        """By the bot's name and, where each seat has a process of its own, the seat."""
        self._processors = processors
        self._idle: dict[str, ProcessorAccount] = {}
        """Those that are made to stand still when they use a processor and are asked nothing."""

    def started(
        self, name: str, process: int, seat: int | None = None, pause: Pause | None = None
    ) -> None:
        """A bot's processes, at one seat or at all, are this one and those that descend from it."""
        self.ended(name, seat)
        self._families[name, seat] = _Family(process, self._now())
        if pause is not None and self._processors:
            self._idle[name] = ProcessorAccount(pause, self._processors, self._now())

    def ended(self, name: str, seat: int | None = None) -> None:
        """These processes are gone."""
        self._idle.pop(name, None)
        family = self._families.pop((name, seat), None)
        if family is not None:
            family.close()

    def asked(self, process: str, question: Hashable) -> None:
        """See `ProcessorTimes`."""
        if bot := self._idle.get(process):
            bot.asked(question, self._now())

    def answered(self, process: str, question: Hashable) -> None:
        """See `ProcessorTimes`."""
        if bot := self._idle.get(process):
            bot.answered(question, self._now())

    async def watch_idle(self) -> None:
        """Look after the bots that are asked nothing, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = self._now()
            for name, bot in self._idle.items():
                used = self._families[name, None].read(now, exact=False)
                if used is not None:
                    bot.look(now, used.running)

    def read(self, player: str, seat: int, *, exact: bool = False) -> ProcessorTime | None:
        """See `ProcessorTimes`."""
        family = self._families.get((player, None)) or self._families.get((player, seat))
        return None if family is None else family.read(self._now(), exact=exact)


class _Family:
    """A process and all that descend from it."""

    def __init__(self, process: int, now: float) -> None:
        self._process = process
        self._files: dict[tuple[int, int], int] = {}
        """An open file for each thread, by process and thread."""
        self._ended = [0, 0]
        """The nanoseconds that threads which have ended had run and waited."""
        self._last: dict[tuple[int, int], tuple[int, int]] = {}
        self._look_at = 0.0
        self._read_at = 0.0
        self._reading: ProcessorTime | None = None
        self.read(now, exact=True)

    def read(self, now: float, *, exact: bool) -> ProcessorTime | None:
        """The time that all of them together have run and waited."""
        if not exact and now - self._read_at < FRESH_SECONDS:
            return self._reading
        if now >= self._look_at:
            self._look_up()
            self._look_at = now + _LOOK_AGAIN_SECONDS
        for thread, file in tuple(self._files.items()):
            try:
                numbers = os.pread(file, 64, 0).split()
                self._last[thread] = int(numbers[0]), int(numbers[1])
            except (OSError, ValueError, IndexError):
                self._forget(thread)
        self._read_at = now
        if self._last:
            stolen = _stolen_seconds()
            counted = (self._ended, *self._last.values())
            all_ran = sum(ran for ran, _ in counted) * _NANOSECOND
            all_waited = sum(waited for _, waited in counted) * _NANOSECOND
            self._reading = ProcessorTime(all_ran - stolen, all_waited + stolen)
        return self._reading

    def close(self) -> None:
        """Keep nothing open."""
        for thread in tuple(self._files):
            self._forget(thread)

    def _look_up(self) -> None:
        for process in (self._process, *descendants(self._process)):
            with contextlib.suppress(OSError):
                for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - ten times a second
                    thread = process, int(task)
                    if thread not in self._files:
                        path = f"/proc/{process}/task/{task}/schedstat"
                        self._files[thread] = os.open(path, os.O_RDONLY)

    def _forget(self, thread: tuple[int, int]) -> None:
        os.close(self._files.pop(thread))
        ran, waited = self._last.pop(thread, (0, 0))
        self._ended[0] += ran
        self._ended[1] += waited


def _stolen_seconds() -> float:
    """The seconds that the host took of an average processor of this machine, in all."""
    try:
        with open("/proc/stat", "rb") as file:  # noqa: PTH123 - pathlib takes as long as the rest
            fields = file.readline().split()
        return int(fields[_STEAL]) / os.sysconf("SC_CLK_TCK") / (os.cpu_count() or 1)
    except (OSError, ValueError, IndexError):
        return 0.0


def default_thinkers() -> int:
    """As many bots may think at once as there are processors for them."""
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
