"""Which match comes next: a schedule is asked whenever somebody is free to play."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bessemer.ladder.blocks import SeatOrder
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.matchmaking import Candidate, Matchmaker, MatchmakingSettings
from bessemer.ratings.rating import Rating
from bessemer.ratings.results import Result


class Pairing(NamedTuple):
    """A match to be played."""

    seating: SeatOrder
    seed: bytes = b""
    """b"" for one that nobody knows beforehand."""
    block: str = ""
    """The same for all matches of one block; "" for a match that stands alone."""


class Availability(NamedTuple):
    """A player who is there."""

    name: str
    author: str
    free: int
    """How many more matches it would take now."""


def take_playable(waiting: list[Pairing], available: Iterable[Availability]) -> Pairing | None:
    """Take the first pairing out of `waiting` whose players are all free, or `None`."""
    free: Mapping[str, int] = {player.name: player.free for player in available}
    for at, pairing in enumerate(waiting):
        seats = {name: pairing.seating.count(name) for name in pairing.seating}
        if all(free.get(name, 0) >= count for name, count in seats.items()):
            return waiting.pop(at)
    return None


class Schedule(Protocol):
    """Says which match comes next."""

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """A match that those who are free can play now, or `None` if there is none for now."""

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """A match is over; without a result it did not count and is to be played again."""

    @property
    def is_done(self) -> bool:
        """Whether no match will ever be drawn again."""


class Continuous:
    """The ladder that never ends: who is least known plays first, nobody is starved."""

    is_done = False

    def __init__(
        self,
        settings: MatchmakingSettings,
        rating: Callable[[str], Rating],
        rng: random.Random,
        past: Iterable[SeatOrder] = (),
        seeds: Callable[[], bytes] = bytes,
    ) -> None:
        """
        A ladder without an end.

        Args:
            settings: how matches are drawn.
            rating: a player's rating now.
            rng: decides among equals.
            past: the matches played before.
            seeds: one for each match; by default such as nobody knows beforehand.
        """
        self._seeds = seeds
        self._maker = Matchmaker(settings)
        self._rating = rating
        self._rng = rng
        for seating in past:
            self._maker.add(seating)

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """A match about those of whom least is known."""
        candidates = []
        for name, author, free in available:
            believed = self._rating(name)
            # The versions of one name have one author, named or not.
            whose = author or Entrant.parse(name).name
            candidates.append(Candidate(name, believed.mean, believed.deviation, free, whose))
        seating = self._maker.draw(candidates, self._rng)
        return None if seating is None else Pairing(seating, self._seeds())

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """Its ratings tell it all it needs."""


class Limited:
    """A continuous ladder that ends after so many matches."""

    def __init__(self, schedule: Continuous, matches: int) -> None:
        self._schedule = schedule
        self._left = matches

    @property
    def is_done(self) -> bool:
        """Whether all of them were drawn."""
        return self._left <= 0

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """See `Schedule`."""
        pairing = None if self.is_done else self._schedule.next_pairing(available)
        self._left -= pairing is not None
        return pairing

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """What did not count is made up for."""
        self._schedule.played(pairing, result)
        self._left += result is None


class Rounds:
    """
    A plan in rounds: a round is drawn when the one before it is over.

    `next_round` gets the results of the round before, in the order of its pairings, and returns the
    pairings of the next, none at the end. What did not count is played again; what was played before
    the schedule was interrupted, as `known` tells, is not.
    """

    def __init__(
        self,
        next_round: Callable[[Sequence[Result]], Sequence[Pairing]],
        known: Callable[[Pairing], Result | None] = lambda _pairing: None,
    ) -> None:
        self._next_round = next_round
        self._known = known
        self._waiting: list[Pairing] = []
        self._results: dict[Pairing, Result] = {}
        self._round: Sequence[Pairing] = ()
        self.is_done = False
        self._advance()

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """The first match that waits and whose players are all free."""
        return take_playable(self._waiting, available)

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """See `Schedule`."""
        if result is None:
            self._waiting.insert(0, pairing)
            return
        self._results[pairing] = result
        if len(self._results) == len(self._round):
            self._advance()

    def _advance(self) -> None:
        while not self._waiting and not self.is_done:
            results = [self._results[pairing] for pairing in self._round]
            self._results = {}
            self._round = tuple(self._next_round(results))
            self.is_done = not self._round
            for pairing in self._round:
                result = self._known(pairing)
                if result is None:
                    self._waiting.append(pairing)
                else:
                    self._results[pairing] = result
