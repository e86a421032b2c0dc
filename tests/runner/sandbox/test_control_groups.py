"""The fence around a bot's family: memory that hides, calls that would undo it, and standing still."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bessemer.processes.process_tree import descendants
from bessemer.runner.sandbox.control_groups import (
    KINDS,
    PREFIX,
    REFEREE,
    ControlGroup,
    Tree,
    Trees,
    remove_leftovers,
)
from bessemer.runner.sandbox.find_control_groups import candidates, is_usable, usable_trees
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import SandboxedProcess
from tests.runner.sandbox.listener import PATIENCE, listening
from tests.runner.sandbox.sandboxes import ALL_KINDS, bad_bot, groups_or_skip, sandbox_of
from tests.runner.sandbox.walled import REFUSED, run

all_kinds = pytest.mark.parametrize("kind", ALL_KINDS)


def groups() -> list[str]:
    """Those of all bots, as they are now."""
    return [
        str(path)
        for tree in usable_trees().values()
        for path in Path(tree.folder).glob(f"{PREFIX}*")
    ]


def _members(group: str) -> list[str]:
    """The numbers of its processes; none if it is gone: other tests make groups, too."""
    with contextlib.suppress(OSError):
        return Path(group, "cgroup.procs").read_text(encoding="ascii").split()
    return []


@pytest.mark.asyncio
@all_kinds
@pytest.mark.parametrize("deed", ["hide_in_files", "hide_in_segments"])
async def test_memory_that_nobody_has_mapped_counts(kind: str, deed: str, tmp_path: Path) -> None:
    """
    400 MiB behind a limit of 100: the kernel counts them, or does not give any.
    """
    sandbox = sandbox_of(kind, ResourceLimits(memory=100))

    ended, printed = await run(sandbox, bad_bot(deed), tmp_path)

    assert "hidden" not in printed
    if "memory" in sandbox.trees and (sandbox.bubblewrap or deed == "hide_in_files"):
        assert ended.description.endswith("of memory (limit 100, see --memory)")
    else:
        assert (REFUSED, "Operation not permitted\n") == (ended.code, printed)


@pytest.mark.asyncio
@all_kinds
async def test_calls_that_would_undo_the_sandbox_are_refused(kind: str, tmp_path: Path) -> None:
    """
    More processors, a higher priority, namespaces, others' memory and the kernel's corners.
    """
    ended, printed = await run(sandbox_of(kind), bad_bot("call_everything"), tmp_path)

    assert (0, "tried\n") == (ended.code, printed)


@pytest.mark.asyncio
@all_kinds
async def test_other_sockets_than_the_usual_are_refused(kind: str, tmp_path: Path) -> None:
    """
    Unix, IPv4, IPv6 and netlink: none that leads to the host of a virtual machine, or into rare code.
    """
    ended, printed = await run(sandbox_of(kind), bad_bot("open_sockets"), tmp_path)

    assert (0, {"1", "2", "10", "16"}) == (ended.code, set(printed.split()))


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["isolated", "isolated without groups"])
async def test_memory_in_sockets_counts(kind: str, tmp_path: Path) -> None:
    """
    What 800 pairs of sockets can hold behind a limit of 100 MiB is too much.
    """
    sandbox = sandbox_of(kind, ResourceLimits(memory=100))

    ended, _ = await run(sandbox, bad_bot("hide_in_sockets"), tmp_path)

    assert ended.description.endswith("of memory (limit 100, see --memory)")


class Spinning:
    """A bot that spins, with a daemon that spins."""

    def __init__(self, process: SandboxedProcess) -> None:
        self.process = process

    @property
    def main(self) -> str:
        """The number of a process of the bot."""
        return str(descendants(self.process.process_id)[0])

    def frozen(self, tree: Tree) -> list[str]:
        """What its group of version 2 says of itself."""
        return [
            (path / "cgroup.freeze").read_text(encoding="ascii")
            for path in Path(tree.folder).glob(f"{PREFIX}*")
            if self.main in (path / "cgroup.procs").read_text(encoding="ascii").split()
        ]

    def used(self) -> float:
        """The processor time of all of them, without that of the shim."""
        total = 0
        for one in descendants(self.process.process_id):
            fields = Path(f"/proc/{one}/schedstat").read_text(encoding="ascii").split()
            total += int(fields[0])
        return total

    async def changes(self, *, grows: bool) -> None:
        """Return when what they use grows, or has not grown for a while."""
        async with asyncio.timeout(PATIENCE):
            still = 0
            before = self.used()
            while still < 3:
                await asyncio.sleep(0.05)
                now = self.used()
                if grows and now > before:
                    return
                still = still + 1 if now == before and not grows else 0
                before = now


@contextlib.asynccontextmanager
async def spinning(kind: str, folder: Path, trees: Trees | None = None) -> AsyncIterator[Spinning]:
    """A bot and its daemon, both of which have begun."""
    with listening() as listener:
        spec = bad_bot("spin_with_daemon", listener.socket, socket=listener.socket)
        sandbox = sandbox_of(kind, ResourceLimits(processors=1))
        if trees is not None:
            sandbox = replace(sandbox, trees=trees)
        process = await sandbox.start(spec, folder / "bot.log")
        try:
            await listener.next_process()
            yield Spinning(process)
        finally:
            await process.stop()


@pytest.mark.asyncio
@all_kinds
async def test_a_family_stands_still_and_goes_on(kind: str, tmp_path: Path) -> None:
    """
    Also the daemon in a session of its own; and one that stands still can be ended.
    """
    async with spinning(kind, tmp_path) as bot:
        for _ in range(2):
            bot.process.pause(is_paused=True)
            await bot.changes(grows=False)
            bot.process.pause(is_paused=False)
            await bot.changes(grows=True)
        bot.process.pause(is_paused=True)
        await bot.changes(grows=False)

        ended = await bot.process.stop()

    assert "was killed by SIGTERM" == ended.description


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["isolated", "limited with groups"])
async def test_no_group_is_left(kind: str, tmp_path: Path) -> None:
    """
    Not when the bot ends, nor when its shim is killed while all of it stands still.
    """
    groups_or_skip()
    async with spinning(kind, tmp_path) as bot:
        made = {group for group in groups() if bot.main in _members(group)}
        bot.process.pause(is_paused=True)
        await bot.changes(grows=False)
        os.kill(bot.process.process_id, 9)
        await bot.process.wait()
        left = set(groups()) & made

    assert made
    assert not left


def test_groups_of_killed_runs_are_removed() -> None:
    """
    A group that nobody holds is removed with all that is in it; one in use is left alone.
    """
    trees = groups_or_skip()
    used = ControlGroup(trees, f"{PREFIX}test-used-{os.getpid()}")
    left = ControlGroup(trees, f"{PREFIX}test-left-{os.getpid()}")
    with subprocess.Popen((sys.executable, "-c", "import time; time.sleep(1000)")) as child:
        left.enter(child.pid)
        left.freeze(is_frozen=True)
        left.release()  # as if its shim were killed
        try:
            remove_leftovers(trees)
            names = {path.rpartition("/")[2] for path in groups()}
        finally:
            with contextlib.suppress(OSError):
                left.freeze(is_frozen=False)  # if it is still there
            child.kill()
            used.remove()

    assert f"{PREFIX}test-left-{os.getpid()}" not in names
    assert f"{PREFIX}test-used-{os.getpid()}" in names
    assert child.returncode == -9


def test_whoever_can_use_fewer_trees_leaves_the_groups_of_others_alone() -> None:
    """A ladder beside ours that cannot use one of them just now must not take our bots for leftovers."""
    trees = groups_or_skip()
    used = ControlGroup(trees, f"{PREFIX}test-used-{os.getpid()}")
    with subprocess.Popen((sys.executable, "-c", "import time; time.sleep(1000)")) as child:
        try:
            used.enter(child.pid)
            for kind, tree in trees.items():
                remove_leftovers({kind: tree})
            assert child.poll() is None
        finally:
            child.kill()
            used.remove()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["isolated without groups", "limited"])
async def test_without_groups_who_takes_too_much_is_pinned_to_its_share(
    kind: str, tmp_path: Path
) -> None:
    """
    One processor of several, for the daemon too; whoever never stood still may use them all.
    """
    ours = os.sched_getaffinity(0)
    if len(ours) < 2:
        pytest.skip("there is one processor")
    async with spinning(kind, tmp_path) as bot:

        def processors() -> set[int]:
            family = descendants(bot.process.process_id)
            return {len(os.sched_getaffinity(one)) for one in family}

        assert {len(ours)} == processors()
        bot.process.pause(is_paused=True)
        bot.process.pause(is_paused=False)
        async with asyncio.timeout(PATIENCE):
            while processors() != {1}:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.02)


@pytest.mark.asyncio
async def test_version_2_freezes(tmp_path: Path) -> None:
    """
    Where it is mounted it can do that, whatever else it can.
    """
    found = [tree for kind, tree in candidates() if kind == "freezer" and tree.version == 2]
    if not found or not is_usable("freezer", found[0]):
        pytest.skip("this user may not make control groups of version 2 here")
    async with spinning("limited", tmp_path, {"freezer": found[0]}) as bot:
        bot.process.pause(is_paused=True)
        await bot.changes(grows=False)
        assert ["1\n"] == bot.frozen(found[0])
        bot.process.pause(is_paused=False)
        await bot.changes(grows=True)


def test_groups_are_made_below_our_own(tmp_path: Path) -> None:
    """
    In a container, with version 1, version 2 and both.
    """

    def found(cgroup: str, mounts: str) -> dict[str, Tree]:
        (tmp_path / "cgroup").write_text(cgroup, encoding="ascii")
        (tmp_path / "mountinfo").write_text(mounts, encoding="ascii")
        return dict(candidates(tmp_path))

    one = "1 1 0:1 /docker/x /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    one += "1 1 0:1 /docker/x /sys/fs/cgroup/net rw - cgroup cgroup rw,net_cls\n"
    two = "1 1 0:2 / /nowhere/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n"
    own = "/nowhere/cgroup/user.slice/run.scope"

    assert {"cpu": Tree(1, "/sys/fs/cgroup/cpu,cpuacct/y")} == {
        kind: tree
        for kind, tree in found("4:cpu,cpuacct:/docker/x/y\n2:net_cls:/\n", one).items()
        if kind == "cpu"
    }
    for group in ("/user.slice/run.scope", f"/user.slice/run.scope/{REFEREE}"):
        assert dict.fromkeys(KINDS, Tree(2, own)) == found(f"0::{group}\n", two)
    assert {} == found("", "")


def test_version_2_is_told_the_same_limits(tmp_path: Path) -> None:
    """
    Its files are others; a folder stands for the kernel.
    """
    name = f"{PREFIX}0"
    folder = tmp_path / name
    folder.mkdir()
    files = ("cpu.max", "memory.max", "memory.swap.max", "pids.max", "cgroup.freeze")
    for file in files:
        (folder / file).touch()
    (folder / "memory.current").write_text("3145728\n", encoding="ascii")
    (folder / "memory.stat").write_text("anon 1\ninactive_file 1048576\n", encoding="ascii")
    (folder / "memory.events").write_text("oom 1\noom_kill 1\n", encoding="ascii")
    group = ControlGroup(
        dict.fromkeys(("freezer", "cpu", "memory", "pids"), Tree(2, str(tmp_path))), name
    )

    group.limit(processors=2, memory=64, tasks=7)
    group.freeze(is_frozen=True)

    told = [(folder / file).read_text(encoding="ascii") for file in files]
    assert ["200000 100000", str(64 * 1024 * 1024), "0", "7", "1"] == told
    assert (2.0, True) == group.memory()
