"""How commands that play end in good order when they are told to stop."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

from bessemer.cli.console.output import failed

_NUMBERS: Final = (signal.SIGTERM, signal.SIGHUP)
_STOPPED: Final = 130
_SHOW_CURSOR: Final = "\x1b[?25h"


def run_until_stopped(playing: Coroutine[Any, Any, int]) -> int:
    """
    Run a command; its exit code.

    Raises:
        KeyboardInterrupt: Ctrl-C, SIGTERM or a closed terminal; whatever it had started has ended.
    """
    with signals_restored():
        try:
            return asyncio.run(_cancelled_by_signals(playing))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


@contextmanager
def signals_restored() -> Iterator[None]:
    """Whatever the body does with signals, afterwards they mean what they meant before."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_NUMBERS)}
    try:
        yield
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


def stopped_by_signals(say: Callable[[str], object] = lambda _: None) -> asyncio.Event:
    """
    An event that is set when somebody wants what is being played to stop.

    A second Ctrl-C ends the process at once. That loses nothing: it is like `kill -9`, after which
    all moves are there and no bot is left.
    """
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()

    def interrupted() -> None:
        if stopped.is_set():
            end_now()
        say("Stopping: the bots end, then the results follow. Ctrl-C again ends at once.")
        stopped.set()

    loop.add_signal_handler(signal.SIGINT, interrupted)
    for number in _NUMBERS:
        loop.add_signal_handler(number, stopped.set)
    return stopped


def end_now() -> NoReturn:
    """End the process without anything else; a terminal has its cursor back."""
    with suppress(OSError):
        failed("stopped", _STOPPED)
        if sys.stderr.isatty():
            sys.stderr.write(_SHOW_CURSOR)
        sys.stderr.flush()
    os._exit(_STOPPED)
