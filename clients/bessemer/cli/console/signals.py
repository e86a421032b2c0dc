"""How commands that play end in good order when they are told to stop."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, Final

_NUMBERS: Final = (signal.SIGTERM, signal.SIGHUP)


def run_until_stopped(playing: Coroutine[Any, Any, int]) -> int:
    """
    Run a command; its exit code.

    Raises:
        KeyboardInterrupt: Ctrl-C, SIGTERM or a closed terminal; whatever it had started has ended.
    """
    before = {number: signal.getsignal(number) for number in _NUMBERS}
    try:
        return asyncio.run(_cancelled_by_signals(playing))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


async def _cancelled_by_signals(playing: Coroutine[Any, Any, int]) -> int:
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None

    def cancel(*_: object) -> None:
        for number in _NUMBERS:  # once: cleaning up must not be interrupted
            signal.signal(number, lambda *_: None)
        if not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)

    # Not by add_signal_handler: there a signal travels through the pipe by which threads wake the loop,
    # and is lost if that is full, as it is when somebody leans on the keyboard.
    for number in _NUMBERS:
        signal.signal(number, cancel)
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
