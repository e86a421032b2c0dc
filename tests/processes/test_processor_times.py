"""What the kernel counts of bots' processes, with real processes that compete for one processor."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bessemer.matches.timing.processor_times import ProcessorTime, waited
from bessemer.processes.processor_times import BotProcesses, default_thinkers

HAS_COUNTS = Path("/proc/self/schedstat").exists()
pytestmark = pytest.mark.skipif(not HAS_COUNTS, reason="this kernel does not count waiting time")

BEGUN = "print('begun', flush=True)"
SPIN = f"{BEGUN}; exec('while True: pass')"
SLEEP = f"import time; {BEGUN}; time.sleep(1000)"
CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SPIN!r}])"
SECONDS = 0.6


@contextmanager
def running(*programs: str) -> Iterator[list[int]]:
    """These Python programs, all on one processor, when each has begun; their process ids."""
    processor = min(os.sched_getaffinity(0))
    processes = [
        subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-c",
                f"import os; os.sched_setaffinity(0, {{{processor}}}); {program}",
            ],
            start_new_session=True,
            stdout=subprocess.PIPE,
        )
        for program in programs
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def counted(process: int) -> tuple[float, ProcessorTime]:
    """How long a while took, and what was counted of a process meanwhile."""
    processes = BotProcesses()
    processes.started("bot", process)
    before, at = processes.read("bot", 0, exact=True), time.monotonic()
    time.sleep(SECONDS)
    after, elapsed = processes.read("bot", 0, exact=True), time.monotonic() - at
    processes.ended("bot")
    assert before is not None
    assert after is not None
    return elapsed, ProcessorTime(after.running - before.running, after.waiting - before.waiting)


def test_a_process_beside_busy_ones_waits_and_that_is_seen() -> None:
    """Of three that spin on one processor each waits most of the time; it would pay for the rest."""
    with running(SPIN, SPIN, SPIN) as (process, *_):
        elapsed, counts = counted(process)

    own = elapsed - waited(elapsed, ProcessorTime(0.0, 0.0), counts)
    assert counts.waiting > elapsed / 3
    assert own < elapsed * 2 / 3
    assert counts.running - 0.05 < own


def test_sleeping_is_not_waiting() -> None:
    """Whoever sleeps while others are busy pays for its sleep."""
    with running(SLEEP, SPIN) as (process, _):
        elapsed, counts = counted(process)

    assert waited(elapsed, ProcessorTime(0.0, 0.0), counts) < elapsed / 10


def test_children_count() -> None:
    """What a child process uses is the bot's own time, found although it started later."""
    with running(CHILD) as (process,):
        _, counts = counted(process)

    assert counts.running > 0.0


def test_seats_with_a_process_each_are_told_apart() -> None:
    """Two bots of one name in a match do not pay for each other."""
    with running(SPIN, SLEEP) as (busy, asleep):
        processes = BotProcesses()
        processes.started("bot", busy, 0)
        processes.started("bot", asleep, 1)

        def ran(seat: int) -> float:
            found = processes.read("bot", seat, exact=True)
            assert found is not None
            return found.running

        while ran(0) < 2 * ran(1):  # soon it is twice as much, whoever else is busy here
            time.sleep(0.05)


def test_a_reading_serves_for_a_moment() -> None:
    """Unless an exact one is wanted: reading for every decision of a quick bot would cost too much."""
    now = [0.0]
    processes = BotProcesses(lambda: now[0])
    processes.started("bot", os.getpid())
    first = processes.read("bot", 0)
    for _ in range(200_000):
        pass
    time.sleep(0.05)  # the kernel counts when it gives the processor to another

    assert first is processes.read("bot", 0)
    assert first != processes.read("bot", 0, exact=True)
    now[0] = 1.0
    assert first != processes.read("bot", 0)


def test_of_a_process_that_is_gone_or_unknown_nothing_more_is_counted() -> None:
    """Nothing fails, and no file stays open."""
    processes = BotProcesses()
    with running(SLEEP) as (process,):
        processes.started("bot", process)
        before = processes.read("bot", 0, exact=True)
    files = len(list(Path("/proc/self/fd").iterdir()))

    assert before is not None
    assert processes.read("nobody", 0) is None
    after = processes.read("bot", 0, exact=True)
    assert after is not None
    processes.ended("bot")
    assert len(list(Path("/proc/self/fd").iterdir())) < files
    assert processes.read("bot", 0) is None


def test_as_many_think_as_there_are_processors() -> None:
    """Those that this process may use, not those of the machine."""
    assert len(os.sched_getaffinity(0)) == default_thinkers()


def test_with_pondering_nobody_is_paused() -> None:
    """A bot that is asked nothing and computes for ever is left alone; its time is counted all the same."""
    now = [0.0]
    processes = BotProcesses(lambda: now[0])

    def pause(*, is_paused: bool) -> None:
        raise AssertionError(is_paused)

    processes.started("bot", os.getpid(), pause=pause)
    for used in (0.0, 100.0, 200.0):
        now[0] += 1.0
        processes._idle["bot"].look(now[0], used)
    processes.ended("bot")
