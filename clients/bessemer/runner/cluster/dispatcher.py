"""Which worker plays which match: a schedule spread over workers that may be lost at any time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bessemer.ladder.formats.blocks import Place
from bessemer.ladder.lobby.schedule import Availability, Pairing, Schedule
from bessemer.ratings.results import Result
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.instances import Instances, numbers_of, seats_of_each


@dataclass(slots=True)
class InFlight:
    """The matches that a worker was given and has not finished."""

    pairings: list[Pairing] = field(default_factory=list)
    seats: Counter[Place] = field(default_factory=Counter)


@dataclass
class Dispatcher:
    """Assigns matches to workers. Every match is at one worker at most until it has a result."""

    schedule: Schedule
    bots: Sequence[BotSpec]
    """They are at every worker."""
    concurrency: int
    """How many seats a bot has at once at a worker."""
    instances: Instances
    """At every worker."""
    _unfinished = 0

    @property
    def is_done(self) -> bool:
        """Whether every match has a result."""
        return self.schedule.is_done and not self._unfinished

    @property
    def needs_restart(self) -> bool:
        """Whether no match can go on before the bots of all workers are restarted."""
        return self.schedule.needs_restart and not self._unfinished

    def restarted(self) -> None:
        """They have been."""
        self.schedule.restarted()

    def assign(self, in_flight: InFlight) -> list[Pairing]:
        """New matches for a worker, as many as it should have; they are in flight from now on."""
        assigned: list[Pairing] = []
        while (pairing := self.schedule.next_pairing(self._availability(in_flight))) is not None:
            assigned.append(pairing)
            in_flight.pairings.append(pairing)
            in_flight.seats.update(self._places(pairing))
        self._unfinished += len(assigned)
        return assigned

    def on_match_ended(self, in_flight: InFlight, pairing: Pairing, result: Result | None) -> None:
        """A worker has played a match; without a result it is assigned again."""
        in_flight.pairings.remove(pairing)
        in_flight.seats.subtract(self._places(pairing))
        self._unfinished -= 1
        self.schedule.played(pairing, result)

    def is_over(self, block: str) -> bool:
        """Whether every match of a block has a result."""
        return self.schedule.is_over(block)

    def on_worker_lost(self, in_flight: InFlight) -> int:
        """A worker is gone: its matches are assigned again; how many there are."""
        count = len(in_flight.pairings)
        for pairing in reversed(tuple(in_flight.pairings)):
            self.on_match_ended(in_flight, pairing, None)
        return count

    def _places(self, pairing: Pairing) -> list[Place]:
        """The places of a pairing; a bot that has no instances has no number."""
        return [
            (name, number if name in self.instances else None) for name, number in pairing.places
        ]

    def _availability(self, in_flight: InFlight) -> list[Availability]:
        # Some more than can be played at once wait at the worker, so that it never waits for us.
        concurrency = self.concurrency + max(1, self.concurrency // 4)
        return [
            Availability(bot.name, bot.author, seats - in_flight.seats[bot.name, number], number)
            for bot in self.bots
            for seats in [seats_of_each(concurrency, bot.name, self.instances)]
            for number in numbers_of(bot.name, self.instances)
        ]
