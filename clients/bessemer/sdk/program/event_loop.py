"""The event loop on which a bot's process plays."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

try:
    import uvloop
except ImportError:  # it comes with a referee's packages, and a bot plays without it
    new_event_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
else:
    new_event_loop = uvloop.new_event_loop

T = TypeVar("T")


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """
    As `asyncio.run`, for a process that does nothing but play.

    On uvloop where it is installed, and with a garbage collector that looks less often: left alone,
    it walks all that was ever imported again and again, between one decision and the next.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
