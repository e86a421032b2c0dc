"""How long a search goes on: for a number of tries, then it is repeatable, or for some seconds."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from bessemer.bots.search.seconds import share_of_clock

MOST_TRIES: Final = 400
"""Of one stage; more hardly finds more."""


class Budget(Protocol):
    """Says when a stage of a search is over. Every candidate left is tried once in each try."""

    def goes_on(self, stage: int, stages: int, tries: int) -> bool:
        """Whether `stage` (from 0) has another try after `tries`."""


class Tries:
    """A fixed number of tries in each stage."""

    def __init__(self, each: int) -> None:
        self._each = each

    def goes_on(self, stage: int, stages: int, tries: int) -> bool:  # noqa: ARG002 - always the same
        """Until there were as many."""
        return tries < self._each


class Seconds:
    """An equal share of some seconds for each stage, but at least one try in the first."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.thread_time) -> None:
        self._now = now
        self._begun = now()
        self._seconds = seconds

    def goes_on(self, stage: int, stages: int, tries: int) -> bool:
        """Until its share is spent."""
        if tries >= MOST_TRIES:
            return False
        if not stage and not tries:
            return True
        return self._now() < self._begun + self._seconds * (stage + 1) / stages


def budget_for(
    clock: float, tries: int, most: float, now: Callable[[], float] = time.thread_time
) -> Budget:
    """
    A share of the clock, at most `most` seconds; where no clock runs, `tries` in each stage.

    `clock` may be infinite: see `share_of_clock`.
    """
    seconds = share_of_clock(clock)
    return Tries(tries) if seconds is None else Seconds(min(seconds, most), now)
