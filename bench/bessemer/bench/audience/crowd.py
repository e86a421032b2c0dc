"""
Spectators: does a crowd that asks for all it may slow the matches down?

The referee is the command itself, with the limits as shipped, on a database with thousands of rated
matches. Every round plays the same scripted matches alone, and beside ten spectators that list, look up,
download and watch as fast as the limits let them (`callers.py`).
"""

import argparse
import json
import random
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import grpc
from rich.console import Console
from rich.table import Table

from bessemer.bench.decisions.referee import (
    decision_rate,
    module_process,
    rate_ratios,
    referee_process,
    served_line,
)
from bessemer.bench.measuring.harness import ONE_ROUND, declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Round,
    Spread,
)
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import (
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchResult,
    MatchSpec,
    Record,
    Started,
    Status,
)
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc

EXAMPLE: Final = """\
examples:
  bessemer bench crowd
  bessemer bench crowd --callers 1 --history 20000
  bessemer bench crowd --quick --json | tail -n 1
"""
_PLAYERS: Final = 40
_SEATS: Final = 4
_AT_ONCE: Final = 500
_TIMES: Final = 8
"""A round plays so often: longer than what the callers have saved up lasts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Decisions a second beside a crowd of spectators, as a ratio to without.",
        EXAMPLE,
        rounds="rounds of about 10 s",
        quick=ONE_ROUND,
    )
    add = parser.add_argument
    add("--callers", type=int, default=10, metavar="N", help="spectators (default: %(default)s)")
    add(
        "--history",
        type=int,
        default=5000,
        metavar="N",
        help="rated matches in the database (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    rounds = rounds_of(args)
    history = 30 if args.quick else args.history
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        write_history(Path(folder), history)
        bench = Crowded(Path(folder), stack, args.callers)
        matches = 4 if args.quick else 64
        configurations = {
            "alone": lambda: bench.play(matches),
            "crowd": lambda: bench.play_in_crowd(matches),
        }
        counted = measure(configurations, rounds, warm_ups=1)
        faults = bench.clock_losses()
    findings = report(counted, args.callers, history, faults)
    present(args, findings, lambda: _show(counted, findings))
    return 0 if faults == 0 else 1


class Crowded:
    """The processes: a referee, its players, and the crowd."""

    def __init__(self, folder: Path, stack: ExitStack, callers: int) -> None:
        self._log = folder / "referee.log"
        stack.enter_context(referee_process(folder, self._log, limits=()))
        served = served_line(self._log)
        self._address = str(served["listen"][0])
        self._token = (folder / "organiser.token").read_text(encoding="ascii").strip()
        self._players = stack.enter_context(module_process("bessemer.bench.decisions.load"))
        self._crowd = stack.enter_context(module_process("bessemer.bench.audience.callers"))
        tokens = spectators(self._address, self._token, callers)
        names = [f"player{number}" for number in range(_PLAYERS)]
        tell(self._crowd, {"address": self._address, "tokens": tokens, "names": names})

    def play(self, matches: int) -> Figures:
        """So many matches at once; several times, as they are soon over."""
        task = {
            "what": "play",
            "address": self._address,
            "token": self._token,
            "matches": matches,
            "durability": "match",
        }
        played = []
        for _ in range(_TIMES):
            tell(self._players, task)
            played.append(hear(self._players))
        return {
            "decisions": sum(one["decisions"] for one in played),
            "seconds": sum(one["seconds"] for one in played),
        }

    def play_in_crowd(self, matches: int) -> Figures:
        """The same, and what the crowd got meanwhile."""
        tell(self._crowd, {})
        figures = self.play(matches)
        tell(self._crowd, {})
        return {**figures, **hear(self._crowd)}

    def clock_losses(self) -> int:
        """Seats that forfeited: scripted players always answer, so each is the referee's."""
        log = self._log.read_text(encoding="utf-8")
        return log.count('"seat forfeits"') + log.count("Traceback")


