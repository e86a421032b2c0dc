"""
A process tree: all that descend from one process, wherever they went; and what they use together.

The first of them adopts every descendant whose parent dies, so that a child which makes itself a
daemon stays in the tree. Only Linux has this; elsewhere the tree is the bot's process group.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

_ADOPT_ORPHANS: Final = 36  # PR_SET_CHILD_SUBREAPER
_SIGNAL_AT_PARENTS_DEATH: Final = 1  # PR_SET_PDEATHSIG
_NO_NEW_PRIVILEGES: Final = 38  # PR_SET_NO_NEW_PRIVS
_SECCOMP: Final = 22  # PR_SET_SECCOMP
_SECCOMP_FILTER: Final = 2
_INSTRUCTION: Final = 8
"""Bytes of one instruction of a filter."""
_PAUSE: Final = 0.005
_MOST_ROUNDS: Final = 50
_PIN_ROUNDS: Final = 2
_STANDING: Final = (b"T", b"t", b"Z", b"X", b"")
"""States of those who are stopped, or gone."""
_MIB: Final = 1024 * 1024


class Usage(NamedTuple):
    """The tasks, memory and processor time of a process tree."""

    tasks: int
    """Its processes and their threads."""
    memory: float
    """MiB in memory; what several processes share counts for each of them."""
    processor: float
    """Seconds of CPU time, also of those that have ended."""


def adopt_orphans() -> None:
    """From here on descendants whose parent dies are children of this process."""
    if sys.platform == "linux":
        from ctypes import CDLL  # noqa: PLC0415 - of no use elsewhere

        CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def dying_with_parent() -> Callable[[], None]:
    """
    A function for a child to call before it becomes another program, so that our death kills it.

    Everything is looked up here: between fork and exec a child of a program with threads may do next
    to nothing but a system call.
    """
    if sys.platform != "linux":
        return lambda: None
    from ctypes import CDLL  # noqa: PLC0415 - of no use elsewhere

    control, parent, kill = CDLL(None).prctl, os.getpid(), int(signal.SIGKILL)

    def ask() -> None:
        control(_SIGNAL_AT_PARENTS_DEATH, kill, 0, 0, 0)
        if os.getppid() != parent:  # it died a moment ago
            os._exit(1)

    return ask


def die_with(parent: int) -> None:
    """In a child that Python started: from now on the death of its parent kills it."""
    if sys.platform != "linux":
        return
    from ctypes import CDLL  # noqa: PLC0415 - of no use elsewhere

    CDLL(None).prctl(_SIGNAL_AT_PARENTS_DEATH, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it died a moment ago
        os._exit(1)


def descendants(process: int) -> list[int]:
    """All processes that descend from this one, parents first."""
    found, at = [process], 0
    while at < len(found):
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{found[at]}/task"):  # noqa: PTH208 - see _read
                found += map(int, _read(f"/proc/{found[at]}/task/{task}/children").split())
        at += 1
    return found[1:]


def usage(process: int) -> Usage:
    """The usage of all descendants of this process, which is the caller."""
    ended = os.times()
    tasks, pages, processor = 0, 0, ended.children_user + ended.children_system
    tick, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    for one in descendants(process):
        with contextlib.suppress(OSError, IndexError):
            # The name in the second field may have blanks and brackets; it ends with the last one.
            fields = _read(f"/proc/{one}/stat").rpartition(b")")[2].split()
            processor += sum(map(int, fields[11:15])) / tick
            tasks += int(fields[17])
            pages += int(fields[21])
    return Usage(tasks, pages * page / _MIB, processor)


def proportional_memory(process: int) -> float:
    """MiB in memory of all descendants; what several share is divided among them (PSS). Slow."""
    kibibytes = 0
    for one in descendants(process):
        with contextlib.suppress(OSError):
            for line in _read(f"/proc/{one}/smaps_rollup").splitlines():
                if line.startswith(b"Pss:"):
                    kibibytes += int(line.split()[1])
    return kibibytes / 1024


def send_signal(process: int, number: signal.Signals) -> None:
    """Send a signal to a process, if it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def stop_all(process: int) -> None:
    """
    Stop all descendants of this process, which is the caller, wherever they went.

    Those that are still running may start others; so it is repeated until all have stopped.
    """
    for _ in range(_MOST_ROUNDS):
        moving = [one for one in descendants(process) if _state(one) not in _STANDING]
        if not moving:
            return
        for one in moving:
            send_signal(one, signal.SIGSTOP)


def pin_all(process: int, processors: Iterable[int]) -> None:
    """Let the descendants of this process run on these processors alone; what they start inherits it."""
    for _ in range(_PIN_ROUNDS):  # those who were not pinned yet may have started others
        for one in descendants(process):
            with contextlib.suppress(OSError):
                for task in os.listdir(f"/proc/{one}/task"):  # noqa: PTH208 - see _read
                    os.sched_setaffinity(int(task), processors)


def go_on_all(process: int) -> None:
    """Let all descendants of this process continue, which `stop_all` has stopped."""
    for one in descendants(process):
        send_signal(one, signal.SIGCONT)


def _state(process: int) -> bytes:
    """One letter, as `ps` has it; empty if it is gone."""
    with contextlib.suppress(OSError, IndexError):
        return _read(f"/proc/{process}/stat").rpartition(b")")[2].split()[0]
    return b""


def kill_all(process: int, leader: int) -> None:
    """
    Kill all descendants of this process, which is the caller, and return when none is left.

    The leader's group is killed at once, so that a fork bomb cannot outrun us; but only once, for
    when the last of the group has been reaped its number may be given to others.
    """
    send_signal(-leader, signal.SIGKILL)
    while True:
        for one in descendants(process):
            send_signal(one, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_PAUSE)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib would double the shim's start
        return file.read()


def install_filter(program: bytes) -> None:
    """
    From here on a seccomp filter holds for this process, and for all that it starts.

    Raises:
        OSError: the kernel does not take it.
    """
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - of no use elsewhere

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))

    library = ctypes.CDLL(None, use_errno=True)
    given = Program(len(program) // _INSTRUCTION, program)
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(
        _SECCOMP, _SECCOMP_FILTER, ctypes.byref(given), 0, 0
    ):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
