"""
Ladders as a closed loop: players are free when their matches end, and matches take time.

    python -m tools.ratings.closed_loop [--ladders N] [--seed N]

Players who finish together are free together. The schedule is the one that referees play open ladders
by, in virtual time. Prints the table of docs/ratings.md: the share of matches whose players had all
met in one match before, with draws that are held back and with draws at once; the ratings after that;
the longest time that a draw was held back; and the share of the time that players were playing.
"""

import argparse
import heapq
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track

from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.continuous import Continuous
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Availability, Pairing
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE
from tools.ratings.ladders import Ladder, World

_LENGTHS: Final = 0.15
"""The deviation of the logarithm of a match's length."""
_PLAYERS: Final = 20
_LOOK_SECONDS: Final = 1.0
"""A lobby looks at least so often."""
_SLOWER: Final = 30.0
"""How many times as long a slow player's matches last."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A ladder that is played for a while."""

    players: int = 12
    seats: int = 4
    concurrency: int = 1
    seconds: float = 10.0
    """The usual length of a match."""
    slow: int = 0
    """So many players are slow: matches with them last much longer."""
    visitors: bool = False
    """Whether players come and go: half of them at any time."""
    spread: float = 200.0
    settings: MatchmakingSettings = field(default_factory=MatchmakingSettings)
    limits: PairingLimits = field(default_factory=PairingLimits)

    def __str__(self) -> str:
        parts = [f"{self.players} players, {self.seats} seats"]
        parts += [f"{self.concurrency} at once"] if self.concurrency > 1 else []
        parts += [f"{self.seconds:g} s"]
        parts += [f"{self.slow} slow"] if self.slow else []
        parts += ["coming and going"] if self.visitors else []
        return ", ".join(parts)


class Played(NamedTuple):
    """What a loop came to."""

    matches: int
    repeated: float
    """The share of matches whose group had met before."""
    repeated_by_lot: float
    """The same if every match were drawn by lot from those who were there."""
    held: float
    """The share of intervals that hold the truth."""
    error: float
    """The root of the mean square of the error, in points."""
    reach: float
    """The mean of half an interval."""
    widest: float
    """The widest half of an interval."""
    longest_hold: float
    """The longest time that a match could have been played and was not, in seconds."""
    busy: float
    """The share of all seats that players offer at which they played."""
    most: float
    """The matches of the player who played most, as a multiple of the mean."""

    @property
    def rating(self) -> str:
        """Coverage, error and width, as docs/ratings.md shows them."""
        return f"{100 * self.held:.1f} / {self.error:.0f} / {self.reach:.0f}"


