"""How commands that play end in good order when they are told to stop."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any


def run_until_stopped(playing: Coroutine[Any, Any, int]) -> int:
    """
    Run a command; its exit code.

    Raises:
        KeyboardInterrupt: Ctrl-C, SIGTERM or a closed terminal; whatever it had started has ended.
    """
    try:
        return asyncio.run(_cancelled_by_signals(playing))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _cancelled_by_signals(playing: Coroutine[Any, Any, int]) -> int:
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGHUP)

    def cancel() -> None:
        for number in numbers:  # once: whoever tidies up is not to be disturbed
            loop.add_signal_handler(number, lambda: None)
        if task is not None:
            task.cancel()

    for number in numbers:
        loop.add_signal_handler(number, cancel)
    return await playing


async def first_set(*events: asyncio.Event) -> None:
    """Return when one of them is set."""
    tasks = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def stopped_by_signals() -> asyncio.Event:
    """Is set when somebody wants what is being played to stop."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped
