"""
What the kernel counts of bots' processes, for the referee: the time that each bot ran, and waited.

One figure serves for all: a bot's clock, its pause while it is asked nothing, and its share of the
processors. `family_times.py` reads it.
"""

import asyncio
import contextlib
import math
import os
import time
from collections.abc import Callable, Hashable

from bessemer.matches.timing.processor_times import ProcessorTime
from bessemer.processes.family_times import FamilyTimes
from bessemer.processes.idle_bots import LOOK_SECONDS, Pause, ProcessorAccount


class BotProcesses:
    """Knows the processes of bots by the bot's name: the referee's `ProcessorTimes`."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, *, processors: float = 0.0
    ) -> None:
        """
        Begin to watch.

        A bot that is asked something may use this number of `processors`; one that uses more than a
        little while it is asked nothing is paused. With 0 bots may ponder.
        """
        self.now = now
        self._families: dict[tuple[str, int | None], FamilyTimes] = {}
        """By the bot's name and, where each seat has a process of its own, the seat."""
        self._processors = processors
        self._started_at: dict[str, float] = {}
        self._idle: dict[str, ProcessorAccount] = {}
        """Their accounts: bots that use a processor and are asked nothing are paused."""

    def started(
        self,
        name: str,
        process: int,
        seat: int | None = None,
        *,
        pause: Pause | None = None,
        usage_file: str | None = None,
    ) -> None:
        """
        A bot's processes, at one seat or at all, are this one and those that descend from it.

        If they have a control group, `usage_file` is where the kernel says what it has used.
        """
        self.ended(name, seat)
        now = self.now()
        self._families[name, seat] = FamilyTimes(process, now, usage_file)
        if pause is not None:
            allowed = pause if self._processors else _let_ponder
            since_start = now - self._started_at.get(name, -math.inf)
            self._idle[name] = ProcessorAccount(allowed, self._processors, now, since_start)
            self._started_at[name] = now

    def ended(self, name: str, seat: int | None = None, *, is_restarting: bool = False) -> None:
        """These processes are gone; it is not their doing if they are restarted."""
        if is_restarting:
            self._started_at.pop(name, None)
        self._idle.pop(name, None)
        family = self._families.pop((name, seat), None)
        if family is not None:
            family.close()

    def asked(self, process: str, question: Hashable) -> None:
        """See `ProcessorTimes`."""
        if bot := self._idle.get(process):
            bot.asked(question, self.now())

    def answered(self, process: str, question: Hashable) -> None:
        """See `ProcessorTimes`."""
        if bot := self._idle.get(process):
            bot.answered(question, self.now())

    async def watch_idle(self) -> None:
        """Look after the bots that are asked nothing, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = self.now()
            for name, bot in self._idle.items():
                used = self._families[name, None].read(now, exact=bot.is_asked)
                if used is not None:
                    bot.look(now, used.running)

    def read(self, player: str, seat: int, *, exact: bool = False) -> ProcessorTime | None:
        """See `ProcessorTimes`."""
        family = self._families.get((player, None)) or self._families.get((player, seat))
        return None if family is None else family.read(self.now(), exact=exact)


def _let_ponder(*, is_paused: bool) -> None:
    """Pause nobody: bots may compute while others think."""


def default_thinkers() -> int:
    """As many bots may think at once as there are processors for them."""
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
