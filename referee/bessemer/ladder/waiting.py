"""How long the players of a lobby wait for matches."""

from collections.abc import Callable, Iterable
from typing import Final

from bessemer.ladder.blocks import Place
from bessemer.matches.tally import Histogram

_SECONDS: Final = (0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0)


class WaitingTimes:
    """Since when each place has a seat free, and how long it took until it was given a match."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: dict[Place, float] = {}
        self.waits = Histogram(_SECONDS)
        """Of each match that a player was given."""

    def is_free(self, place: Place) -> None:
        """It can take a match, from now on or still."""
        self._since.setdefault(place, self._now())

    def is_not(self, place: Place) -> None:
        """It takes no more."""
        self._since.pop(place, None)

    def seated(self, places: Iterable[Place]) -> None:
        """They were given a match."""
        now = self._now()
        for place in places:
            if (since := self._since.pop(place, None)) is not None:
                self.waits.observe(now - since)

    def longest(self) -> float:
        """How long somebody has been waiting now; also for other threads."""
        return max((self._now() - since for since in tuple(self._since.values())), default=0.0)
