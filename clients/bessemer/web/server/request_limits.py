"""Limits for those who ask too much, by their address."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

_MOST_ADDRESSES: Final = 10_000


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much one address may ask."""

    requests_per_second: float = 50.0
    burst: float = 300.0
    streams: int = 32
    """Live matches that one address may watch at the same time."""
    all_streams: int = 5000
    upload_bytes: int = 4 << 20


class Buckets:
    """A bucket of tokens for each address."""

    def __init__(self, limits: WebLimits) -> None:
        self._limits = limits
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether the address may ask now."""
        now = time.monotonic()
        left, since = self._buckets.pop(address, (self._limits.burst, now))
        left = min(self._limits.burst, left + (now - since) * self._limits.requests_per_second)
        allowed = left >= cost
        self._buckets[address] = (left - cost if allowed else left, now)
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed
