"""
Days of matches on a machine whose clocks misbehave: does anybody pay for it?

    python -m tests.matches.timing.clock_jumps [--days N] [--seed N]

Matches are played on the real registry by players whose thinking times are known. Meanwhile the
process is stopped, the machine sleeps (with a clock that counts the sleep, or not), and the time of
day jumps by weeks. Each decision's charge is compared with how long its player could be heard. Only a
player who thinks for longer than its time may time out, and must.
"""

import argparse
import asyncio
import random
from dataclasses import asdict, dataclass
from typing import Final

import structlog
from rich.console import Console

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.matches.durable.journal import Journal, Then
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Created,
    Durability,
    MatchSpec,
    Record,
)
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.timing.deadlines import sweep
from bessemer.matches.timing.referee_clock import LATE, RECONNECT_SECONDS, RefereeClock

DAY: Final = 86_400.0
TICK: Final = 1.0
"""Between two beats: fifty a second would take a night to simulate."""
GRACE: Final = 0.05
CLOCK: Final = ClockSettings(bank=120.0, increment=30.0, strike_limit=3, join_timeout=60.0)
_MATCHES: Final = 8
_STOPS_A_DAY: Final = 200
_MOST: Final = TICK + LATE
"""The most that a stop may cost: the clock runs on until the next beat is overdue."""


@dataclass
class Figures:
    """The counts of a simulation."""

    days: float = 0.0
    """By the clock of the matches."""
    lost_days: float = 0.0
    decisions: int = 0
    matches: int = 0
    stops: int = 0
    sleeps: int = 0
    wall_jumps: int = 0
    thought_too_long: int = 0
    timed_out: int = 0
    caught: int = 0
    """Decisions that were open while the clocks misbehaved."""
    most_overcharged: float = 0.0
    """Seconds, of one decision."""
    most_undercharged: float = 0.0
    wrong: int = 0
    """Charges that are not explained, time-outs that should not be, and those that are missing."""


class _AtOnce(Journal):
    """A journal that keeps nothing."""

    def __init__(self) -> None:
        super().__init__(None)  # type: ignore[arg-type]

    def append(self, record: Record, then: Then | None = None) -> None:  # noqa: ARG002
        if then is not None:
            then()


@dataclass
class _Thinking:
    """A player who was asked."""

    match: Match
    seat: Seat
    turn: int
    seconds: float
    """The time that it has for the decision."""
    answers_at: float
    """By its own clock, which never jumps."""
    heard: float
    """For how long the referee had been able to hear players, when it was asked."""
    disturbances: int
    too_long: bool


