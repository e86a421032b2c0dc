"""Referees and bots of `match` and `play` end with their parent, however it dies."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.running_processes import descendants, has_ended, runs

PATIENCE = 60
WRITER = """
import os, sys, time
from bessemer.web.site.export import writers
if __name__ == "__main__":
    with writers() as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""
SLEEPER = "import time; time.sleep(600)"


def is_gone(process: int, seconds: float) -> bool:
    """Whether a child of ours ends within so many seconds."""
    descriptor = os.pidfd_open(process)
    try:
        return has_ended(descriptor, seconds)
    finally:
        os.close(descriptor)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a death")
@pytest.mark.parametrize(
    ("words", "bots"),
    [
        pytest.param("match furnace --bots ./sleeper.py,./sleeper.py", 2, id="match"),
        pytest.param("play --game furnace --versus ./sleeper.py --plain", 1, id="play"),
    ],
)
def test_nothing_outlives_a_command_that_is_killed(words: str, bots: int, tmp_path: Path) -> None:
    """By SIGKILL, of which a program hears nothing: its children and their bots are gone at once."""
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    with subprocess.Popen(
        [sys.executable, "-m", "bessemer.cli.main", *words.split()],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as command:
        try:
            until = time.monotonic() + PATIENCE
            while sum(runs(one, "sleeper.py") for one in descendants(command.pid)) < bots:
                assert not is_gone(command.pid, 0.02), "it ended by itself"
                assert time.monotonic() < until, "no bot was started"
            watched = [os.pidfd_open(child) for child in descendants(command.pid)]
        finally:
            command.send_signal(signal.SIGKILL)
    for child in watched:
        assert has_ended(child, PATIENCE), "a child lives on"
        os.close(child)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a death")
def test_writers_of_pages_end_with_their_command(tmp_path: Path) -> None:
    """At the end of `ladder run` they write many matches, and hold much memory."""
    program = tmp_path / "writer.py"
    program.write_text(WRITER)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE) as command:
        try:
            assert command.stdout is not None
            watched = os.pidfd_open(int(command.stdout.readline()))
        finally:
            command.send_signal(signal.SIGKILL)
    assert has_ended(watched, PATIENCE), "a writer lives on"
    os.close(watched)
