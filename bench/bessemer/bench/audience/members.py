"""A process of an audience: it starts and stops asking on command, and counts the answers."""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import uvloop

Begin = Callable[[], Iterable[Coroutine[Any, Any, None]]]
"""All that the audience does at the same time, for ever."""


def serve(prepare: Callable[[dict[str, Any], Counter[str]], Begin], niceness: int) -> None:
    """
    Read a task, then begin with one line of the input and stop with the next, again and again.

    `prepare` is given the task and the counter that is printed at every stop. The niceness keeps an
    audience, which would be elsewhere, from taking this machine's processors.
    """
    os.nice(niceness)
    uvloop.run(_serve(prepare))


async def _serve(prepare: Callable[[dict[str, Any], Counter[str]], Begin]) -> None:
    loop = asyncio.get_running_loop()

    async def line() -> str:
        return await loop.run_in_executor(None, sys.stdin.readline)

    counts: Counter[str] = Counter()
    begin = prepare(json.loads(await line()), counts)
    while await line():
        counts.clear()
        asking = [asyncio.create_task(one) for one in begin()]
        await line()
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        print(json.dumps(counts), flush=True)