class Simulation(MatchListener):
    """A machine, a referee on it, and its players."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.figures = Figures()
        self.real = 0.0
        """The time that there is."""
        self.machine = 1_000.0
        self.asleep = 0.0
        self.wall = 1_800_000_000.0
        self.heard = 0.0
        self.disturbances = 0
        self.connecting_until = 0.0
        self.clock = RefereeClock(lambda: self.machine, lambda: self.asleep, TICK)
        self.registry = MatchRegistry(
            _AtOnce(),
            lambda *_: b"",
            recent=1,
            now=self.clock.now,
            wall=lambda: self.wall,
        )
        self.thinking: dict[tuple[str, int], _Thinking] = {}
        self.registry.subscribe(self)
        self.clock.beat()

    def run(self, days: float) -> Figures:
        """Play for so many days by the clock of the matches."""
        began, before = self.clock.now(), self.clock.now()
        while self.clock.now() - began < days * DAY:
            while len(self.registry.matches) < _MATCHES:
                self._open()
            self._ask()
            is_disturbed = self.luck.random() < _STOPS_A_DAY * TICK / DAY
            if is_disturbed:
                self._disturb()
            else:
                step = TICK + self.luck.uniform(0.0, LATE)
                self.real += step
                self.machine += step
                self.wall += step
                if self.real - step >= self.connecting_until:  # till then no clock runs
                    self.heard += step
            if self.luck.random() < 0.5:  # what waited is read before the beat, or after it
                self._answer()
            stood = self.clock.now()
            away = self.clock.beat()
            now = self.clock.now()
            if away > 10.0:
                self.connecting_until = self.real + RECONNECT_SECONDS
            self._answer()
            sweep(self.registry, now, (before if away else now) - GRACE)
            self._find_timed_out()
            before = now
            assert abs(stood - now) < 1e-3 or is_disturbed
        self.figures.days = round((self.clock.now() - began) / DAY, 3)
        self.figures.lost_days = round(self.clock.lost / DAY, 3)
        return self.figures

    # --------------------------------------------------------------------------------- the machine

    def _disturb(self) -> None:
        luck, figures = self.luck, self.figures
        seconds = 10 ** luck.uniform(-1.0, 4.5)  # from a tenth of a second to eight hours
        self.disturbances += 1
        self.real += seconds
        self.wall += seconds
        match luck.randrange(3):
            case 0:
                figures.stops += 1
                self.machine += seconds
            case 1:
                figures.sleeps += 1
                self.asleep += seconds  # Linux: the clock stands, the system knows why
            case _:
                figures.sleeps += 1
                self.machine += seconds  # elsewhere the clock counts it
        if luck.random() < 0.5:
            figures.wall_jumps += 1
            self.wall += luck.uniform(-24.0, 24.0) * DAY

    # --------------------------------------------------------------------------------- the players

    def _open(self) -> None:
        game = GAMES["furnace"]
        spec = MatchSpec(
            match_id=f"m{self.figures.matches}",
            game=game.name,
            rules_version=game.rules_version,
            options=game.option_texts(game.options({})),
            players=("ada", "bob", "cyd"),
            seed=self.luck.randbytes(16),
            clock=CLOCK,
            durability=Durability.MATCH,
            created=self.wall,
        )
        self.figures.matches += 1
        match = Match(spec)
        self.registry.open(match, Created(spec, (), ()), lambda: None)
        for seat, player in enumerate(spec.players):
            match.seats[seat].subscriber = _Nobody()
            self.registry.join(match, Seat(seat), player)

    def _ask(self) -> None:
        for match in self.registry.matches.values():
            for number, seated in enumerate(match.seats):
                decision = seated.open_decision
                if decision is None or decision.seen:
                    continue
                seat = Seat(number)
                self.registry.show(match, seat, decision, self.clock.now())
                # One in a hundred thinks for longer than it has, and everybody while they are stopped.
                too_long = self.luck.random() < 0.01
                share = 3.0 if too_long else self.luck.uniform(0.0, 0.5)
                self.thinking[match.spec.match_id, seat] = _Thinking(
                    match,
                    seat,
                    decision.turn,
                    decision.seconds,
                    self.real + share * decision.seconds,
                    self.heard,
                    self.disturbances,
                    too_long,
                )

    def _answer(self) -> None:
        due = [key for key, one in self.thinking.items() if one.answers_at <= self.real]
        for key in due:
            one = self.thinking.pop(key)
            decision = one.match.open_decision(one.seat)
            if decision is None or decision.turn != one.turn:
                continue
            move = one.match.game.default_move(one.match.published_state, one.seat)
            self.registry.submit(one.match, one.seat, one.turn, move, self.clock.now())
            self.registry.dispatch()
            self._judge(one)

    def _find_timed_out(self) -> None:
        for key, one in tuple(self.thinking.items()):
            decision = one.match.open_decision(one.seat)
            if decision is None or decision.turn != one.turn:
                del self.thinking[key]
                self._judge(one)

    def _judge(self, one: _Thinking) -> None:
        figures = self.figures
        record = next(each for each in one.match.records if each.turn == one.turn)
        charged = record.time_used / 1e6
        stops = self.disturbances - one.disturbances
        heard = min(one.seconds, self.heard - one.heard)
        over = charged - heard
        figures.decisions += 1
        figures.caught += stops > 0
        figures.most_overcharged = max(figures.most_overcharged, over)
        figures.most_undercharged = max(figures.most_undercharged, -over)
        has_time_out = record.cause is Cause.TIMED_OUT
        figures.timed_out += has_time_out
        figures.thought_too_long += one.too_long
        excused = (stops + 2) * _MOST
        is_right = over <= stops * _MOST + 0.01 and -over <= excused
        if has_time_out:
            is_right = is_right and one.too_long
        elif heard >= one.seconds:
            is_right = is_right and self.heard - one.heard < one.seconds + excused
        figures.wrong += not is_right

    def match_ended(self, match: Match) -> None:
        for seat in range(len(match.seats)):
            one = self.thinking.pop((match.spec.match_id, seat), None)
            if one is not None:
                self._judge(one)


class _Nobody:
    """Sits at a seat; the simulation knows itself what there is to do."""

    def notify(self) -> None:
        pass

    def timed_out(self) -> None:
        pass

    def superseded(self) -> None:
        pass


def main() -> int:
    """Simulate what the command line asks for; 1 if anybody paid."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--days", type=float, default=24.0, help="to play (default: %(default)g)")
    parser.add_argument("--seed", type=int, default=1, help="of all that happens (default: 1)")
    args = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))

    async def simulate() -> Figures:
        return Simulation(args.seed).run(args.days)

    figures = asyncio.run(simulate())
    console = Console(highlight=False)
    for name, value in asdict(figures).items():
        console.print(f"{name.replace('_', ' '):<20} {value:,.3f}".removesuffix(".000"))
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
