"""
Spectators: do matches slow down beside a crowd that asks for all it may?

The referee is the command itself, with the limits as shipped, on a database with thousands of rated
matches. Every round plays the same scripted matches alone, and beside ten spectators that list, look up,
download and watch as fast as the limits let them (`callers.py`).
"""

import argparse
import random
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import grpc

from bessemer.bench.audience import beside
from bessemer.bench.measuring.harness import ONE_ROUND, declare, present
from bessemer.bench.measuring.processes import MeasuredReferee, TaskProcess
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
"""Plays of a round: they last longer than the calls that the limits let callers save up."""


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
    history, matches = (30, 4) if args.quick else (args.history, 64)
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        write_history(Path(folder), history)
        referee = MeasuredReferee(stack, Path(folder), limits=())
        crowd = TaskProcess(stack, "bessemer.bench.audience.callers")
        tokens = spectators(referee, args.callers)
        names = [f"player{number}" for number in range(_PLAYERS)]
        crowd.tell({"address": referee.address, "tokens": tokens, "names": names})
        rounds = beside.measured(args, referee, crowd, "crowd", matches=matches, times=_TIMES)
        faults = referee.clock_losses()
    kinds = sorted({kind for each in rounds for kind in each["crowd"]} - {"decisions", "seconds"})
    calls = {kind: beside.counted(rounds, "crowd", kind) for kind in kinds}
    about = {
        "callers": float(args.callers),
        "history": float(history),
        "clock_losses": float(faults),
        "calls per second": calls,
    }

    present(args, beside.report(rounds, "crowd", "crowd", about))
    return 0 if faults == 0 else 1


def write_history(folder: Path, matches: int) -> None:
    """Writes a database with a ladder on which so many matches were rated."""
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


def spectators(referee: MeasuredReferee, count: int) -> list[str]:
    """The tokens of so many new spectators."""
    with grpc.insecure_channel(referee.address) as channel:
        stub = admin_service_pb2_grpc.AdminServiceStub(channel)
        requests = (
            admin.CreatePlayerRequest(name=f"crowd{number}", role=admin.ROLE_SPECTATOR)
            for number in range(count)
        )
        metadata = (("authorization", f"Bearer {referee.token}"),)
        return [stub.CreatePlayer(request, metadata=metadata).token for request in requests]