def write_history(folder: Path, matches: int) -> None:
    """A database with a ladder on which so many matches were rated."""
    luck, game = random.Random(1), GAMES["furnace"]
    texts, clock = game.option_texts(game.options({})), ClockSettings()
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        ladder = Ladder("main", game.name, texts, _SEATS, clock, created=1.0)
        SqlLadderStore(store).create(ladder, "bench")
        records: list[Record] = []
        for number in range(matches):
            players = tuple(f"player{one}" for one in luck.sample(range(_PLAYERS), _SEATS))
            at = 1_700_000_000.0 + number
            spec = MatchSpec(
                match_id=f"{number:016x}",
                game=game.name,
                rules_version=game.rules_version,
                options=texts,
                players=players,
                seed=luck.randbytes(32),
                clock=clock,
                durability=Durability.MATCH,
                created=at,
                ladder="main",
                season=1,
            )
            ranks = tuple(luck.sample(range(1, _SEATS + 1), _SEATS))
            scores = tuple(60 - 10 * rank for rank in ranks)
            result = MatchResult(Status.FINISHED, at + 1.0, ranks=ranks, scores=scores)
            records += (
                Created(spec, (), ()),
                Started(spec.match_id, players, at),
                Ended(spec.match_id, result, b"", is_rated=True),
            )
            if len(records) >= 3 * _AT_ONCE or number == matches - 1:
                store.write(records)
                records = []


def spectators(address: str, token: str, count: int) -> list[str]:
    """New ones; their tokens."""
    with grpc.insecure_channel(address) as channel:
        stub = admin_service_pb2_grpc.AdminServiceStub(channel)
        requests = (
            admin.CreatePlayerRequest(name=f"crowd{number}", role=admin.ROLE_SPECTATOR)
            for number in range(count)
        )
        metadata = (("authorization", f"Bearer {token}"),)
        return [stub.CreatePlayer(request, metadata=metadata).token for request in requests]


def tell(process: "subprocess.Popen[str]", task: dict[str, Any]) -> None:
    """Give a process its next task, a line of JSON."""
    if process.stdin is None:
        raise AssertionError("its input is a pipe")
    process.stdin.write(json.dumps(task) + "\n")
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """Its next answer, a line of JSON."""
    if process.stdout is None:
        raise AssertionError("its output is a pipe")
    line = process.stdout.readline()
    if not line:
        raise SystemExit("bessemer: a process of the benchmark failed; see what it printed")
    figures: dict[str, Any] = json.loads(line)
    return figures


def report(rounds: Sequence[Round], callers: int, history: int, faults: int) -> Report:
    """Decisions a second beside the crowd ÷ without it."""
    figures: dict[str, Any] = {
        f"{name} per second": Spread.of(decision_rate(each, name) for each in rounds)._asdict()
        for name in ("alone", "crowd")
    }
    figures["callers"] = float(callers)
    figures["history"] = float(history)
    figures["clock_losses"] = float(faults)
    figures["calls per second"] = {
        kind: Spread.of(
            each["crowd"].get(kind, 0) / each["crowd"]["seconds"] for each in rounds
        ).median
        for kind in sorted({kind for each in rounds for kind in each["crowd"]})
        if kind not in {"decisions", "seconds"}
    }
    return Report.of("crowd", rate_ratios(rounds, "crowd", "alone"), len(rounds), figures)


def _show(rounds: Sequence[Round], found: Report) -> None:
    console = Console(highlight=False)
    table = Table(title=f"decisions a second, {found.rounds} rounds", title_justify="left")
    for heading in ("", "median", "lowest", "highest", "goal"):
        table.add_column(heading, justify="right" if heading else "left")
    for name in ("alone", "crowd"):
        spread = Spread.of(decision_rate(each, name) for each in rounds)
        table.add_row(name, *(f"{value:,.0f}" for value in spread), "")
    ratio = rate_ratios(rounds, "crowd", "alone")
    table.add_row("crowd ÷ alone", *(f"{value:.3f}" for value in ratio), "0.9")
    console.print(table)
    answers: Any = found.figures["calls per second"]
    told = ", ".join(f"{name} {count:.1f}" for name, count in answers.items())
    console.print(f"answers a second for all callers together: {told}")
