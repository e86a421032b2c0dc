"""Commands that play, told to stop."""

import asyncio
import os
import signal

import pytest

from bessemer.cli.console.signals import run_until_stopped

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
