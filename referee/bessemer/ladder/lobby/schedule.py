"""Schedules say which match comes next: a schedule is asked whenever somebody is free to play."""

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple, Protocol

from bessemer.ladder.entrants import Entrant
from bessemer.ladder.formats.blocks import Place, SeatOrder, instances_needed, instances_of
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
from bessemer.ladder.lobby.withholdings import Withholdings
from bessemer.ratings.rating import Rating
from bessemer.ratings.results import Result


class Pairing(NamedTuple):
    """A match to be played."""

    seating: SeatOrder
    seed: bytes = b""
    """The referee's secret, or the seed of a repeatable match; b"" for one that is drawn for it."""
    block: str = ""
    """The same for all matches of one block; "" for a match that stands alone."""
    instances: tuple[int, ...] = ()
    """By seat: which instance of its player is to sit there; empty if that does not matter."""
    is_repeatable: bool = False
    """Whether everything follows from `seed`, to which nobody then brings anything."""

    @property
    def places(self) -> tuple[Place, ...]:
        """By seat: the player, and which instance of it."""
        return tuple(zip(self.seating, self.instances or repeat(None), strict=False))


def block_pairings(
    block: Sequence[SeatOrder], seed: bytes, name: str, *, is_repeatable: bool = False
) -> list[Pairing]:
    """The matches of a block."""
    has_instances = bool(instances_needed(block))
    return [
        Pairing(seating, seed, name, instances_of(seating) if has_instances else (), is_repeatable)
        for seating in block
    ]


class Availability(NamedTuple):
    """A player who is there."""

    name: str
    author: str
    free: int
    """How many more seats it would take now; 0 if it is busy."""
    instance: int | None = None
    """Which of the player's it is; `None` for a player from elsewhere, who takes any seat."""
    is_person: bool = False
    with_people: int = 0
    """How many seats it has in matches with people."""


def take_playable(
    waiting: list[Pairing], available: Iterable[Availability], seen: Container[str] = ()
) -> Pairing | None:
    """Take the first pairing out of `waiting` whose players are all free and whose block is not `seen`."""
    free: Mapping[Place, int] = {
        (player.name, player.instance): player.free for player in available
    }
    for at, pairing in enumerate(waiting):
        if pairing.block in seen:
            continue
        places = (place if place in free else (place[0], None) for place in pairing.places)
        seats = Counter(places)
        if all(free.get(place, 0) >= count for place, count in seats.items()):
            return waiting.pop(at)
    return None


