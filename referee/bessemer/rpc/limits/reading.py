"""
What reading may cost: lists, replays, standings, everything that plays no seat.

The referee plays matches, and those who look on may not slow them, however many they are. So all of
them share one bucket, and what they are sent is counted, not only that they asked. When some take
all of it, a caller who comes now and then is served from a small bucket of its own.
"""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from bessemer.errors import TooManyRequests
from bessemer.rpc.limits.limits import RequestRate

PART: Final = 2048
"""So many bytes of an answer cost as much as a request."""
OWN_BURST: Final = 60
"""Each caller's own after a rest: two or three pages of a site, say."""
_OWN_PER_SECOND: Final = 3.0
_SHORTEST_WAIT: Final = 1.0
"""A refusal costs nearly as much as a small answer: no refusal says to come back sooner."""


class Bill(NamedTuple):
    """Who pays for a call."""

    rate: RequestRate
    payer: str

    def add(self, size: int) -> None:
        """An answer of so many bytes was sent."""
        self.rate.charge(self.payer, size / PART)


class ReadBudget:
    """The bucket of all who read, and those of each."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._shared = RequestRate(per_second, max(1, round(2 * min(per_second, 1e6))), clock)
        self._own = RequestRate(_OWN_PER_SECOND, OWN_BURST, clock)

    def take(self, caller: str) -> Bill:
        """
        Count a call; what its answer costs is added to the bill.

        Raises:
            TooManyRequests: others read, and the caller has nothing left of its own.
        """
        wait = self._shared.take("")
        if not wait:
            return Bill(self._shared, "")
        wait = min(wait, self._own.take(caller))
        if not wait:
            return Bill(self._own, caller)
        wait = max(wait, _SHORTEST_WAIT)
        raise TooManyRequests(
            f"all that read together get so much, and others read too; wait {wait:.3f} s, and ask for "
            "smaller pages",
            retry_after=wait,
        )
