"""Which worker plays which match: a schedule spread over workers that may be lost at any time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bessemer.ladder.schedule import Availability, Pairing, Schedule
from bessemer.ratings.results import Result
from bessemer.runner.bot_specs import BotSpec


@dataclass(slots=True)
class InFlight:
    """The matches that a worker was given and has not finished."""

    pairings: list[Pairing] = field(default_factory=list)
    seats: Counter[str] = field(default_factory=Counter)


class Dispatcher:
    """
    Assigns matches to workers. Every match is at one worker at most until it has a result.

    Args:
        schedule: says which match comes next.
        bots: who is there, at every worker.
        concurrency: how many seats a bot has at once at a worker.
    """

    def __init__(self, schedule: Schedule, bots: Sequence[BotSpec], concurrency: int) -> None:
        self._schedule = schedule
        self._bots = bots
        # Some more than can be played at once wait at the worker, so that it never waits for us.
        self._seats = concurrency + max(1, concurrency // 4)
        self._unfinished = 0

    @property
    def is_done(self) -> bool:
        """Whether every match has a result."""
        return self._schedule.is_done and not self._unfinished

    def assign(self, in_flight: InFlight) -> list[Pairing]:
        """New matches for a worker, as many as it should have; they are in flight from now on."""
        assigned: list[Pairing] = []
        while (pairing := self._schedule.next_pairing(self._availability(in_flight))) is not None:
            assigned.append(pairing)
            in_flight.pairings.append(pairing)
            in_flight.seats.update(pairing.seating)
        self._unfinished += len(assigned)
        return assigned

    def on_match_ended(self, in_flight: InFlight, pairing: Pairing, result: Result | None) -> None:
        """A worker has played a match; without a result it is assigned again."""
        in_flight.pairings.remove(pairing)
        in_flight.seats.subtract(pairing.seating)
        self._unfinished -= 1
        self._schedule.played(pairing, result)

    def on_worker_lost(self, in_flight: InFlight) -> int:
        """A worker is gone: its matches are assigned again; how many there are."""
        count = len(in_flight.pairings)
        for pairing in reversed(tuple(in_flight.pairings)):
            self.on_match_ended(in_flight, pairing, None)
        return count

    def _availability(self, in_flight: InFlight) -> list[Availability]:
        return [
            Availability(bot.name, bot.author, self._seats - in_flight.seats[bot.name])
            for bot in self._bots
            if in_flight.seats[bot.name] < self._seats
        ]
