"""A ladder's format, as a schedule that can be interrupted and continued."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Final

from bessemer.ladder.formats.blocks import Seatings, SeatOrder, block_of, instances_needed
from bessemer.ladder.formats.gauntlet import gauntlet
from bessemer.ladder.formats.knockout import Knockout
from bessemer.ladder.formats.round_robin import round_robin
from bessemer.ladder.formats.swiss import Swiss
from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import (
    Continuous,
    Limited,
    Pairing,
    Rounds,
    Schedule,
    Withholdings,
    block_pairings,
)
from bessemer.ratings.rating import Rating
from bessemer.ratings.results import Result, placement_share
from bessemer.runtime.whole_files import write_whole

NextRound = Callable[[Sequence[Result]], Sequence[Pairing]]
_MOST_TOGETHER: Final = 1_000
"""Matches of several rounds that are played as one."""


class Format(StrEnum):
    """In which order players meet."""

    CONTINUOUS = "continuous"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"
    KNOCKOUT = "knockout"


class OtherPlan(Exception):
    """Another plan was begun in this folder; the message says what to do."""


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """All that decides which matches are played."""

    format: Format
    players: tuple[str, ...]
    """By seed: in a gauntlet the first meets all others."""
    seats: int
    seed: str
    """The pairings follow from it."""
    matches: int = 0
    """Of a continuous ladder."""
    rounds: int = 0
    """Of a round robin, of a Swiss, or laps of a gauntlet; 0 for as many as the format needs."""
    seatings: Seatings = Seatings.ROTATED
    """The seatings of each set-up in a format with rounds."""
    secret: str = ""
    """With it the referee's part of every set-up follows; "" for a plan that is repeatable."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the set-ups follow from the seed alone: anyone who knows it knows all cards."""
        return not self.secret

    def kept_in(self, file: Path, new_seed: str) -> "LadderPlan":
        """
        This plan with the seed and the secret that are kept in `file`, from when it was begun.

        A new plan is written there for its owner alone, with `new_seed` if it has no seed.

        Raises:
            OtherPlan: another one was begun there.
        """
        if not file.exists():
            begun = replace(self, seed=self.seed or new_seed)
            write_whole(file, json.dumps(asdict(begun)) + "\n", mode=0o600)
            return begun
        former = json.loads(file.read_text(encoding="utf-8"))
        mine = json.loads(json.dumps(asdict(self)))
        secret = "" if self.is_repeatable else former["secret"] or self.secret
        mine["secret"] = secret
        goes_on = {"seed", "matches"} if not self.seed else {"matches"}
        differing = [name for name in mine if name not in goes_on and mine[name] != former[name]]
        if self.format is not Format.CONTINUOUS and differing:
            raise OtherPlan(
                f"another {former['format']} was begun in {file.parent} (it has other "
                f"{', '.join(differing).replace('secret', '--repeatable')}): repeat its options to continue it, or give another --data"
            )
        return replace(self, seed=former["seed"], secret=secret)

    def schedule(
        self,
        rating: Callable[[str], Rating],
        past: Sequence[Result],
        *,
        authors_apart: bool,
        limits: Callable[[], PairingLimits] = PairingLimits,
    ) -> Schedule:
        """The schedule, with what was played in the `past` done; `limits` are those of the continuous format."""
        if self.format is Format.CONTINUOUS:
            settings = MatchmakingSettings(seats=self.seats, authors_apart=authors_apart)
            played = [result for result in past if not result.is_withheld]
            return self._continuous(rating, played, settings, limits)
        withholdings = Withholdings()
        known = {(one.block, one.players): one for one in filter(withholdings.decided, past)}
        plan = _ROUNDS[self.format](self)
        return Rounds(
            plan, lambda pairing: known.get((pairing.block, pairing.seating)), withholdings
        )

    def is_played(self, past: int) -> bool:
        """Whether nothing is left to play after so many matches, as far as the number alone says."""
        return self.format is Format.CONTINUOUS and past >= self.matches

    @property
    def size(self) -> int | None:
        """The number of matches in all; `None` if results decide that."""
        block = len(block_of(range_of(self.seats), self.seatings))
        match self.format:
            case Format.CONTINUOUS:
                return self.matches
            case Format.ROUND_ROBIN | Format.GAUNTLET:
                return sum(len(pairings) for pairings in self._fixed())
            case Format.SWISS:
                return self.swiss_rounds * (len(self.players) // self.seats) * block
            case Format.KNOCKOUT:
                return None

    @property
    def swiss_rounds(self) -> int:
        """Enough to tell everybody apart, unless it was said."""
        return self.rounds or max(3, (len(self.players) - 1).bit_length() + 1)

    def block(self, name: str, seating: SeatOrder) -> list[Pairing]:
        """One set-up under all its seatings."""
        seed = sha256(f"{self.secret}/{self.seed}/{name}".encode()).digest()
        block = block_of(seating, self.seatings)
        repeatable = self.is_repeatable
        return block_pairings(block, seed, f"{self.format}/{name}", is_repeatable=repeatable)

    def round(self, number: int, seatings: Iterable[SeatOrder]) -> list[Pairing]:
        """The matches of a round: a block for each of these."""
        return [
            pairing
            for match, seating in enumerate(seatings)
            for pairing in self.block(f"{number}.{match}", seating)
        ]

    @property
    def instances(self) -> Mapping[str, int]:
        """The number of instances of each bot that are needed, so that none sees a set-up twice."""
        if self.format is Format.CONTINUOUS:
            return {}
        needed = instances_needed(block_of(range_of(self.seats), self.seatings))
        return dict.fromkeys(self.players, 1) if needed else {}

    def _continuous(
        self,
        rating: Callable[[str], Rating],
        past: Sequence[Result],
        settings: MatchmakingSettings,
        limits: Callable[[], PairingLimits],
    ) -> Schedule:
        numbers = count(1)

        def seeds() -> bytes:
            # Of a run that was interrupted any of the last set-ups may have been played.
            return sha256(f"{self.seed}/{len(past)}/{next(numbers)}".encode()).digest()

        seatings = [result.players for result in past]
        rng = random.Random(f"{self.seed}/{len(past)}")  # noqa: S311 - it decides who meets whom
        endless = Continuous(
            settings,
            rating,
            rng,
            seatings,
            seeds if self.is_repeatable else bytes,
            limits=limits,
        )
        return Limited(endless, self.matches - len(past), self.players)

    def _fixed(self) -> list[list[Pairing]]:
        """The rounds of a format whose rounds are known beforehand."""
        rng = random.Random(self.seed)  # noqa: S311 - it decides who meets whom
        if self.format is Format.GAUNTLET:
            first, *pool = self.players
            laps = self.rounds or 10
            rounds = [gauntlet(first, pool, self.seats, laps, rng)]
        else:
            plan = round_robin(self.players, self.seats, rng, self.rounds or None)
            rounds = [one.matches for one in plan]
        return [self.round(number, matches) for number, matches in enumerate(rounds, 1)]


def range_of(seats: int) -> tuple[str, ...]:
    """So many different names."""
    return tuple(map(str, range(seats)))


def _fixed_rounds(plan: LadderPlan) -> NextRound:
    # No round follows from the one before: several together need fewer restarts of the bots.
    rounds = _together(plan._fixed(), _MOST_TOGETHER)  # noqa: SLF001 - of one module
    return lambda _results: next(rounds, [])


def _together(rounds: Iterable[list[Pairing]], most: int) -> Iterator[list[Pairing]]:
    """Rounds one after the other, several as one while they have no more than `most` matches."""
    gathered: list[Pairing] = []
    for one in rounds:
        if gathered and len(gathered) + len(one) > most:
            yield gathered
            gathered = []
        gathered = gathered + one
    yield gathered


def _swiss_rounds(plan: LadderPlan) -> NextRound:
    swiss = Swiss(plan.players, plan.seats, random.Random(plan.seed))  # noqa: S311 - it decides who meets whom
    numbers = count(1)

    def next_round(results: Sequence[Result]) -> Sequence[Pairing]:
        for played in _by_block(results).values():
            swiss.record(played)
        number = next(numbers)
        return plan.round(number, swiss.next_round().matches) if number <= plan.swiss_rounds else []

    return next_round


def _knockout_rounds(plan: LadderPlan) -> NextRound:
    knockout = Knockout(plan.players, plan.seats)
    numbers = count(1)

    def next_round(results: Sequence[Result]) -> Sequence[Pairing]:
        if results:
            knockout.record([_placed(played) for played in _by_block(results).values()])
        return plan.round(next(numbers), knockout.next_round().series)

    return next_round


def _placed(played: Sequence[Result]) -> list[str]:
    """The players of a block, the best first; the better seed goes on where they are level."""
    shares = {
        player: fmean(
            placement_share(result.ranks, result.players.index(player)) for result in played
        )
        for player in played[0].players
    }
    return sorted(shares, key=lambda player: -shares[player])


def _by_block(results: Sequence[Result]) -> dict[str, list[Result]]:
    blocks: dict[str, list[Result]] = {}
    for result in results:
        blocks.setdefault(result.block, []).append(result)
    return blocks


_ROUNDS: Mapping[Format, Callable[[LadderPlan], NextRound]] = {
    Format.ROUND_ROBIN: _fixed_rounds,
    Format.GAUNTLET: _fixed_rounds,
    Format.SWISS: _swiss_rounds,
    Format.KNOCKOUT: _knockout_rounds,
}
