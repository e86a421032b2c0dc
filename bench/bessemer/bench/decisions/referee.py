"""
The referee's benchmark: how near it comes to the floor, a bare gRPC echo.

The referee is the command itself in a process of its own; its players are another process (see
`load.py`), scripted, so that they answer at once. Every round measures the floor and the referee at
once 64, at once 256 and alone, and the report gives the ratios inside the rounds. The floor is gRPC
as it comes; beside it stands the same echo on threads that are set as the referee sets its own.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from rich.console import Console
from rich.table import Table

from bessemer.bench.decisions import by_choices
from bessemer.bench.decisions.scripts import SEATS, script
from bessemer.bench.measuring.harness import ONE_ROUND, declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Round,
    Spread,
)

EXAMPLE: Final = """\
examples:
  bessemer bench referee
  bessemer bench referee --rounds 9
  bessemer bench referee --choices
  bessemer bench referee --quick --json | tail -n 1
"""
_PER_SECOND: Final = {
    "floor 64": "bare echo, as many streams and messages in flight as 64 matches have",
    "patient floor 64": "the same echo, on threads like the referee's",
    "match 64": "64 matches, durability match",
    "move 64": "64 matches, durability move",
    "match 256": "256 matches, durability match",
}

_NO_LIMITS: Final = ("--requests", "1000000", "--streams", "100000", "--matches", "100000")


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
            by_choices.configurations(bench, quick=args.quick)
            if args.choices
            else bench.configurations()
        )
        counted = measure(configurations, rounds, warm_ups=0 if args.quick else 1)
        faults = bench.clock_losses()
    if args.choices:
        chosen = by_choices.report(counted, faults, is_compiled=bench.is_compiled)
        present(args, chosen, lambda: by_choices.show(counted, chosen))
    else:
        findings = _findings(counted, bench, faults)
        present(args, findings, lambda: _show(counted, findings))
    return 0 if faults == 0 else 1


class Bench:
    """The processes: a referee, the floor, and the players."""

    def __init__(self, folder: Path, stack: ExitStack, *, quick: bool) -> None:
        self._small = quick
        self._log = folder / "referee.log"
        self._referee = stack.enter_context(referee_process(folder, self._log))
        served = served_line(self._log)
        self._address = str(served["listen"][0])
        self.is_compiled = bool(served["compiled"])
        self._token = (folder / "organiser.token").read_text(encoding="ascii").strip()
        self._players = stack.enter_context(module_process("bessemer.bench.decisions.load"))
        messages = folder / "messages"
        messages.write_text("\n".join(self._ask(self._play(4, "match"))["messages"]))
        self._floor = stack.enter_context(_echo(str(messages)))
        self._patient_floor = stack.enter_context(_echo(str(messages), "--patient"))
        self.idle_memory = memory_of(self._referee.pid)
        self.memory_per_seat = 0.0

    def configurations(self) -> dict[str, Callable[[], Figures]]:
        """What is measured in each round."""
        many, more = (8, 16) if self._small else (64, 256)
        return {
            "floor 64": lambda: self._ask(self._exchange(self._floor, many, 12_000)),
            "patient floor 64": lambda: self._ask(
                self._exchange(self._patient_floor, many, 12_000)
            ),
            "match 64": lambda: self._ask(self._play(many, "match")),
            "move 64": lambda: self._ask(self._play(many, "move")),
            "match 256": lambda: self._ask(self._play(more, "match")),
            "floor 1": lambda: self._ask(self._exchange(self._floor, 1, 1000)),
            "match 1": lambda: self._several(5),
        }

    def play(self, matches: int, game: str, *, by_choices: bool) -> Figures:
        """So many matches of any game at once, by moves or by choices."""
        task = self._play(matches, "match")
        return self._ask({**task, "game": game, "by_choices": by_choices})

    def clock_losses(self) -> int:
        """Moves that the clock made: scripted players always answer, so each is the referee's."""
        log = self._log.read_text(encoding="utf-8")
        return log.count('"seat forfeits"') + log.count("Traceback")

    def _several(self, matches: int) -> Figures:
        """Matches one after the other: a single one is over too soon to measure."""
        played = [self._ask(self._play(1, "match")) for _ in range(matches)]
        turns = sorted(figures["p50"] for figures in played)
        return {
            "decisions": sum(figures["decisions"] for figures in played),
            "seconds": sum(figures["seconds"] for figures in played),
            "p50": turns[len(turns) // 2],
        }

    def _play(self, matches: int, durability: str) -> dict[str, Any]:
        return {
            "what": "play",
            "address": self._address,
            "token": self._token,
            "matches": matches,
            "durability": durability,
        }

    def _exchange(self, address: str, matches: int, exchanges: int) -> dict[str, Any]:
        return {
            "what": "exchange",
            "address": address,
            "streams": matches * SEATS,
            "in_flight": round(matches * _in_flight()),
            "exchanges": exchanges // (10 if self._small else 1),
        }

    def _ask(self, task: dict[str, Any]) -> dict[str, Any]:
        if self._players.stdin is None or self._players.stdout is None:
            raise AssertionError("the players' input and output are pipes")
        self._players.stdin.write(json.dumps(task) + "\n")
        self._players.stdin.flush()
        line = self._players.stdout.readline()
        if not line:
            raise SystemExit("bessemer: the benchmark's players failed; see what they printed")
        if task["what"] == "play" and task["matches"] > 100:
            grown = memory_of(self._referee.pid) - self.idle_memory
            self.memory_per_seat = max(self.memory_per_seat, grown / (task["matches"] * 4))
        figures: dict[str, Any] = json.loads(line)
        return figures


def _in_flight() -> float:
    """Decisions that a match has in flight: more than one, as some are asked at the same time."""
    scripts = [script(number) for number in range(16)]
    return sum(one.decisions for one in scripts) / sum(one.steps for one in scripts)


def decision_rate(round_: Round, name: str) -> float:
    """Decisions a second."""
    return round_[name]["decisions"] / round_[name]["seconds"]


def rate_ratios(rounds: Sequence[Round], subject: str, reference: str) -> Spread:
    """The same of one configuration ÷ that of another, round by round."""
    return Spread.of(
        decision_rate(each, subject) / decision_rate(each, reference) for each in rounds
    )


def _findings(rounds: Sequence[Round], bench: Bench, faults: int) -> Report:
    latency = Spread.of(each["match 1"]["p50"] / each["floor 1"]["p50"] for each in rounds)
    figures: dict[str, Any] = {
        "patient_floor_ratio": rate_ratios(rounds, "match 64", "patient floor 64")._asdict(),
        "move_ratio": rate_ratios(rounds, "move 64", "floor 64")._asdict(),
        "more_ratio": rate_ratios(rounds, "match 256", "match 64")._asdict(),
        "turn_p50_ratio": latency._asdict(),
        "turn_p50_us": Spread.of(each["match 1"]["p50"] * 1e6 for each in rounds)._asdict(),
        "memory_per_seat_kib": bench.memory_per_seat,
        "clock_losses": float(faults),
        "compiled": float(bench.is_compiled),
    }
    for name in _PER_SECOND:
        figures[f"{name} per second"] = Spread.of(
            decision_rate(each, name) for each in rounds
        )._asdict()
    ratio = rate_ratios(rounds, "match 64", "floor 64")
    return Report.of("referee", ratio, len(rounds), figures)


def _show(rounds: Sequence[Round], findings: Report) -> None:
    console = Console(highlight=False)
    table = Table(title=f"decisions a second, {findings.rounds} rounds", title_justify="left")
    for heading in ("", "median", "lowest", "highest"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, meaning in _PER_SECOND.items():
        spread = Spread.of(decision_rate(each, name) for each in rounds)
        table.add_row(meaning, *(f"{value:,.0f}" for value in spread))
    console.print(table)
    table = Table(title="ratios", title_justify="left")
    for heading in ("", "median", "lowest", "highest", "goal"):
        table.add_column(heading, justify="right" if heading else "left")
    latency = Spread.of(each["match 1"]["p50"] / each["floor 1"]["p50"] for each in rounds)
    for what, spread, goal in (
        (
            "64 matches ÷ floor, durability match",
            rate_ratios(rounds, "match 64", "floor 64"),
            "0.85",
        ),
        ("64 matches ÷ floor, durability move", rate_ratios(rounds, "move 64", "floor 64"), "0.6"),
        ("64 matches ÷ patient floor", rate_ratios(rounds, "match 64", "patient floor 64"), ""),
        ("256 matches ÷ 64 matches", rate_ratios(rounds, "match 256", "match 64"), "0.95"),
        ("turn of one match ÷ echo, p50", latency, "at most 1.10"),
    ):
        table.add_row(what, *(f"{value:.2f}" for value in spread), goal)
    console.print(table)
    memory = findings.figures["memory_per_seat_kib"]
    losses = findings.figures["clock_losses"]
    how = "compiled (make fast)" if findings.figures["compiled"] else "not compiled: see make fast"
    console.print(f"memory per seat: {memory:.0f} KiB; clock losses: {losses:.0f}; {how}")


@contextmanager
def referee_process(
    folder: Path, log: Path, limits: Sequence[str] = _NO_LIMITS
) -> Iterator[subprocess.Popen[str]]:
    """The command, with limits that a benchmark does not meet unless it wants to."""
    with log.open("w", encoding="utf-8") as errors:
        listen = ("--listen", "127.0.0.1:0", "--metrics", "", "--log", "json")
        words = ("bessemer.cli.main", "serve", "--data", str(folder), *listen, *limits)
        with module_process(*words, errors=errors) as process:
            yield process


@contextmanager
def module_process(
    module: str, *args: str, errors: IO[str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A module of ours as a process, with pipes to its input and from its output."""
    with subprocess.Popen(  # noqa: S603 - the project's own modules
        [sys.executable, "-m", module, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _echo(*args: str) -> Iterator[str]:
    """An echo; its address."""
    with module_process("bessemer.bench.decisions.echo", *args) as process:
        if process.stdout is None:
            raise AssertionError("the floor's output is a pipe")
        yield process.stdout.readline().strip()


def served_line(log: Path) -> dict[str, Any]:
    """What the referee's log says when it serves: where, and whether compiled."""
    for _ in range(300):
        for line in log.read_text(encoding="utf-8").splitlines():
            event: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
            if event.get("event") == "referee serves":
                return event
        time.sleep(0.1)
    raise SystemExit(f"bessemer: the referee did not start:\n{log.read_text(encoding='utf-8')}")


def memory_of(pid: int) -> float:
    """The resident memory of a process in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0
