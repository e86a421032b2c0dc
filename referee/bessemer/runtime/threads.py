"""Threads that do not push others off their core, and threads that are waited for."""

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


@contextmanager
def patient_threads() -> Iterator[None]:
    """
    Threads that are started in the body do not push others off their core when they wake.

    gRPC's own threads wake for every message. On a busy machine each time they did, the thread that
    plays the matches had to wait, in the middle of a move; in its place they take the next free
    moment, and then several messages at once. Where cores are idle it makes no difference.
    """
    if not hasattr(os, "SCHED_BATCH"):  # Linux alone knows it
        yield
        return
    former, priority = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except OSError:  # not allowed here
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, former, priority)


async def finished(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """
    Do work in which threads are waited for, and never leave before it is over.

    A thread cannot be cancelled. What it works on, such as a database, is often closed as soon as its
    caller has been.
    """
    running = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(running)
    finally:
        await asyncio.gather(running, return_exceptions=True)
