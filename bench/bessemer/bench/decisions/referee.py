"""
The referee's benchmark: how near it comes to the floor, a bare gRPC echo.

The referee is the command itself in a process of its own; its players are another process (see
`load.py`), scripted, so that they answer at once. Every round measures the floor and the referee at
once 64, at once 256 and alone, and the report gives the ratios inside the rounds. The floor is gRPC
as it comes; it is also measured on threads that are set as the referee sets its own.
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from bessemer.bench.decisions import by_choices
from bessemer.bench.decisions.scripts import SEATS, script
from bessemer.bench.measuring.harness import (
    ONE_ROUND,
    declare,
    measure,
    present,
    rounds_of,
)
from bessemer.bench.measuring.processes import MeasuredReferee, TaskProcess
from bessemer.bench.measuring.rounds import Figures, Report, Round, Spread, rates, speed_ratio

EXAMPLE: Final = """\
examples:
  bessemer bench referee
  bessemer bench referee --rounds 9
  bessemer bench referee --choices
  bessemer bench referee --quick --json | tail -n 1
"""
_PER_SECOND: Final = ("floor 64", "patient floor 64", "match 64", "move 64", "match 256")
"""So many matches of that durability at once; a floor has as many messages in flight."""
_GOALS: Final = {"ratio": 0.85, "move ratio": 0.6, "more ratio": 0.95, "turn p50 ratio": 1.1}
"""The last at most, the others at least."""
_MANY: Final = 100
"""From so many matches on memory per seat is measured."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Decisions a second over gRPC, as a ratio to a bare echo in the same run.",
        EXAMPLE,
        rounds="rounds of about 15 s",
        quick=ONE_ROUND,
    )
    parser.add_argument(
        "--choices",
        action="store_true",
        help="instead: a client that plays by choices alone, as a ratio to one that knows the rules",
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    rounds = rounds_of(args)
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        bench = Bench(Path(folder), stack, quick=args.quick)
        configurations = (
            by_choices.configurations(bench.referee, quick=args.quick)
            if args.choices
            else bench.configurations()
        )
        counted = measure(configurations, rounds, warm_ups=0 if args.quick else 1)
        faults = bench.referee.clock_losses()
    if args.choices:
        chosen = by_choices.report(counted, faults, is_compiled=bench.referee.is_compiled)
        present(args, chosen)
    else:
        findings = _findings(counted, bench, faults)
        present(args, findings)
    return 0 if faults == 0 else 1


class Bench:
    """The processes: a referee, the floor, and the players."""

    def __init__(self, folder: Path, stack: ExitStack, *, quick: bool) -> None:
        self._small = quick
        self.referee = MeasuredReferee(stack, folder)
        messages = folder / "messages"
        messages.write_text("\n".join(self.referee.play(4)["messages"]))
        self._floor, self._patient_floor = (
            TaskProcess(stack, "bessemer.bench.decisions.echo", str(messages), *words).line()
            for words in ((), ("--patient",))
        )
        self._idle_memory = self.referee.memory()
        self.memory_per_seat = 0.0

    def configurations(self) -> dict[str, Callable[[], Figures]]:
        """The configurations of each round."""
        many, more = (8, 16) if self._small else (64, 256)
        return {
            "floor 64": lambda: self._exchange(self._floor, many, 12_000),
            "patient floor 64": lambda: self._exchange(self._patient_floor, many, 12_000),
            "match 64": lambda: self._play(many),
            "move 64": lambda: self._play(many, durability="move"),
            "match 256": lambda: self._play(more),
            "floor 1": lambda: self._exchange(self._floor, 1, 1000),
            # One after the other: a single match is over too soon to measure.
            "match 1": lambda: self._play(1, times=5),
        }

    def _play(self, matches: int, **how: Any) -> Figures:  # noqa: ANN401 - the referee's
        played = self.referee.play(matches, **how)
        if matches > _MANY:
            grown = self.referee.memory() - self._idle_memory
            self.memory_per_seat = max(self.memory_per_seat, grown / (matches * SEATS))
        return played

    def _exchange(self, address: str, matches: int, exchanges: int) -> Figures:
        return self.referee.players.ask(
            {
                "what": "exchange",
                "address": address,
                "streams": matches * SEATS,
                "in_flight": round(matches * _in_flight()),
                "exchanges": exchanges // (10 if self._small else 1),
            }
        )


def _in_flight() -> float:
    """Decisions that a match has in flight: more than one, as some are asked at the same time."""
    scripts = [script(number) for number in range(16)]
    return sum(one.decisions for one in scripts) / sum(one.steps for one in scripts)


def _latency(rounds: Sequence[Round]) -> Spread:
    return Spread.of(each["match 1"]["p50"] / each["floor 1"]["p50"] for each in rounds)


def _findings(rounds: Sequence[Round], bench: Bench, faults: int) -> Report:
    def ratio(subject: str, reference: str) -> Spread:
        return speed_ratio(rounds, subject, reference, "decisions")

    figures: dict[str, Any] = {
        "patient_floor_ratio": ratio("match 64", "patient floor 64")._asdict(),
        "move_ratio": ratio("move 64", "floor 64")._asdict(),
        "more_ratio": ratio("match 256", "match 64")._asdict(),
        "turn_p50_ratio": _latency(rounds)._asdict(),
        "turn_p50_us": Spread.of(each["match 1"]["p50"] * 1e6 for each in rounds)._asdict(),
        "memory_per_seat_kib": bench.memory_per_seat,
        "clock_losses": float(faults),
        "compiled": float(bench.referee.is_compiled),
        "goal": _GOALS,
    }
    for name in _PER_SECOND:
        figures[f"{name} per second"] = rates(rounds, name, "decisions")._asdict()
    return Report.of("referee", ratio("match 64", "floor 64"), len(rounds), figures)
