"""Saying something that happens often only now and then, with how often it was."""

import time
from collections.abc import Callable


class Rarely:
    """Counts what happens; at most once in so many seconds it is time to say so."""

    __slots__ = ("_clock", "_count", "_next", "_seconds")

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._count = 0
        self._next = float("-inf")

    def happened(self) -> int:
        """It has happened once more; how often since it was last said, or 0 if it is too soon to say."""
        self._count += 1
        now = self._clock()
        if now < self._next:
            return 0
        self._next = now + self._seconds
        count, self._count = self._count, 0
        return count
