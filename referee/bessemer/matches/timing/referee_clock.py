"""
The clock of the matches: it stands still while the referee cannot read.

A task beats on the event loop, fifty times a second. If a beat does not come in time, nobody's answer
was read meanwhile: the loop was busy, the process was stopped, the virtual machine paused. So the clock
never runs further than to the moment at which the next beat is overdue, and there it waits for it.
Whatever is measured by this clock, a bank, a time-out, a stream that is not read, knows nothing of
such a time; what a seat thought before it counts as ever.

A suspended machine is no different, where its monotonic clock runs on; on Linux that one stands itself.
The time of day is never looked at.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

TICK: Final = 0.02
"""Between two beats."""
LATE: Final = 0.005
"""A beat that is so much later than planned is overdue."""
_LONG: Final = 10.0
"""Clients whose pings have no answer for this time take the connection for dead."""
_NAP: Final = 0.5
"""Less than this is what lies between reading one clock of the system and reading another."""
RECONNECT_SECONDS: Final = 5.0
"""No clock runs for this time afterwards, as after a restart: clients connect again."""


def slept() -> float:
    """How long this machine was suspended since it was started, if the system tells."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return 0.0 if boot is None else time.clock_gettime(boot) - time.monotonic()


class RefereeClock:
    """Seconds in which the referee could read, since some moment; see the module."""

    def __init__(
        self,
        raw: Callable[[], float] = time.monotonic,
        slept: Callable[[], float] = slept,
        tick: float = TICK,
    ) -> None:
        """
        A clock that stands until its first beat.

        Args:
            raw: a clock that runs always.
            slept: for how long the machine was suspended, of which `raw` may not know.
            tick: how far apart its beats are meant to be.
        """
        self._raw = raw
        self._slept = slept
        self._slept_before = slept()
        self._tick = tick
        self._since = self._runs_to = self._waits_until = raw()
        self.lost = 0.0
        """For how many seconds, all in all, it stood still."""

    def now(self) -> float:
        """The time that it shows."""
        return min(self._raw(), self._runs_to) - self.lost

    def beat(self) -> float:
        """The loop has come round; for how many seconds the clock stood, and the machine slept."""
        raw = self._raw()
        if raw < self._since:  # the machine's clock went back; ours goes on from where it is
            self.lost += raw - self._since
            self._waits_until += raw - self._since
            self._since = self._runs_to = raw
        stood = max(0.0, raw - self._runs_to)
        self.lost += stood
        away = stood + self._slept_since()
        if away > _LONG:
            self._waits_until = raw + RECONNECT_SECONDS
        self._since = raw
        self._runs_to = raw if raw < self._waits_until else raw + self._tick + LATE
        return away

    def _slept_since(self) -> float:
        before, self._slept_before = self._slept_before, self._slept()
        asleep = self._slept_before - before
        return asleep if asleep > _NAP else 0.0

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        """As `asyncio.timeout`, by this clock."""
        loop, deadline = asyncio.get_running_loop(), self.now() + seconds
        timer: asyncio.TimerHandle

        def look() -> None:
            nonlocal timer
            if (left := deadline - self.now()) > 0:
                timer = loop.call_later(max(left, TICK), look)
            else:
                limit.reschedule(loop.time())

        async with asyncio.timeout(None) as limit:
            timer = loop.call_later(seconds, look)
            try:
                yield
            finally:
                timer.cancel()
