"""Commands that play, told to stop."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from bessemer.cli.console.signals import run_until_stopped, signals_restored, stopped_by_signals

PATIENCE = 60.0
MANY = 10_000
"""More than the pipe holds by which threads wake a loop."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_busy_loop_hears_that_it_is_to_stop(number: signal.Signals) -> None:
    """However much other threads have to tell it."""
    before = signal.getsignal(number)

    async def playing() -> int:
        loop = asyncio.get_running_loop()
        for _ in range(MANY):
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), number)
        await asyncio.sleep(PATIENCE)
        return 0

    with pytest.raises(KeyboardInterrupt):
        run_until_stopped(playing())
    assert signal.getsignal(number) is before


def test_a_second_signal_does_not_disturb_the_first() -> None:
    """Whoever tidies up is left alone."""
    tidied = False

    async def playing() -> int:
        nonlocal tidied
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.sleep(PATIENCE)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGHUP)
            await asyncio.sleep(0)
            tidied = True
        return 0

    with pytest.raises(KeyboardInterrupt):
        run_until_stopped(playing())
    assert tidied


STUBBORN = """\
import asyncio
from bessemer.cli.console.signals import stopped_by_signals

async def main():
    stopped = stopped_by_signals(lambda _: print("told", flush=True))
    print("ready", flush=True)
    await stopped.wait()
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_a_second_control_c_ends_at_once() -> None:
    """The first is told what happens now; nobody has to wait for it."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", STUBBORN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in ("ready\n", "told\n"):
            assert process.stdout.readline() == line
            process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=PATIENCE)

    assert (process.returncode, error) == (130, "bessemer: stopped\n")


def test_signals_mean_afterwards_what_they_meant_before() -> None:
    """Ctrl-C interrupts the pages that are written once a run is over."""
    before = signal.getsignal(signal.SIGINT)

    async def playing() -> None:
        stopped_by_signals()

    with signals_restored():
        asyncio.run(playing())
    assert signal.getsignal(signal.SIGINT) is before
