"""
Control groups, where they can be had: the kernel itself holds a bot's whole family to its share.

A group bounds processors, memory and processes of all that is in it, wherever its processes went, and
can freeze them. Version 1 has a tree of folders for each of these, version 2 one for all. Groups
are made below the group that we are in ourselves, so that nothing escapes what holds for us.

The shim of a bot imports this; hence no pathlib.
"""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

PREFIX: Final = "bessemer-"
_LOOKS: Final = 100
REFEREE: Final = "bessemer.referee"
"""In version 2 a group with groups below it has no processes, so ours are put into this one."""
COUNTS_USE: Final = "cpuacct"
"""The kind that counts processor time; in version 2 every group does."""
KINDS: Final = ("freezer", "cpu", COUNTS_USE, "memory", "pids")
_PERIOD: Final = 100_000
_MIB: Final = 1024 * 1024


class Tree(NamedTuple):
    """Where groups of one kind can be made."""

    version: int
    folder: str


Trees = Mapping[str, Tree]
"""By kind, as far as there are any."""


class MemoryUse(NamedTuple):
    """The memory of a group."""

    mebibytes: float
    was_exceeded: bool
    """Whether the kernel has killed one of its processes for that."""


class ControlGroup:
    """The group of one bot; its maker holds a lock on it, by which others see that it is used."""

    def __init__(self, trees: Trees, name: str) -> None:
        """
        Make it.

        Raises:
            OSError: it cannot be made.
        """
        self._trees = trees
        self.name = name
        self._folders = {kind: f"{tree.folder}/{name}" for kind, tree in trees.items()}
        for folder in dict.fromkeys(self._folders.values()):
            os.makedirs(folder, 0o755, exist_ok=True)  # noqa: PTH103 - for the shim's start
        # In every tree: somebody else may be able to use only some of them.
        self._locks: list[int] = []
        for folder in dict.fromkeys(self._folders.values()):
            lock = _locked_soon(folder)
            if lock is None:
                self.release()
                raise BlockingIOError(f"the control group {name} is in use")
            self._locks.append(lock)

    def limit(self, *, processors: float, memory: int, tasks: int) -> None:
        """Hold it to so many processors (0: all), MiB and tasks."""
        quota = round(processors * _PERIOD)
        if "cpu" in self._trees:
            # Not its weight: as it is, a family counts like one process of anybody else.
            if self._trees["cpu"].version == 1:
                self._write("cpu", "cpu.cfs_quota_us", str(quota or -1))
            else:
                self._write("cpu", "cpu.max", f"{quota or 'max'} {_PERIOD}")
        if "memory" in self._trees:
            most = str(memory * _MIB)
            if self._trees["memory"].version == 1:
                self._write("memory", "memory.limit_in_bytes", most)
                with contextlib.suppress(OSError):  # not every kernel counts swap
                    self._write("memory", "memory.memsw.limit_in_bytes", most)
            else:
                self._write("memory", "memory.max", most)
                with contextlib.suppress(OSError):
                    self._write("memory", "memory.swap.max", "0")
        if "pids" in self._trees:
            self._write("pids", "pids.max", str(tasks))

    def enter(self, process: int = 0) -> None:
        """From here on this process, and all that it starts, is in the group; 0 is the caller."""
        for folder in dict.fromkeys(self._folders.values()):
            _write(f"{folder}/cgroup.procs", str(process))

    def freeze(self, *, is_frozen: bool) -> bool:
        """Stop all processes of the group, or let them go on; whether that can be done."""
        if "freezer" not in self._trees:
            return False
        if self._trees["freezer"].version == 1:
            self._write("freezer", "freezer.state", "FROZEN" if is_frozen else "THAWED")
        else:
            self._write("freezer", "cgroup.freeze", "1" if is_frozen else "0")
        return True

    def memory(self) -> MemoryUse | None:
        """The memory that it holds, without what the kernel would give back at once."""
        if "memory" not in self._trees:
            return None
        is_old = self._trees["memory"].version == 1
        used = int(self._read("memory", "memory.usage_in_bytes" if is_old else "memory.current"))
        facts = self._facts("memory.stat")
        used -= facts.get("total_inactive_file" if is_old else "inactive_file", 0)
        kills = self._facts("memory.oom_control" if is_old else "memory.events")
        return MemoryUse(used / _MIB, kills.get("oom_kill", 0) > 0)

    def remove(self) -> None:
        """Kill what is left in it, and remove it."""
        with contextlib.suppress(OSError):
            self.freeze(is_frozen=False)  # nobody frozen can die
        for folder in reversed(dict.fromkeys(self._folders.values())):
            _kill_and_remove(folder)
        self.release()

    def release(self) -> None:
        """Release the lock: anyone who finds the group may remove it."""
        while self._locks:
            os.close(self._locks.pop())

    def _facts(self, file: str) -> dict[str, int]:
        lines = map(str.split, self._read("memory", file).splitlines())
        return {line[0]: int(line[1]) for line in lines if len(line) > 1}

    def _read(self, kind: str, file: str) -> str:
        with open(f"{self._folders[kind]}/{file}", encoding="ascii") as found:  # noqa: PTH123
            return found.read()

    def _write(self, kind: str, file: str, text: str) -> None:
        _write(f"{self._folders[kind]}/{file}", text)


def usage_file(trees: Trees, name: str) -> str | None:
    """The file in which the kernel says what processor time a group has used; `None` if it does not."""
    if COUNTS_USE not in trees:
        return None
    version, folder = trees[COUNTS_USE]
    return f"{folder}/{name}/{'cpuacct.usage' if version == 1 else 'cpu.stat'}"


def remove_leftovers(trees: Trees) -> None:
    """Remove the groups of bots whose shims were killed, and kill what is left in them."""
    folders = {tree.folder for tree in trees.values()}
    names = {name for folder in folders for name in _names(folder) if name.startswith(PREFIX)}
    for name in names:
        if all(_is_abandoned(f"{folder}/{name}") for folder in folders):
            with contextlib.suppress(OSError):
                ControlGroup(trees, name).remove()


def _is_abandoned(folder: str) -> bool:
    """Whether nobody holds it, or there is none."""
    try:
        lock = _locked(folder)
    except FileNotFoundError:
        return True
    if lock is None:
        return False
    os.close(lock)
    return True


def _locked(folder: str) -> int | None:
    """A lock on a folder, which ends with this process; `None` if somebody else has it."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file


def _locked_soon(folder: str) -> int | None:
    """The same, with patience: others lock a group for a moment to see whether it is in use."""
    for _ in range(_LOOKS):
        if (lock := _locked(folder)) is not None:
            return lock
        time.sleep(0.005)
    return None


def _names(folder: str) -> Iterator[str]:
    with contextlib.suppress(OSError):
        yield from os.listdir(folder)  # noqa: PTH208


def _kill_and_remove(folder: str) -> None:
    """A group can be removed when it is empty; those who die take a moment to leave it."""
    for _ in range(200):
        try:
            os.rmdir(folder)  # noqa: PTH106
        except FileNotFoundError:
            return
        except OSError:
            with contextlib.suppress(OSError), open(f"{folder}/cgroup.procs", "rb") as file:  # noqa: PTH123
                for process in map(int, file.read().split()):
                    with contextlib.suppress(OSError):
                        os.kill(process, signal.SIGKILL)
            time.sleep(0.005)
        else:
            return


def _write(path: str, text: str) -> None:
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode("ascii"))
    finally:
        os.close(file)
