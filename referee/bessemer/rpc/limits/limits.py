"""
How much may be asked for: requests a second, streams and matches at once, and what all read together.

What a request costs is counted, not only that there was one: see `reading.py`.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from bessemer.errors import RefereeError, TooManyRequests

_MOST_KNOWN: Final = 10_000
"""The number of callers that one generation of the rate limit remembers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of each caller."""

    requests_per_second: float = 100.0
    """In the long run; messages inside a stream are no requests. `math.inf` for any number."""
    burst: int = 200
    """So many at once, after a rest."""
    reads_per_second: float = 100.0
    """For all who read together: a call is one, and each 2 KiB of an answer is one more."""
    call_milliseconds: float = 80.0
    """Of processor time for all calls of a caller, in each second; see `work.py`."""
    moves_per_second: float = 100.0
    """In all matches that a player created, after a burst of three times as many; see `pace.py`."""
    turns: int = 10_000
    """The most turns of a match; it is aborted then."""
    streams: int = 1024
    """At once."""
    matches: int = 256
    """Created and not over, at once."""


class RequestRate:
    """
    A bucket of tokens for each caller, as one number: when the bucket would be full again.

    A full bucket is as good as none, so callers that rest are forgotten. They are kept in two
    generations: once in the time that an empty bucket takes to fill, the older one, whose buckets
    are all full by then, is dropped. If more callers come than can be remembered, it is dropped
    early: some are forgiven, and memory stays bounded.
    """

    def __init__(
        self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._interval = 1.0 / per_second
        self._slack = (burst - 1) * self._interval
        self._period = burst * self._interval
        self._new: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._next_drop = clock() + self._period

    def request(self, caller: str) -> None:
        """
        Count a request.

        Raises:
            TooManyRequests: come back after `retry_after`; a refused request is not counted.
        """
        wait = self.take(caller)
        if wait > 0:
            raise TooManyRequests(
                f"more than {1 / self._interval:g} requests a second; wait {wait:.3f} s, or play "
                "over a stream, where only refused moves are counted",
                retry_after=wait,
            )

    def take(self, caller: str) -> float:
        """Count a request, if there is room for one; else nothing, and how long to wait for it."""
        wait = self.wait(caller)
        if not wait:
            self.charge(caller, 1.0)
        return wait

    def wait(self, caller: str) -> float:
        """How long until there is room for a request: 0 if there is."""
        now = self._clock()
        wait = self._full_at(caller, now) - now - self._slack
        # A thousandth of a request is forgiven: sums of intervals are not exact.
        return wait if wait > self._interval * 0.001 else 0.0

    def charge(self, caller: str, cost: float) -> None:
        """Count so much more, of a request that turned out to cost it; what is not there is owed."""
        self._new[caller] = self._full_at(caller, self._clock()) + cost * self._interval

    def _full_at(self, caller: str, now: float) -> float:
        if now >= self._next_drop or len(self._new) >= _MOST_KNOWN:
            self._drop(now)
        return max(self._new.get(caller) or self._old.get(caller, now), now)

    def _drop(self, now: float) -> None:
        # Those who owe more than a period fills are still known after it.
        owing = {
            caller: full_at
            for caller, full_at in (*self._old.items(), *self._new.items())
            if full_at > now + self._period
        }
        rested = now >= self._next_drop + self._period
        self._old = {} if rested else self._new
        self._new = owing
        self._next_drop = now + self._period


class AtOnce:
    """Counts what each caller has at once; callers that have nothing are not remembered."""

    def __init__(
        self, what: str, most: int, refusal: type[RefereeError], *, retry_after: float
    ) -> None:
        self._what = what
        self._most = most
        self._refusal = refusal
        self._retry_after = retry_after
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._counts.values())

    def take(self, caller: str) -> ExitStack:
        """
        One more for `caller`, until the place is closed.

        Raises:
            TooManyStreams: or whatever this counts; nothing was taken.
        """
        if self._counts.get(caller, 0) >= self._most:
            raise self._refusal(
                f"more than {self._most} {self._what} at once; end one first",
                retry_after=self._retry_after,
            )
        return self.restore(caller)

    def restore(self, caller: str) -> ExitStack:
        """As `take`, but never refused: for what was granted before a restart."""
        self._counts[caller] = self._counts.get(caller, 0) + 1
        place = ExitStack()
        place.callback(self._release, caller)
        return place

    def _release(self, caller: str) -> None:
        left = self._counts[caller] - 1
        if left:
            self._counts[caller] = left
        else:
            del self._counts[caller]
