"""How many have registered by an invitation from one address in a day."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_SECONDS: Final = 86400.0
_MOST_KEPT: Final = 10_000
_OWN: Final = ("unix", "127.0.0.1", "[::1]")
"""Our own pages call from here for everybody, and count by the browsers' addresses themselves."""


class Registrations:
    """Counts them by address and invitation, and forgets them after a day."""

    def __init__(self, wall: Callable[[], float]) -> None:
        """Nobody has registered yet; `wall` is the time, in seconds since the epoch."""
        self._wall = wall
        self._times: OrderedDict[tuple[str, str], list[float]] = OrderedDict()

    def wait(self, host: str, invitation: str, most: int) -> float:
        """How many seconds to wait until another may register; 0 if one may now."""
        recent = self._recent(host, invitation)
        if host in _OWN or len(recent) < most:
            return 0.0
        return max(1.0, recent[-most] + _SECONDS - self._wall())

    def note(self, host: str, invitation: str) -> None:
        """One more has."""
        self._times[host, invitation] = [*self._recent(host, invitation), self._wall()]
        self._times.move_to_end((host, invitation))
        if len(self._times) > _MOST_KEPT:
            self._times.popitem(last=False)

    def _recent(self, host: str, invitation: str) -> list[float]:
        since = self._wall() - _SECONDS
        return [when for when in self._times.get((host, invitation), ()) if when > since]
