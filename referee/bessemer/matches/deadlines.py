"""The one task that watches all clocks."""

import asyncio
from typing import Final

from bessemer.matches.registry import MatchRegistry

TICK: Final = 0.02


async def sweep_for_ever(desk: MatchRegistry, grace: float = 0.05) -> None:
    """
    Look at the clocks every tick.

    A seat is out of time only when its answer would have been read if it had come in time. So
    `grace` seconds go by first, and as many more as this task itself was kept waiting: when the
    referee is busy, answers wait unread, and that is nobody's fault but the referee's.
    """
    planned = desk.now() + TICK
    while True:
        await asyncio.sleep(max(0.0, planned - desk.now()))
        now = desk.now()
        lag = max(0.0, now - planned)
        desk.sweep(now, now - grace - lag)
        planned = now + TICK
