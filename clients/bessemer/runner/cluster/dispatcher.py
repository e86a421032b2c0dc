"""Who plays which match: a schedule dealt out to workers, none of whom need ever come back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bessemer.ladder.schedule import Availability, Pairing, Schedule
from bessemer.ratings.results import Result


class PackedBots(NamedTuple):
    """A bot as every worker has it."""

    name: str
    author: str


@dataclass(slots=True)
class InFlight:
    """What a worker was given and has not given back."""

    pairings: list[Pairing] = field(default_factory=list)
    seats: Counter[str] = field(default_factory=Counter)


class Dispatcher:
    """
    Draws matches for workers. Every match is in one hand at most until it has a result.

    Args:
        schedule: says which match comes next.
        bots: who is there, at every worker.
        concurrency: how many seats a bot has at once at a worker.
    """

    def __init__(self, schedule: Schedule, bots: Sequence[PackedBots], concurrency: int) -> None:
        self._schedule = schedule
        self._bots = bots
        # Some more than can be played at once wait at the worker, so that it never waits for us.
        self._seats = concurrency + max(1, concurrency // 4)
        self._out = 0

    @property
    def is_done(self) -> bool:
        """Whether every match has a result."""
        return self._schedule.is_done and not self._out

    def deal(self, hand: InFlight) -> list[Pairing]:
        """New matches for a worker, as many as it should have; they are in its hand now."""
        dealt: list[Pairing] = []
        while (pairing := self._schedule.next_pairing(self._offers(hand))) is not None:
            dealt.append(pairing)
            hand.pairings.append(pairing)
            hand.seats.update(pairing.seating)
        self._out += len(dealt)
        return dealt

    def played(self, hand: InFlight, pairing: Pairing, result: Result | None) -> None:
        """A worker has played a match; without a result it is dealt again."""
        hand.pairings.remove(pairing)
        hand.seats.subtract(pairing.seating)
        self._out -= 1
        self._schedule.played(pairing, result)

    def lost(self, hand: InFlight) -> int:
        """A worker is gone: what it had is dealt again; how many matches that are."""
        count = len(hand.pairings)
        for pairing in reversed(tuple(hand.pairings)):
            self.played(hand, pairing, None)
        return count

    def _offers(self, hand: InFlight) -> list[Availability]:
        return [
            Availability(bot.name, bot.author, self._seats - hand.seats[bot.name])
            for bot in self._bots
            if hand.seats[bot.name] < self._seats
        ]
