"""
The processor time that a family of processes has used, those that have ended included.

A bot's clock, its pause and its share go by this figure, so nothing may escape it. A control group counts
all that was ever in it. Without one each process is read by its own clock, which counts its threads,
those that have ended included; only what a process used at its very end remains to be estimated.
"""

import os
import time
from collections.abc import Mapping
from typing import Final, Protocol

_NANOSECOND: Final = 1e-9
_MICROSECOND: Final = 1e-6
_LONGEST: Final = 4096
"""Bytes of the file of a group, at most."""
_PROCESSORS: Final = os.cpu_count() or 1


class ProcessorUse(Protocol):
    """Counts what a family has used."""

    is_searched: bool
    """Whether its processes must be searched for often, since each is read by itself."""

    def found(self, threads: Mapping[int, int], now: float) -> None:
        """The processes that there are now, as far as a search found them, with their threads' number."""

    def used(self, now: float) -> float | None:
        """The seconds that all of them used until now; `None` if that is not known yet."""

    def close(self) -> None:
        """Keep nothing open."""


class GroupUse:
    """What the control group of a family counts: nothing escapes it."""

    is_searched = False

    def __init__(self, path: str) -> None:
        """`path` is `cpuacct.usage` or `cpu.stat` of the group, which may yet have to be made."""
        self._path = path
        self._file: int | None = None
        self._used: float | None = None

    def found(self, threads: Mapping[int, int], now: float) -> None:
        """See `ProcessorUse`: a group knows its processes itself."""

    def used(self, now: float) -> float | None:  # noqa: ARG002 - the other one's
        """See `ProcessorUse`; of a group that is gone the last that was counted."""
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            words = os.pread(self._file, _LONGEST, 0).split()
            if len(words) == 1:
                self._used = int(words[0]) * _NANOSECOND
            else:
                self._used = int(words[words.index(b"usage_usec") + 1]) * _MICROSECOND
        except (OSError, ValueError, IndexError):
            pass
        return self._used

    def close(self) -> None:
        """See `ProcessorUse`."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class ProcessUse:
    """
    The sum of the clocks of processes, with an estimate for those that have ended.

    A process that has ended counts as busy since the last search that found it, or if there was only
    one, since the search before. So a bot that keeps replacing its processes pays for all of the
    time, though most of them live too briefly to be found: those that are found pay for the others.
    """

    is_searched = True

    def __init__(self, now: float) -> None:
        """Begin with the search at `now`."""
        self._alive: dict[int, _Alive] = {}
        self._ended = 0.0
        self._searched = now

    def found(self, threads: Mapping[int, int], now: float) -> None:
        """See `ProcessorUse`."""
        for process in threads:
            if process not in self._alive:
                self._alive[process] = _Alive(self._searched)
        self.used(now)
        for process, one in self._alive.items():
            one.threads = threads.get(process, one.threads)
            if one.is_known or one.since == now:
                one.since, one.before = now, one.latest
            one.is_known = True
        self._searched = now

    def used(self, now: float) -> float | None:
        """See `ProcessorUse`."""
        total = 0.0
        for process, one in tuple(self._alive.items()):
            seconds = _clock_of(process)
            if seconds is None or seconds < one.latest:  # it has ended, or another has its number
                self._ended += one.at_its_end(now)
                del self._alive[process]
            else:
                one.latest = seconds
                total += seconds
        return self._ended + total

    def close(self) -> None:
        """See `ProcessorUse`."""


class _Alive:
    """A process that was alive when it was read last."""

    def __init__(self, since: float) -> None:
        self.since = since
        """It counts as busy from here on, if it is missed before the next search."""
        self.before = 0.0
        """The seconds that it had used by then."""
        self.latest = 0.0
        """The seconds that it had used when it was read last."""
        self.threads = 1
        self.is_known = False
        """Whether a search before this one has found it."""

    def at_its_end(self, now: float) -> float:
        """The estimate of all that it used."""
        busy = (now - self.since) * min(self.threads, _PROCESSORS)
        return self.before + max(self.latest - self.before, busy)


def _clock_of(process: int) -> float | None:
    """The seconds that all threads of a process used, those that ended too; `None` if it is gone."""
    try:
        # As clock_getcpuclockid(3) does it, which Python does not have.
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return None
