"""A ladder's format, as a schedule that can be interrupted and continued."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from itertools import count
from typing import Final

from bessemer.ladder.formats.blocks import Seatings, SeatOrder, block_of, instances_needed
from bessemer.ladder.formats.bracket import rounds_of as knockout_rounds
from bessemer.ladder.formats.draws import Draws, fixed, knockout_draws, swiss_draws
from bessemer.ladder.formats.gauntlet import gauntlet
from bessemer.ladder.formats.meetings import Meeting, PlayedRound
from bessemer.ladder.formats.round_robin import round_robin
from bessemer.ladder.formats.seating import Round
from bessemer.ladder.formats.swiss import Swiss
from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.continuous import Continuous, Limited
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Pairing, Rounds, Schedule, block_pairings
from bessemer.ladder.lobby.withholdings import Withholdings
from bessemer.ladder.tournament.known_results import Known, LostMatches, known_results
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.records import ALONE
from bessemer.ratings.rating import Rating
from bessemer.ratings.results import Result

NextRound = Callable[[Sequence[Result]], Sequence[Pairing]]
_MOST_TOGETHER: Final = 1_000
"""Matches of several rounds that are played as one."""
_LAPS: Final = 10
"""Of a gauntlet, if the plan does not say how many."""


class OtherPlan(Exception):
    """Another plan was begun on this ladder; the message says what to do."""


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

    is_shared: bool = True
    """Whether the matches of a meeting have one set-up; players from elsewhere get another for each."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the set-ups follow from the seed alone: anyone who knows it knows all cards."""
        return not self.secret

    def continuing(self, former: "LadderPlan") -> "LadderPlan":
        """
        This plan with the seed and the secret of the one that was begun.

        Raises:
            OtherPlan: that is another one.
        """
        secret = "" if self.is_repeatable else former.secret or self.secret
        mine = replace(self, secret=secret)
        goes_on = {"seed", "matches"} if not self.seed else {"matches"}
        names = [one.name for one in fields(self) if one.name not in goes_on]
        differing = [name for name in names if getattr(mine, name) != getattr(former, name)]
        if self.format is not Format.CONTINUOUS and differing:
            raise OtherPlan(
                f"another {former.format} was begun on this ladder (it has other "
                f"{', '.join(differing).replace('secret', '--repeatable')}): repeat its options to "
                "continue it, or give another --name or --data"
            )
        return replace(self, seed=former.seed, secret=secret)

    def schedule(
        self,
        rating: Callable[[str], Rating],
        past: Sequence[Result],
        *,
        authors_apart: bool,
        limits: Callable[[], PairingLimits] = PairingLimits,
        on_round: Callable[[str], None] = lambda _round: None,
        lost: Callable[[], LostMatches] = LostMatches,
    ) -> Schedule:
        """
        The schedule, with what was played in the `past` done.

        Args:
            rating: that of a player, for the continuous format.
            past: the results so far, in the order of their ends.
            authors_apart: of the continuous format.
            limits: of the continuous format.
            on_round: told the name of each round that is drawn.
            lost: who loses what is not played in a format with rounds.
        """
        if self.format is Format.CONTINUOUS:
            settings = MatchmakingSettings(seats=self.seats, authors_apart=authors_apart)
            played = [result for result in past if not result.is_withheld]
            return self._continuous(rating, played, settings, limits)
        return self.rounds_schedule(past, lost, on_round)

    def rounds_schedule(
        self,
        past: Sequence[Result],
        lost: Callable[[], LostMatches],
        on_round: Callable[[str], None] = lambda _round: None,
    ) -> Rounds:
        """The same of a format with rounds."""
        withholdings = Withholdings()
        known = known_results(past, withholdings, lost)
        return Rounds(self._next_round(on_round), known, withholdings)

    @property
    def has_rounds(self) -> bool:
        """Whether it ends by itself, with a result of its own: all formats but the continuous one."""
        return self.format is not Format.CONTINUOUS

    @property
    def is_fixed(self) -> bool:
        """Whether its rounds are known beforehand, and follow from no results."""
        return self.format in (Format.ROUND_ROBIN, Format.GAUNTLET)

    def played(self, past: Sequence[Result], lost: LostMatches) -> list[PlayedRound]:
        """The rounds of a format with rounds that were drawn, as far as `past` says how they went."""
        known = known_results(past, Withholdings(), lambda: lost)
        draws, rounds = self._draws(), list[PlayedRound]()
        while (drawn := _next_draw(draws, rounds[-1].meetings if rounds else None)) is not None:
            meetings = tuple(
                self._meeting(f"{len(rounds) + 1}.{match}", seating, known)
                for match, seating in enumerate(drawn.matches)
            )
            # Who rests in a round robin has as many matches as the others, and no bye.
            rounds.append(PlayedRound(meetings, () if self.is_fixed else drawn.resting))
            if not (rounds[-1].is_over or self.is_fixed):
                break
        return rounds

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
                return block * sum(len(drawn.matches) for drawn in self._draws())
            case Format.SWISS:
                return self.rounds_in_all * (len(self.players) // self.seats) * block
            case Format.KNOCKOUT:
                return None

    @property
    def rounds_in_all(self) -> int:
        """The number of rounds of a format with rounds; laps of a gauntlet."""
        match self.format:
            case Format.SWISS:  # enough to tell everybody apart, unless it was said
                return self.rounds or max(3, (len(self.players) - 1).bit_length() + 1)
            case Format.KNOCKOUT:
                return knockout_rounds(len(self.players), self.seats)
            case _:
                return sum(1 for _ in self._draws())

    def block(self, name: str, seating: SeatOrder) -> list[Pairing]:
        """A meeting: one group under all its seatings."""
        if not self.is_shared:
            meeting = f"{ALONE}{self.format}/{name}"
            return [Pairing(one, block=meeting) for one in block_of(seating, self.seatings)]
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
        if self.format is Format.CONTINUOUS or not self.is_shared:
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

    def _draws(self) -> Draws:
        """The rounds, each drawn by the meetings of the one before."""
        rng = random.Random(self.seed)  # noqa: S311 - it decides who meets whom
        match self.format:
            case Format.ROUND_ROBIN:
                return fixed(round_robin(self.players, self.seats, rng, self.rounds or None))
            case Format.GAUNTLET:
                first, *pool = self.players
                return fixed(gauntlet(first, pool, self.seats, self.rounds or _LAPS, rng))
            case Format.SWISS:
                return swiss_draws(Swiss(self.players, self.seats, rng), self.rounds_in_all)
            case _:
                return knockout_draws(self.players, self.seats)

    def _next_round(self, on_round: Callable[[str], None]) -> NextRound:
        draws, numbers, in_all = self._draws(), count(1), self.rounds_in_all

        def next_round(results: Sequence[Result]) -> Sequence[Pairing]:
            pairings: list[Pairing] = []
            first = last = 0
            played: Sequence[Meeting] | None = _meetings(results) or None
            # No round of a fixed plan follows from results: several together need fewer restarts.
            while not pairings or (self.is_fixed and len(pairings) < _MOST_TOGETHER):
                if (drawn := _next_draw(draws, played)) is None:
                    break
                last = next(numbers)
                first = first or last
                pairings += self.round(last, drawn.matches)
            if pairings:
                on_round(round_name(first, last, in_all))
            return pairings

        return next_round

    def _meeting(self, name: str, seating: SeatOrder, known: Known) -> Meeting:
        block = self.block(name, seating)
        results = tuple(result for pairing in block if (result := known(pairing)) is not None)
        return Meeting(seating, results, len(block))


def round_name(first: int, last: int, in_all: int) -> str:
    """What is played, for a line of progress."""
    if first == last:
        return f"round {first} of {in_all}"
    return f"rounds {first} to {last} of {in_all}"


def range_of(seats: int) -> tuple[str, ...]:
    """So many different names."""
    return tuple(map(str, range(seats)))


def _next_draw(draws: Draws, played: Sequence[Meeting] | None) -> Round | None:
    try:
        return next(draws) if played is None else draws.send(played)
    except StopIteration:
        return None


def _meetings(results: Iterable[Result]) -> list[Meeting]:
    """Those that a round consists of, from all its results, in their order."""
    blocks: dict[str, list[Result]] = {}
    for result in results:
        blocks.setdefault(result.block, []).append(result)
    return [Meeting(played[0].players, tuple(played), len(played)) for played in blocks.values()]
