"""
The bot's own clock: the time that is left for a decision, by the measure of the referee.

A referee that started the bot does not charge the time in which the bot was ready to run and got no
processor. A bot that planned by a watch would give up too early there, so it can ask this clock. It
counts as the referee does, for this process alone; where the kernel does not tell, all time counts.
"""

import os
import time
from typing import Final, NamedTuple

_NANOSECOND: Final = 1e-9


class ClockStart(NamedTuple):
    """The counts when a decision began."""

    at: float
    ran: float
    waited: float


def start() -> ClockStart:
    """A decision begins."""
    return ClockStart(time.monotonic(), *_counted())


def used(started: ClockStart) -> float:
    """The seconds of the bot's own time since then."""
    elapsed = time.monotonic() - started.at
    ran, waited = _counted()
    lost = min(waited - started.waited, elapsed - (ran - started.ran))
    return elapsed - max(0.0, lost)


def _counted() -> tuple[float, float]:
    """The seconds that the threads of this process ran, and waited for a processor."""
    waited = 0
    try:
        for task in os.listdir("/proc/self/task"):  # noqa: PTH208 - asked in the middle of a search
            with open(f"/proc/self/task/{task}/schedstat", "rb") as file:  # noqa: PTH123
                waited += int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0, 0.0
    return time.process_time(), waited * _NANOSECOND  # threads that have ended are in the first
