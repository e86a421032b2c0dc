"""What bots use is counted, however soon the threads and processes end that use it."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bessemer.processes import processor_use
from bessemer.processes.process import ProcessSpec
from bessemer.processes.process_tree import descendants
from bessemer.processes.processor_use import GroupUse, ProcessUse
from tests.processes.evading_bot import WAYS
from tests.runner.sandbox.listener import PATIENCE
from tests.runner.sandbox.sandboxes import groups_or_skip, sandbox_of
from tools.trials import clock_evasion

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such clocks")
EVADING = Path(__file__).with_name("evading_bot.py")
_A_WHILE = 0.2
_NOT_YET_COUNTED = 0.05
"""Seconds; the kernel counts a thread that runs at its next tick."""

WORK = """
import os, sys, threading, time
def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end: pass
"""
IN_THREADS = """
for _ in range(100):
    thread = threading.Thread(target=work, args=(0.002,)); thread.start(); thread.join()
print(time.process_time(), flush=True)
time.sleep(1000)
"""
BEFORE_EXEC = """
work(0.2)
print(time.process_time(), flush=True)
os.execv('/bin/sleep', ['sleep', '1000'])
"""
IN_A_CHILD_THAT_IS_LEFT = """
reading, writing = os.pipe()
if os.fork() == 0:
    work(0.2)
    os.write(writing, str(time.process_time()).encode())
    os._exit(0)
print(os.read(reading, 99).decode(), flush=True)
time.sleep(1000)
"""


@contextmanager
def told(program: str) -> Iterator[tuple[int, float]]:
    """A program, and the processor time that it says it has used."""
    with subprocess.Popen(
        (sys.executable, "-ISc", WORK + program), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        try:
            yield process.pid, float(process.stdout.readline())
        finally:
            process.kill()


@LINUX
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(IN_THREADS, id="threads that have ended"),
        pytest.param(BEFORE_EXEC, id="before it became another program"),
        pytest.param(IN_A_CHILD_THAT_IS_LEFT, id="a child that nobody waits for"),
    ],
)
def test_without_a_group_all_that_a_process_used_is_counted(program: str) -> None:
    """By its own clock, which goes on counting what it has used itself."""
    with told(program) as (process, seconds):
        use = ProcessUse(0.0)
        use.found(dict.fromkeys((process, *descendants(process)), 1), 0.0)

        used = use.used(0.0)

    assert used is not None
    assert seconds <= used


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["isolated", "limited with groups"])
@pytest.mark.parametrize("way", WAYS)
async def test_with_a_group_nothing_escapes(kind: str, way: str, tmp_path: Path) -> None:
    """Whatever a bot does its work in: its group counts at least what the bot itself has counted."""
    groups_or_skip()
    own, log = tmp_path / "bot", tmp_path / "log"
    own.mkdir()
    (own / EVADING.name).write_bytes(EVADING.read_bytes())
    spec = ProcessSpec("bot", (sys.executable, str(own / EVADING.name), way), {}, own, (own,))
    bot = await sandbox_of(kind).start(spec, log)
    try:
        assert bot.usage_file is not None
        use = GroupUse(bot.usage_file)
        async with asyncio.timeout(PATIENCE):
            while (seconds := _said(log)) < _A_WHILE:  # noqa: ASYNC110 - another process's file
                await asyncio.sleep(0.05)
        used = use.used(0.0)
    finally:
        await bot.stop()

    assert used is not None
    assert seconds - _NOT_YET_COUNTED <= used
    assert used <= (use.used(0.0) or 0.0)  # what was counted stays, though the group is gone
    use.close()


def _said(log: Path) -> float:
    """The seconds that the bot says it has worked."""
    lines = log.read_text(encoding="ascii").splitlines()
    return float(lines[-2].split()[2]) if len(lines) > 1 else 0.0


@LINUX
def test_what_evading_gains_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """The tool runs a bot in each kind of sandbox; the figures of so short a run mean nothing."""
    clock_evasion.main(("--way", "in children", "--seconds", "0.2"))

    assert re.search(
        r"without groups in children +gain +[\d.]+ +idle +[\d.]+", capsys.readouterr().out
    )


class Family:
    """Processes that replace each other, as the kernel would show them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, life: float, lanes: int) -> None:
        self.now = 0.0
        self._life = life
        self._lanes = lanes
        monkeypatch.setattr(processor_use, "_clock_of", self._clock_of)

    def alive(self) -> dict[int, int]:
        """The one of each lane, which has one thread; lanes are not in step."""
        return {self._number(lane): 1 for lane in range(self._lanes)}

    def _number(self, lane: int) -> int:
        return self._lanes * int(self.now / self._life + lane / self._lanes) + lane

    def _clock_of(self, process: int) -> float | None:
        lane = process % self._lanes
        if process != self._number(lane):
            return None
        return (self.now / self._life + lane / self._lanes) % 1.0 * self._life


@pytest.mark.parametrize("life", [0.0011, 0.013, 0.07, 0.31, 1.7])
@pytest.mark.parametrize("lanes", [1, 2])
def test_a_bot_that_replaces_its_processes_pays_for_all_of_the_time(
    monkeypatch: pytest.MonkeyPatch, life: float, lanes: int
) -> None:
    """Though most of them live so briefly that no search finds them."""
    family = Family(monkeypatch, life, lanes)
    use = ProcessUse(family.now)
    used: float | None = None
    while family.now < 60.0:
        family.now += 0.05
        use.found(family.alive(), family.now)
        used = use.used(family.now)

    assert used is not None
    assert 0.97 * lanes * family.now < used < 2.1 * lanes * family.now


def test_a_process_that_lives_on_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than what its clock says, however often it is read."""
    family = Family(monkeypatch, 1000.0, 1)
    use = ProcessUse(family.now)
    while family.now < 60.0:
        family.now += 0.05
        if family.now % 0.5 < 0.05:
            use.found(family.alive(), family.now)

    assert use.used(family.now) == pytest.approx(family.now)


def test_groups_of_both_versions_are_read(tmp_path: Path) -> None:
    """Nanoseconds in the one, lines of microseconds in the other; nothing until the group is made."""
    file = tmp_path / "usage"
    use = GroupUse(str(file))
    assert use.used(0.0) is None

    file.write_text("2500000000\n", encoding="ascii")
    assert 2.5 == use.used(0.0)
    file.write_text("usage_usec 3500000\nuser_usec 1\nsystem_usec 2\n", encoding="ascii")
    assert 3.5 == use.used(0.0)
    use.close()