class WaitingMatches:
    """
    Matches that wait to be played, of each block only one until all processes have been restarted.

    All matches of a block share a set-up. Two processes of one bot that play it at the same time could
    tell each other their cards, whatever walls are between them; one that was started when those of
    the last match were gone cannot know anything.
    """

    def __init__(self) -> None:
        self._waiting: list[Pairing] = []
        self._seen: set[str] = set()
        """The blocks of which a match was played, or is, since the last restart."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, pairing: Pairing) -> None:
        """One more, after those that wait."""
        self._waiting.append(pairing)

    def put_back(self, pairing: Pairing) -> None:
        """It did not count, and comes first when it can be played."""
        self._waiting.insert(0, pairing)

    def take(self, available: Iterable[Availability]) -> Pairing | None:
        """The first that those who are free can play now; it waits no longer."""
        pairing = take_playable(self._waiting, available, self._seen)
        if pairing is not None and pairing.block and pairing.seed:
            self._seen.add(pairing.block)
        return pairing

    def remove(self, pairing: Pairing) -> None:
        """It waits no longer: it is being played."""
        self._waiting.remove(pairing)

    def having(self, known: Callable[[Pairing], Result | None]) -> list[Pairing]:
        """Those that have a result; they wait no longer."""
        found = [pairing for pairing in self._waiting if known(pairing) is not None]
        for pairing in found:
            self._waiting.remove(pairing)
        return found

    def __iter__(self) -> Iterator[Pairing]:
        """Those that wait."""
        return iter(tuple(self._waiting))

    @property
    def needs_restart(self) -> bool:
        """Whether a match waits for fresh processes."""
        return any(pairing.block in self._seen for pairing in self._waiting)

    def restarted(self) -> None:
        """No process is left that has seen any set-up."""
        self._seen.clear()


class Schedule(Protocol):
    """Says which match comes next."""

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """
        A match that those who are free can play now, or `None` if there is none for now.

        `available` are all who are there, the busy ones too. It is asked whenever one of them is free
        or has come, and once a second: it may be better to wait for others. The next match of a block
        comes when the one before is over, because the first gathers the bytes of all.
        """

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """
        A match is over; without a result it did not count and is to be played again.

        So is, once, a match that was withheld: see `Withholdings`.
        """

    def is_over(self, block: str) -> bool:
        """Whether every match of a block has a result, so that its seed may be told."""

    @property
    def is_done(self) -> bool:
        """Whether no match will ever be drawn again."""

    @property
    def needs_restart(self) -> bool:
        """Whether a match waits until all processes that played have been restarted."""

    def restarted(self) -> None:
        """They have been."""


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


class Rounds:
    """
    A plan in rounds: a round is drawn when the one before it is over.

    `next_round` gets the results of the round before, in the order of its pairings, and returns the
    pairings of the next, none at the end. What did not count is played again; what was played before
    the schedule was interrupted, or is lost without a match, as `known` tells, is not; `withholdings`
    has what was withheld then.
    """

    def __init__(
        self,
        next_round: Callable[[Sequence[Result]], Sequence[Pairing]],
        known: Callable[[Pairing], Result | None] = lambda _pairing: None,
        withholdings: Withholdings | None = None,
    ) -> None:
        self._withholdings = withholdings or Withholdings()
        self._next_round = next_round
        self._known = known
        self._waiting = WaitingMatches()
        self._results: dict[Pairing, Result] = {}
        self._round: Sequence[Pairing] = ()
        self._missing: Counter[str] = Counter()
        """By block: how many of its matches have no result."""
        self._over: set[str] = set()
        self.is_done = False
        self._advance()

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """The first match that waits and can be played."""
        self._count_known()
        return self._waiting.take(available)

    @property
    def waiting(self) -> Iterable[Pairing]:
        """The matches of this round that are not being played."""
        return self._waiting

    def resume(self, block: str, seating: SeatOrder) -> Pairing | None:
        """A match that is being played already, and waits no longer; `None` if no such match waits."""
        for pairing in self._waiting:
            if (pairing.block, pairing.seating) == (block, seating):
                self._waiting.remove(pairing)
                return pairing
        return None

    @property
    def needs_restart(self) -> bool:
        """See `Schedule`."""
        return self._waiting.needs_restart

    def restarted(self) -> None:
        """See `Schedule`."""
        self._waiting.restarted()

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """See `Schedule`."""
        if pairing not in self._round or pairing in self._results:
            return  # it was drawn by a plan that has changed since
        result = self._withholdings.decided(result)
        if result is None:
            self._waiting.put_back(pairing)
            return
        self._count(pairing, result)
        self._advance_when_over()

    def is_over(self, block: str) -> bool:
        """See `Schedule`."""
        return block in self._over

    def _count_known(self) -> None:
        """What waits may have a result by now: a player was disqualified."""
        for pairing in self._waiting.having(self._known):
            result = self._known(pairing)
            assert result is not None, "it was just asked"
            self._count(pairing, result)
            self._advance_when_over()

    def _advance_when_over(self) -> None:
        if len(self._results) == len(self._round):
            self._advance()

    def _count(self, pairing: Pairing, result: Result) -> None:
        self._results[pairing] = result
        self._missing[pairing.block] -= 1
        if not self._missing[pairing.block]:
            del self._missing[pairing.block]
            self._over.add(pairing.block)

    def _advance(self) -> None:
        while not self._waiting and not self.is_done:
            results = [self._results[pairing] for pairing in self._round]
            self._results = {}
            self._round = tuple(self._next_round(results))
            self.is_done = not self._round
            self._missing.update(pairing.block for pairing in self._round)
            for pairing in self._round:
                result = self._known(pairing)
                if result is None:
                    self._waiting.add(pairing)
                else:
                    self._count(pairing, result)
