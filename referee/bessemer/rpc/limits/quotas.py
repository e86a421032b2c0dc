"""All limits of one referee together, and the pace of its refusals to those who do not wait."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from bessemer.errors import TooManyMatches, TooManyStreams
from bessemer.rpc.limits.limits import AtOnce, Limits, RequestRate
from bessemer.rpc.limits.reading import ReadBudget
from bessemer.rpc.limits.work import WorkBudget

_OF_A_CALLER: Final = 10.0, 100
_OF_A_STRANGER: Final = 50.0, 500
"""From one address, which may be that of many."""
_LONGEST: Final = 60.0


class RefusalPace:
    """
    When each may be refused: callers by their account, strangers by their address.

    A refusal costs the referee nearly as much as a small answer. Anyone who calls again and again is
    refused as often, but only so many times a second: the calls wait in line.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._callers = RequestRate(*_OF_A_CALLER, clock)
        self._strangers = RequestRate(*_OF_A_STRANGER, clock)

    async def hold_caller(self, account: str) -> None:
        """Wait until a caller who asks too much may be told so."""
        await _hold(self._callers, account)

    async def hold_stranger(self, peer: str) -> None:
        """Wait until a caller without a good token may be told so; `peer` is its address and port."""
        await _hold(self._strangers, peer.rpartition(":")[0])


async def _hold(rate: RequestRate, who: str) -> None:
    wait = rate.wait(who)
    rate.charge(who, 1.0)
    if wait:
        await asyncio.sleep(min(wait, _LONGEST))


class Quotas:
    """All limits of one referee: `quotas.rate.request(name)`, `with quotas.streams.take(name):`."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = RequestRate(limits.requests_per_second, limits.burst, clock)
        self.reading = ReadBudget(limits.reads_per_second, clock)
        self.work = WorkBudget(limits.call_milliseconds, clock)
        moves = limits.moves_per_second
        self.moves = RequestRate(moves, max(1, round(3 * min(moves, 1e6))), clock)
        self.refusals = RefusalPace(clock)
        self.streams = AtOnce("streams", limits.streams, TooManyStreams, retry_after=1.0)
        self.matches = AtOnce("matches", limits.matches, TooManyMatches, retry_after=5.0)