class ClosedLoop:
    """One ladder, from its first match on."""

    def __init__(self, loop: Loop, seed: str) -> None:
        self.loop = loop
        self.rng = random.Random(seed)  # noqa: S311 - no secret
        self.world = World(Ladder(loop.players, loop.seats, loop.spread), self.rng)
        self.names = sorted(self.world.truth)
        self.ratings = Ratings()
        self.now = 0.0
        settings = replace(loop.settings, seats=loop.seats)
        self.schedule = Continuous(
            settings,
            self.ratings.rating,
            self.rng,
            now=lambda: self.now,
            limits=lambda: loop.limits,
        )
        self.there = set(self.names)
        if loop.visitors:
            self.there = set(self.rng.sample(self.names, loop.players // 2))
        self.taken: Counter[str] = Counter()
        self.begun: list[tuple[float, SeatOrder]] = []
        """When each match began, and among whom."""
        self.groups: list[frozenset[str]] = []
        self.by_lot: list[frozenset[str]] = []
        self.played: Counter[str] = Counter()
        self.holds: list[float] = []
        self._could_since: float | None = None
        self._look_at = 0.0
        self._seat_seconds = self._offered = 0.0
        self._events: list[tuple[float, int, Pairing | None]] = []
        self._numbers = count()

    def run(self, matches: int) -> Played:
        """Play until so many matches are over, or enough is known of everybody."""
        done = 0
        self._pair()
        while done < matches and self._events:
            if not self.taken.total() and all(map(self.schedule.is_settled, self.there)):
                break  # nothing will ever be drawn again
            moment, _, pairing = heapq.heappop(self._events)
            self._offered += (moment - self.now) * len(self.there) * self.loop.concurrency
            self._seat_seconds += (moment - self.now) * sum(self.taken.values())
            self.now = moment
            if pairing is not None:
                self._end(pairing)
                done += 1
            self._pair()
        return self._found()

    # ------------------------------------------------------------------------------- private

    def _end(self, pairing: Pairing) -> None:
        seating = pairing.seating
        self.taken.subtract(seating)
        result = Result(f"{len(self.groups)}", seating, self.world.ranks(seating))
        self.ratings.add(result)
        self.played.update(seating)
        self.schedule.played(pairing, result)
        if self.loop.visitors and self.rng.random() < 0.2:
            gone, came = self.rng.choice(sorted(self.there)), self.rng.choice(self.names)
            if came not in self.there:
                self.there = self.there - {gone} | {came}

    def _pair(self) -> bool:
        """Start all matches that the schedule finds; whether there was one."""
        found = False
        while (pairing := self.schedule.next_pairing(self._available())) is not None:
            found = True
            self._note_hold()
            self.taken.update(pairing.seating)
            self.begun.append((self.now, pairing.seating))
            self.groups.append(frozenset(pairing.seating))
            lot = self.rng.sample(sorted(self.there), self.loop.seats)
            self.by_lot.append(frozenset(lot))
            self._at(self.now + self._length(pairing), pairing)
        free = sum(self.loop.concurrency > self.taken[name] for name in self.there)
        if free < self.loop.seats:
            self._could_since = None
        elif self._could_since is None:
            self._could_since = self.now
        if self._could_since is not None and self._look_at <= self.now:
            self._look_at = self.now + _LOOK_SECONDS
            self._at(self._look_at, None)
        return found

    def _note_hold(self) -> None:
        if self._could_since is not None:
            self.holds.append(self.now - self._could_since)
        self._could_since = None

    def _at(self, moment: float, pairing: Pairing | None) -> None:
        heapq.heappush(self._events, (moment, next(self._numbers), pairing))

    def _available(self) -> list[Availability]:
        return [
            Availability(name, "", self.loop.concurrency - self.taken[name])
            for name in sorted(self.there)
        ]

    def _length(self, pairing: Pairing) -> float:
        slow = any(int(name[1:]) < self.loop.slow for name in pairing.seating)
        usual = self.loop.seconds * (_SLOWER if slow else 1.0)
        return usual * math.exp(self.rng.gauss(0.0, _LENGTHS))

    def _found(self) -> Played:
        table = self.ratings.table()
        rated = {name: table.rating(name) for name in self.ratings}
        truth = self.world.truth
        mean = math.fsum(truth[name] for name in rated) / len(rated)
        looks = [(one, CENTRE + truth[name] - mean) for name, one in rated.items()]
        reaches = [(one.high - one.low) / 2 for one, _ in looks]
        return Played(
            len(self.groups),
            repeated(self.groups),
            repeated(self.by_lot),
            sum(one.low <= real <= one.high for one, real in looks) / len(looks),
            math.fsum((one.mean - real) ** 2 for one, real in looks) / len(looks),
            math.fsum(reaches) / len(looks),
            max(reaches),
            max(self.holds, default=0.0),
            self._seat_seconds / max(self._offered, 1e-9),
            max(self.played.values()) * len(self.played) / max(self.played.total(), 1),
        )


def repeated(groups: list[frozenset[str]]) -> float:
    """The share of groups that had met before."""
    return 1 - len(set(groups)) / max(len(groups), 1)


def loops() -> Iterator[Loop]:
    """All sizes, concurrencies, lengths; slow players; coming and going."""
    for seats in (2, 4):
        for players in (2 * seats, 2 * seats + 1, 3 * seats, 3 * seats + 1, 15 * seats):
            yield Loop(players, seats)
    for concurrency in (2, 8):
        yield Loop(12, 4, concurrency)
        yield Loop(13, 4, concurrency)
    for seconds in (0.1, 300.0):
        yield Loop(12, 4, seconds=seconds)
        yield Loop(13, 4, seconds=seconds)
        yield Loop(60, 4, seconds=seconds)
    yield Loop(12, 4, slow=2)
    yield Loop(60, 4, slow=6)
    yield Loop(24, 4, visitors=True)
    yield Loop(60, 4, visitors=True, seconds=0.1)


def measured(loop: Loop, ladders: int, seed: int, each: float) -> Played:
    """The mean of so many ladders of one kind, with `each` matches a player."""
    matches = round(each * loop.players / loop.seats)
    found = [ClosedLoop(loop, f"{seed}/{loop}/{number}").run(matches) for number in range(ladders)]
    mean = Played._make(math.fsum(column) / ladders for column in zip(*found, strict=True))
    worst = max(one.longest_hold for one in found)
    return mean._replace(error=math.sqrt(mean.error), longest_hold=worst)


def main() -> None:
    """Measure all loops and print the table."""
    parser = argparse.ArgumentParser(description="ladders as a closed loop")
    parser.add_argument(
        "--ladders",
        type=int,
        default=20,
        help="of 20 players; of fewer more, of more fewer, for as many players in all (%(default)s)",
    )
    parser.add_argument("--each", type=float, default=25, help="matches a player (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(
        "| ladder | repeated | rating | repeated at once | rating at once | longest hold | busy |"
    )
    print("| -- | -- | -- | -- | -- | -- | -- |")
    console = Console(stderr=True)
    for loop in track(list(loops()), "loops", console=console, disable=not console.is_terminal):
        count = max(args.ladders * _PLAYERS // loop.players, 2)
        row = measured(loop, count, args.seed, args.each)
        settings = replace(loop.settings, longest_hold=0.0)
        at_once = measured(replace(loop, settings=settings), count, args.seed, args.each)
        print(
            f"| {loop} | {row.repeated:.0%} (by lot {row.repeated_by_lot:.0%}) | {row.rating} "
            f"| {at_once.repeated:.0%} | {at_once.rating} "
            f"| {row.longest_hold:.3g} s | {row.busy:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
