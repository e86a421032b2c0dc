"""How many seats the players of a lobby have taken, and how many of these in matches with people."""

from collections import Counter
from collections.abc import Sequence

from bessemer.ladder.blocks import Place
from bessemer.matches.records import MatchSpec


class TakenSeats:
    """Counts them by place."""

    def __init__(self) -> None:
        self.all: Counter[Place] = Counter()
        self.with_people: Counter[Place] = Counter()

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
