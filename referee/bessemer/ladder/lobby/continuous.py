"""The ladder that never ends, and one that ends after so many matches: schedules without blocks."""

import random
import time
from collections.abc import Callable, Collection, Iterable

from bessemer.ladder.entrants import Entrant
from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.holding import Hold
from bessemer.ladder.lobby.matchmaking import (
    ASKED,
    Attendance,
    Candidate,
    Matchmaker,
    MatchmakingSettings,
)
from bessemer.ladder.lobby.pace import Pace
from bessemer.ladder.lobby.schedule import Availability, Pairing
from bessemer.ratings.rating import Rating
from bessemer.ratings.results import Result


class Continuous:
    """The ladder that never ends: who is least known plays first, nobody is starved."""

    is_done = False
    needs_restart = False

    def __init__(
        self,
        settings: MatchmakingSettings,
        rating: Callable[[str], Rating],
        rng: random.Random,
        past: Iterable[SeatOrder] = (),
        seeds: Callable[[], bytes] = bytes,
        now: Callable[[], float] = time.monotonic,
        limits: Callable[[], PairingLimits] = PairingLimits,
    ) -> None:
        """
        A ladder without an end.

        Args:
            settings: how matches are drawn.
            rating: a player's rating now.
            rng: decides among equals.
            past: the matches played before.
            seeds: one for each match, which is repeatable then; by default nobody chooses them.
            now: seconds of a clock that only goes forward.
            limits: how much is played, as the organiser says now.
        """
        self._seeds = seeds
        self._maker = Matchmaker(settings)
        self._rating = rating
        self._rng = rng
        self._hold = Hold(settings.longest_hold, now)
        self._pace = Pace(now)
        self._limits = limits
        for seating in past:
            self._maker.add(seating)

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """A match about those of whom least is known."""
        limits = self._limits()
        there = [
            one
            for one in available
            if one.is_person or self._pace.allows(one.name, limits.matches_per_hour)
        ]
        some = self._rng.sample(there, ASKED) if len(there) > ASKED else there
        attendance = Attendance(len(there), [self._candidate(one) for one in some], self._hold)
        free = [self._candidate(one) for one in there if one.free > 0]
        seating = self._maker.draw(free, self._rng, attendance)
        if seating is None:
            return None
        self._hold.started(seating)
        self._pace.begin(seating, limits.matches_per_hour)
        seed = self._seeds()
        return Pairing(seating, seed, is_repeatable=bool(seed))

    def _candidate(self, player: Availability) -> Candidate:
        name, author, free, _instance, is_person, with_people = player
        believed = self._rating(name)
        return Candidate(
            name,
            believed.mean,
            believed.deviation,
            free,
            # The versions of one name have one author, named or not.
            author or Entrant.parse(name).name,
            is_person,
            with_people,
            self.is_settled(name),
        )

    def is_settled(self, name: str) -> bool:
        """Whether enough is known of a player."""
        until = self._limits().until
        if not until:
            return False
        believed = self._rating(name)
        return (believed.high - believed.low) / 2 <= until

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """See `Schedule`."""
        was_played = result is not None and not result.is_withheld
        self._hold.ended(pairing.seating, was_played=was_played)

    def restarted(self) -> None:
        """It waits for no restart: it has no blocks."""

    def is_over(self, block: str) -> bool:  # noqa: ARG002 - as in `Schedule`
        """It has no blocks: each match has a set-up of its own."""
        return False


class Limited:
    """A continuous ladder that ends after so many matches."""

    needs_restart = False

    def __init__(self, schedule: Continuous, matches: int, players: Collection[str] = ()) -> None:
        """`players` are all who take part, if that is known: it ends when enough is known of them."""
        self._schedule = schedule
        self._left = matches
        self._players = players

    @property
    def is_done(self) -> bool:
        """Whether all of them were drawn, or need not be: everybody's rating is certain enough."""
        return self._left <= 0 or (
            bool(self._players) and all(map(self._schedule.is_settled, self._players))
        )

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """See `Schedule`."""
        pairing = None if self.is_done else self._schedule.next_pairing(available)
        self._left -= pairing is not None
        return pairing

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """What did not count is made up for."""
        self._schedule.played(pairing, result)
        self._left += result is None or result.is_withheld

    def restarted(self) -> None:
        """It waits for no restart: it has no blocks."""

    def is_over(self, block: str) -> bool:
        """See `Schedule`."""
        return self._schedule.is_over(block)
