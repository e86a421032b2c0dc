"""
A ladder on a busy machine: does it come to the same result as on a quiet one?

`bessemer ladder run` is started as a user starts it, alone and beside processes that do nothing but
take the processor away. On each load the same bots play as many matches. Nobody should lose on
time, the order should be the same, and the ratings should agree within their intervals.
"""

import argparse
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

from bessemer.bench.measuring.harness import declare, present
from bessemer.bench.measuring.rounds import Report, Spread
from bessemer.matches.records import Cause
from bessemer.replays.reader import read_replay

EXAMPLE: Final = """\
examples:
  bessemer bench load
  bessemer bench load --busy 2,12 --matches 200 --json | tail -n 1
"""
_BOTS: Final = "magnate,search,planner,greedy,random"
_SPIN: Final = "while True: pass"
_QUIET: Final = 0


class BotStanding(NamedTuple):
    """The rating of one bot on a ladder."""

    bot: str
    rating: float
    half_width: float


class LoadedLadder(NamedTuple):
    """A ladder beside so many busy processes."""

    busy: int
    standings: tuple[BotStanding, ...]
    """The best first."""
    matches: int
    decisions: int
    time_losses: int
    seconds: float

    @property
    def order(self) -> tuple[str, ...]:
        """The bots, the best first."""
        return tuple(standing.bot for standing in self.standings)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "A ladder beside busy processes, against the same on a machine that is left alone.",
        EXAMPLE,
        quick="a few matches of quick bots: measures nothing",
    )
    add = parser.add_argument
    add("--bots", default=_BOTS, metavar="A,B,…", help="who plays (default: %(default)s)")
    add("--game", default="furnace", metavar="GAME", help="what (default: %(default)s)")
    add(
        "--busy",
        type=_numbers,
        default=(2, 12),
        metavar="N,M,…",
        help="how many busy processes run beside each ladder (default: 2,12)",
    )
    add(
        "--matches",
        type=int,
        default=120,
        metavar="N",
        help="matches of each ladder (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for."""
    if args.quick:
        args.bots, args.matches, args.busy = "greedy,random,idle", 6, (2,)
    console = Console(stderr=True)
    played = []
    for busy in (_QUIET, *args.busy):
        console.print(f"{args.matches} matches beside {busy} busy processes …", highlight=False)
        played.append(_ladder(args, busy))
    quiet, *loaded = played
    present(args, _report(quiet, loaded))
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not numbers of processes such as 2,12")
    return tuple(map(int, parts))


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """So many processes that take what processor they can get, while the body runs."""
    processes = [subprocess.Popen((sys.executable, "-I", "-c", _SPIN)) for _ in range(count)]  # noqa: S603 - ourselves
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGKILL)
            process.wait()


def _ladder(args: argparse.Namespace, busy: int) -> LoadedLadder:
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, busy_processes(busy):
        command = (
            *(sys.executable, "-P", "-m", "bessemer.cli.main", "ladder", "run", "--json"),
            *("--game", args.game, "--bots", args.bots, "--matches", str(args.matches)),
            *("--data", folder),
        )
        began = time.monotonic()
        ended = subprocess.run(  # noqa: S603 - ourselves
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        seconds = time.monotonic() - began
        told = json.loads(ended.stdout.splitlines()[-1])
        decisions, losses = _moves(Path(folder))
    return LoadedLadder(
        busy, tuple(_standings(told)), told["ladder"]["matches"], decisions, losses, seconds
    )


def _standings(told: dict[str, Any]) -> Iterator[BotStanding]:
    for standing in told["standings"]:
        rating = standing["rating"]
        low, high = rating["interval"]
        yield BotStanding(standing["player"], rating["value"], (high - low) / 2)


def _moves(folder: Path) -> tuple[int, int]:
    """The number of moves in the replays, and of those made for a seat that was out of time."""
    moves = losses = 0
    for path in folder.rglob("*.replay"):
        for record in read_replay(path.read_bytes()).records:
            moves += 1
            losses += record.cause is Cause.TIMED_OUT
    return moves, losses


def agrees(one: BotStanding, other: BotStanding) -> bool:
    """Whether two independent estimates of one strength differ by no more than their intervals."""
    return abs(one.rating - other.rating) <= math.hypot(one.half_width, other.half_width)


def _report(quiet: LoadedLadder, loaded: list[LoadedLadder]) -> Report:
    before = {standing.bot: standing for standing in quiet.standings}
    speeds = [each.decisions / each.seconds / (quiet.decisions / quiet.seconds) for each in loaded]
    figures: dict[str, Any] = {
        f"beside {each.busy}": {
            "matches": each.matches,
            "decisions": each.decisions,
            "seconds": each.seconds,
            "time_losses": each.time_losses,
            "order": ", ".join(each.order),
            "same_order": str(each.order == quiet.order),
            "ratings": {
                one.bot: f"{one.rating:.0f} ±{one.half_width:.0f}" for one in each.standings
            },
            "ratings_that_agree": sum(agrees(one, before[one.bot]) for one in each.standings),
        }
        for each in (quiet, *loaded)
    }
    return Report.of("load: speed beside busy processes ÷ alone", Spread.of(speeds), 1, figures)
