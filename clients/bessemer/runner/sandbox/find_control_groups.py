"""The control groups that this machine lets us make, found by making one."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from bessemer.runner.sandbox.control_groups import (
    COUNTS_USE,
    KINDS,
    PREFIX,
    REFEREE,
    ControlGroup,
    Tree,
    Trees,
    usage_file,
)

_SELF: Final = Path("/proc/self")
_CONTROLLERS: Final = ("cpu", "memory", "pids")


def usable_trees(proc: Path = _SELF) -> Trees:
    """
    By kind, where groups can be made; empty if nowhere.

    In version 2 this may put our own process into a group of its own below the one in which it is.
    """
    found: dict[str, Tree] = {}
    for kind, tree in candidates(proc):
        if kind not in found and is_usable(kind, tree):
            found[kind] = tree
    return {kind: found[kind] for kind in KINDS if kind in found}


def candidates(proc: Path = _SELF) -> Iterator[tuple[str, Tree]]:
    """Where they might be; what version 1 has, version 2 does not offer."""
    try:
        mounts = _mounts((proc / "mountinfo").read_text(encoding="utf-8"))
        groups = (proc / "cgroup").read_text(encoding="utf-8")
    except OSError:  # not Linux
        return
    unified = None
    for line in groups.splitlines():
        _, kinds, path = line.split(":", 2)
        folder = _folder(mounts.get(kinds), path)
        if folder is None:
            continue
        if not kinds:
            unified = folder
        for kind in kinds.split(",") if kinds else ():
            yield kind, Tree(1, str(folder))
    if unified is not None:
        if unified.name == REFEREE:
            unified = unified.parent
        for kind in ("freezer", COUNTS_USE):
            yield kind, Tree(2, str(unified))
        _delegate(unified)
        for kind in _CONTROLLERS:
            yield kind, Tree(2, str(unified))


def _mounts(text: str) -> dict[str, tuple[str, str]]:
    """By the controllers of a tree ("" of version 2): which part of it is mounted, and where."""
    found = {}
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        root, mounted_at = before.split()[3:5]
        kind, _, options = after.split(maxsplit=2)
        if kind == "cgroup2":
            found[""] = (root, mounted_at)
        elif kind == "cgroup":
            known = [word for word in options.split(",") if word in KINDS]
            for names in (known, known[::-1]) if known else ():
                found[",".join(names)] = (root, mounted_at)
    return found


def _folder(mount: tuple[str, str] | None, path: str) -> Path | None:
    """The folder of our own group."""
    if mount is None:
        return None
    root, mounted_at = mount
    inside = PurePosixPath(path)
    if inside.is_relative_to(root):
        return Path(mounted_at, inside.relative_to(root))
    return Path(mounted_at)


def _delegate(folder: Path) -> None:
    """Have version 2 offer its controllers to the groups below this one, if it is ours to do so."""
    try:
        offered = (folder / "cgroup.controllers").read_text(encoding="ascii").split()
        wanted = [kind for kind in _CONTROLLERS if kind in offered]
        switch = folder / "cgroup.subtree_control"
        if not wanted or set(wanted) <= set(switch.read_text(encoding="ascii").split()):
            return
        words = " ".join(f"+{kind}" for kind in wanted)
        try:
            switch.write_text(words, encoding="ascii")
        except OSError:
            own = folder / REFEREE
            own.mkdir(exist_ok=True)
            (own / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
            try:
                switch.write_text(words, encoding="ascii")
            except OSError:  # others are in our group as well
                (folder / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
                own.rmdir()
    except OSError:
        return


def is_usable(kind: str, tree: Tree) -> bool:
    """Whether a group of this kind can be made there, and told its limits."""
    if kind not in KINDS or not os.access(tree.folder, os.W_OK):
        return False
    trial = None
    try:
        trial = ControlGroup({kind: tree}, f"{PREFIX}trial-{secrets.token_hex(4)}")
        trial.limit(processors=1.0, memory=64, tasks=64)
        if kind == COUNTS_USE:
            return os.access(usage_file({kind: tree}, trial.name) or "", os.R_OK)
        return kind != "freezer" or trial.freeze(is_frozen=False)
    except OSError:
        return False
    finally:
        if trial is not None:
            with contextlib.suppress(OSError):
                trial.remove()
