"""How often somebody may fail to sign in."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_MOST_KEPT: Final = 10_000


class Failures:
    """Counts failures by a key: an address, the id of a token. Each is forgotten after a while."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._kept: OrderedDict[str, list[float]] = OrderedDict()

    def wait(self, key: str) -> int:
        """How many seconds to wait until one may try again; 0 if one may now."""
        recent = self._recent(key)
        if len(recent) < self._most:
            return 0
        return max(1, int(recent[-self._most] + self._seconds - self._clock()) + 1)

    def note(self, key: str) -> None:
        """One more."""
        recent = self._recent(key)
        recent.append(self._clock())
        self._kept[key] = recent
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def _recent(self, key: str) -> list[float]:
        since = self._clock() - self._seconds
        recent = [when for when in self._kept.get(key, ()) if when > since]
        if not recent:
            self._kept.pop(key, None)
        return recent
