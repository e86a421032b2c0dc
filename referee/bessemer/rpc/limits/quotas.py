"""All limits of one referee together."""

import time
from collections.abc import Callable

from bessemer.errors import TooManyMatches, TooManyStreams
from bessemer.rpc.limits.limits import AtOnce, Limits, RequestRate
from bessemer.rpc.limits.reading import ReadBudget
from bessemer.rpc.limits.refusal_pace import RefusalPace


class Quotas:
    """All limits of one referee: `quotas.rate.request(name)`, `with quotas.streams.take(name):`."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = RequestRate(limits.requests_per_second, limits.burst, clock)
        self.reading = ReadBudget(limits.reads_per_second, clock)
        self.refusals = RefusalPace(clock)
        self.streams = AtOnce("streams", limits.streams, TooManyStreams, retry_after=1.0)
        self.matches = AtOnce("matches", limits.matches, TooManyMatches, retry_after=5.0)
