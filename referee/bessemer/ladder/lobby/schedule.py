"""Schedules say which match comes next: a schedule is asked whenever somebody is free to play."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple, Protocol

from bessemer.ladder.formats.blocks import Place, SeatOrder, instances_needed, instances_of
from bessemer.ladder.lobby.withholdings import Withholdings
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
