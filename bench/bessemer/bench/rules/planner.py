"""
The planner's benchmark: how long the exact plan of a hand takes, on hands as they occur.

The hands are those of matches of the shipped bots, played in this process from the same seeds every
time. Each is planned for what `bessemer.bots.furnace.prices` says its leftovers are worth. The reference, measured right
before each plan, is what it takes to draw one plan at random and carry it out by the rules: cores of
a shared machine change speed by themselves, and a ratio does not.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track

from bessemer.bench.measuring.harness import declare, positive, present
from bessemer.bench.measuring.rounds import Detail, Report, Spread
from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.prices import leftovers, phases_left
from bessemer.bots.registry import BOTS
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.phases import production
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Phase
from bessemer.sdk.furnace import FurnaceView

EXAMPLE: Final = """\
examples:
  bessemer bench planner
  bessemer bench planner --bots magnate,search --matches 12
  bessemer bench planner --quick --json | tail -n 1
"""
_BOTS: Final = BOTS[FURNACE.name]
_DEFAULT_BOTS: Final = ("magnate", "planner", "greedy")
_MATCHES: Final = 60
_QUICK_MATCHES: Final = 2
_CLOCK: Final = 20.0
"""Seconds that a bot believes to have for each decision: enough to play well, and soon."""
_SIZES: Final = {"0-4": range(5), "5-8": range(5, 9), "9-12": range(9, 13), "13+": range(13, 99)}
"""By the number of companies in a hand."""
_LIMIT: Final = 60.0
"""Seconds for one plan; what takes longer is not proven."""
_SAMPLES: Final = 5


class AskedPlan(NamedTuple):
    """A seat that is asked for a plan."""

    board: Board
    seat: Seat

    @property
    def companies(self) -> int:
        """The number of companies that the seat owns."""
        return len(self.board.players[self.seat].companies)

    @property
    def in_line(self) -> bool:
        """Whether it is the chain variant."""
        return bool(self.board.players[self.seat].line)


class Timed(NamedTuple):
    """A plan that was made."""

    asked: AskedPlan
    milliseconds: float
    ratio: float
    """The number of random plans that could have been drawn and carried out meanwhile."""
    is_best: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    length = declare(
        parser,
        "Milliseconds for the best production plan of hands as they occur.",
        EXAMPLE,
        quick="two matches: measures nothing",
    )
    parser.add_argument(
        "--bots",
        type=_bots_argument,
        metavar="A,B",
        default=tuple(name for name in _DEFAULT_BOTS if name in _BOTS),
        help=f"whose matches, of {', '.join(_BOTS)} (default: {','.join(_DEFAULT_BOTS)})",
    )
    length.add_argument(
        "--matches",
        type=positive,
        metavar="N",
        default=_MATCHES,
        help="matches, every second one in the chain variant (default: %(default)s)",
    )


def _bots_argument(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in _BOTS:
            raise argparse.ArgumentTypeError(f"{name!r} is no bot; there are {', '.join(_BOTS)}")
    return names


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    out = Console(stderr=args.json, highlight=False)
    progress = Console(stderr=True)
    matches = _QUICK_MATCHES if args.quick else args.matches
    if args.quick:
        out.print("--quick: so few hands that the figures mean nothing.")
    is_hidden = not progress.is_terminal
    asked: list[AskedPlan] = []
    for number in track(
        range(matches), "playing", console=progress, transient=True, disable=is_hidden
    ):
        asked += hands(number, args.bots)
    timed = [
        time_plan(each, number)
        for number, each in enumerate(
            track(asked, "planning", console=progress, transient=True, disable=is_hidden)
        )
    ]
    present(args, report(timed, args.bots))
    return 0


def hands(number: int, names: Sequence[str]) -> Iterator[AskedPlan]:
    """Play the match with this number between these bots, and give out who is asked for plans."""
    seats = FURNACE.seats[number // 2 % len(FURNACE.seats)]
    options = FURNACE.options({"chain": "on" if number % 2 else "off"})
    state = FURNACE.setup(options, seats, Chance(number.to_bytes(8, "big")))
    players = [
        _BOTS[names[(number + seat) % len(names)]](random.Random(f"{number} {seat}"))
        for seat in range(seats)
    ]
    while pending := FURNACE.decisions(state):
        seat = pending[0].seat
        if state.board.phase is Phase.PLAN:
            yield AskedPlan(state.board, seat)
        view = FurnaceView(FURNACE.view(state, seat), _CLOCK)
        state = FURNACE.apply(state, seat, players[seat].decide(view))


def time_plan(asked: AskedPlan, number: int) -> Timed:
    """Plan for a hand; the processor's time, so that a neighbour's work is not counted."""
    board, seat = asked
    worth = leftovers(board.table.options.deck, phases_left(board) - 1)
    below = random.Random(number).randrange
    started = time.process_time()
    for _ in range(_SAMPLES):
        production.produced(board, seat, production.sample_plan(board, seat, below))
    drawn = time.process_time()
    best = best_plan(board, seat, worth, seconds=_LIMIT)
    took = time.process_time() - drawn
    return Timed(asked, 1000 * took, took * _SAMPLES / max(drawn - started, 1e-9), best.is_best)


def _kinds(timed: Sequence[Timed]) -> dict[str, list[Timed]]:
    """The plans by kind of hand, all of them first."""
    kinds = {"all": list(timed)}
    for in_line, name in (False, "any order"), (True, "in line"):
        kinds[name] = [each for each in timed if each.asked.in_line == in_line]
    for size, companies in _SIZES.items():
        kinds[f"{size} companies"] = [each for each in timed if each.asked.companies in companies]
    return {name: plans for name, plans in kinds.items() if plans}


class PlannerFigures(NamedTuple):
    """The figures of one kind of hand."""

    hands: int
    median_ms: float
    p99_ms: float
    max_ms: float
    median_ratio: float
    proven: float
    """The share of the plans that were proven to be the best."""

    @classmethod
    def of(cls, plans: Sequence[Timed]) -> "PlannerFigures":
        """The figures of these plans."""
        times = sorted(plan.milliseconds for plan in plans)
        return cls(
            len(plans),
            statistics.median(times),
            times[min(len(times) - 1, len(times) * 99 // 100)],
            times[-1],
            statistics.median(plan.ratio for plan in plans),
            sum(plan.is_best for plan in plans) / len(plans),
        )


def report(timed: Sequence[Timed], names: Sequence[str]) -> Report:
    """The report for programs."""
    kinds: dict[str, Detail] = {
        name: PlannerFigures.of(plans)._asdict() for name, plans in _kinds(timed).items()
    }
    ratio = Spread.of(plan.ratio for plan in timed)
    return Report.of("planner", ratio, 1, {"bots": ",".join(names), "hands": kinds})
