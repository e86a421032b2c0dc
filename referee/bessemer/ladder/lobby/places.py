"""The places of a lobby: how long they wait for matches, and how many seats they have taken."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bessemer.ladder.formats.blocks import Place
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec
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


class TakenSeats:
    """Counts the seats that each place has taken, and how many of these are in matches with people."""

    def __init__(self) -> None:
        self.all: Counter[Place] = Counter()
        self.with_people: Counter[Place] = Counter()
        self.promised: Counter[Place] = Counter()
        """Of all those whose matches are being opened: nobody has been told of them yet."""

    def take(self, spec: MatchSpec, places: Sequence[Place]) -> None:
        """They sit down in a match."""
        for counter in self._counters(spec):
            counter.update(places)

    def give_back(self, spec: MatchSpec, places: Sequence[Place]) -> None:
        """Their match is over, or was not opened."""
        for counter in self._counters(spec):
            counter.subtract(places)

    def _counters(self, spec: MatchSpec) -> tuple[Counter[Place], ...]:
        # On a ladder the clocks of the seats differ only if people are among them.
        return (self.all, self.with_people) if spec.seat_clocks else (self.all,)


def places_of(match: Match) -> list[Place]:
    """Who sits where, and which instance of them."""
    return [
        (name, seated.instance)
        for name, seated in zip(match.spec.players, match.seats, strict=True)
    ]
