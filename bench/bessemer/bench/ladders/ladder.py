"""
The ladder's benchmark: whole matches of real bots, against a bare gRPC echo of as many messages.

The set-up is that of `bessemer ladder run`: a private referee, four `random` bots as sandboxed
processes that live across matches, ratings, replays. Every round measures the floor, see `referee.py`, and the
ladder. What a match costs beside its decisions is timed piece by piece.
"""

import argparse
import asyncio
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import uvloop
from rich.console import Console

from bessemer.bench.decisions.referee import Bench
from bessemer.bench.measuring.harness import (
    ONE_ROUND,
    declare,
    measure,
    present,
    progress_line,
    rounds_of,
)
from bessemer.bench.measuring.processes import memory_of
from bessemer.bench.measuring.rounds import (
    Configurations,
    Figures,
    Report,
    Spread,
    rates,
    speed_ratio,
)
from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.continuous import Continuous, Limited
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchSpec,
    Record,
    Started,
    Status,
)
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.replays.format import write_replay
from bessemer.rpc.ops.logs import LogFormat, configure
from bessemer.runner.bots.bot_specs import shipped_bot
from bessemer.runner.ladder_run import LadderRun, ensure_ladder, ladder_run
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.sandbox import build_sandbox
from bessemer.runtime.gc import calm_collector
from bessemer.storage.matches.match_store import open_store

EXAMPLE: Final = """\
examples:
  bessemer bench ladder
  bessemer bench ladder --rounds 9 --json | tail -n 1
  bessemer bench ladder --long 10000 --at-once 250
"""
_GAME: Final = "furnace"
_SEATS: Final = 4
_CLOCK: Final = ClockSettings(bank=2.0, increment=0.02)
_AT_ONCE: Final = 64
_MATCHES: Final = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Matches a second of a whole ladder, as a ratio to a bare echo.",
        EXAMPLE,
        rounds="rounds of measurement",
        quick=ONE_ROUND,
    )
    add = parser.add_argument
    add(
        "--at-once",
        type=int,
        default=_AT_ONCE,
        metavar="N",
        help="matches at once (default: %(default)s)",
    )
    add(
        "--long",
        type=int,
        metavar="N",
        help="instead: play this many matches in one run, and watch the memory (default: short rounds)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for."""
    configure(LogFormat.AUTO, level=30)
    calm_collector()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(_long(args) if args.long else _measure(args))
    present(args, report)
    return 0


class Ladders:
    """A ladder run that is given a new schedule again and again."""

    run: LadderRun

    def __init__(self) -> None:
        self.decisions = 0
        self.ends: Counter[str] = Counter()
        """The results of matches that did not end as they should."""
        self.time_losses = 0
        self.played = 0

    def on_match_ended(self, _pairing: Pairing, match: Match) -> None:
        """Count a match that is over."""
        self.played += 1
        self.decisions += len(match.records)
        self.time_losses += sum(entry.cause is Cause.TIMED_OUT for entry in match.records)
        ending = match.result
        if ending is None or ending.status is not Status.FINISHED or ending.seat_faults:
            self.ends[str(ending)] += 1

    async def play(self, matches: int) -> Figures:
        """Play so many matches; their decisions and their seconds."""
        lobby = self.run.lobby
        self.run.done.clear()
        before, began = self.decisions, time.perf_counter()
        lobby.schedule = _schedule(lobby.ratings, matches)
        lobby.pair_soon()
        await self.run.done.wait()
        seconds = time.perf_counter() - began
        return {"decisions": self.decisions - before, "seconds": seconds, "matches": matches}


async def _opened(stack: AsyncExitStack, folder: Path, at_once: int) -> Ladders:
    game = GAMES[_GAME]
    config = LadderRunConfig(
        folder,
        Ladder("bench", _GAME, game.option_texts(game.options({})), _SEATS, _CLOCK),
        [shipped_bot("random")._replace(name=f"random-{number}") for number in range(_SEATS)],
        build_sandbox(),
        concurrency=at_once,
    )
    ensure_ladder(config)
    ladders = Ladders()
    ladders.run = await stack.enter_async_context(
        ladder_run(
            config,
            lambda ratings: _schedule(ratings, 0),
            on_match_ended=ladders.on_match_ended,
        )
    )
    while len(ladders.run.lobby.players) < _SEATS:  # noqa: ASYNC110 - once
        await asyncio.sleep(0.05)
    return ladders


def _schedule(ratings: LiveRatings, matches: int) -> Limited:
    settings = MatchmakingSettings(seats=_SEATS)
    return Limited(Continuous(settings, ratings.rating, secrets.SystemRandom()), matches)


async def _measure(args: argparse.Namespace) -> Report:
    matches = 8 if args.quick else max(_MATCHES, 4 * args.at_once)
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as floor:
        floor_folder = Path(folder) / "floor"
        floor_folder.mkdir()
        bench = Bench(floor_folder, floor, quick=args.quick)
        async with AsyncExitStack() as stack:
            ladders = await _opened(stack, Path(folder) / "ladder", args.at_once)
            configurations: Configurations = {
                "floor": bench.configurations()["floor 64"],
                "ladder": lambda: asyncio.run_coroutine_threadsafe(
                    ladders.play(matches), loop
                ).result(),
            }
            warm_ups = 0 if args.quick else 1
            # In a thread: the ladder plays in the loop.
            rounds = await asyncio.to_thread(
                measure, configurations, rounds_of(args), warm_ups=warm_ups
            )
        pieces = cost_of_a_match(Path(folder) / "pieces.sqlite3", 20 if args.quick else 200)
    played = rounds[-1]["ladder"]
    figures: dict[str, Any] = {
        "matches_per_second": rates(rounds, "ladder", "matches")._asdict(),
        "floor_per_second": rates(rounds, "floor", "decisions")._asdict(),
        "decisions_of_a_match": played["decisions"] / played["matches"],
        "ms_beside_decisions": {**pieces, "sum": sum(pieces.values())},
        "unexplained_ends": float(sum(ladders.ends.values())),
        "time_losses": float(ladders.time_losses),
    }
    ratio = speed_ratio(rounds, "ladder", "floor", "decisions")
    return Report.of("ladder", ratio, len(rounds), figures)


def cost_of_a_match(database: Path, count: int) -> dict[str, float]:
    """Milliseconds of processor time that a match costs beside its decisions, piece by piece."""
    played = _played_out(b"bench match")
    specs = [replace(played.spec, match_id=f"{number:016x}") for number in range(count)]
    ending = played.outcome(1.0)

    def timed(work: Callable[[], object]) -> float:
        began = time.process_time()
        work()
        return 1000 * (time.process_time() - began) / count

    store = open_store(database)
    result = Result("", played.spec.players, ending.ranks, ending.scores, ending.ended)
    replay = write_replay(played.spec, played.spec.players, 0.0, played.records, ending)
    records: list[Record] = []
    for spec in specs:
        records.append(Created(spec, (), ()))
        records.append(Started(spec.match_id, spec.players, 0.0))
        records.append(Ended(spec.match_id, ending, replay, is_rated=True))
    costs = {
        "set up": timed(lambda: [Match(spec) for spec in specs]),
        "replay": timed(
            lambda: [
                write_replay(spec, spec.players, 0.0, played.records, ending) for spec in specs
            ]
        ),
        "database": timed(lambda: store.write(records)),
        "rating": timed(lambda: Ratings.rebuilt([result] * count)),
    }
    store.close()
    return {name: round(cost, 3) for name, cost in costs.items()}


def _played_out(seed: bytes) -> Match:
    """A match of random moves, in this process."""
    game = GAMES[_GAME]
    spec = MatchSpec(
        match_id="0" * 16,
        game=_GAME,
        rules_version=game.rules_version,
        options=game.option_texts(game.options({})),
        players=tuple(f"random-{seat}" for seat in range(_SEATS)),
        seed=seed,
        clock=_CLOCK,
        durability=Durability.MATCH,
        created=0.0,
        ladder="bench",
        season=1,
    )
    match, luck = Match(spec), random.Random(1)
    for seat, player in enumerate(spec.players):
        match.join(Seat(seat), player)
    match.start(0.0, 0.0)
    while not match.is_played_out:
        for number in range(_SEATS):
            question = match.open_decision(Seat(number))
            if question is not None:
                move = game.sample_move(match.published_state, Seat(number), luck.randrange)
                match.accept(Seat(number), question.turn, move, 0.0)
                match.publish(0.0)
    return match


async def _long(args: argparse.Namespace) -> Report:
    """One run of many matches: does memory grow, does every match end as it should?"""
    memory: list[float] = []
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder:
        async with AsyncExitStack() as stack:
            ladders = await _opened(stack, Path(folder), args.at_once)
            parts = 10
            seconds = 0.0
            with progress_line() as progress:
                bar = progress.add_task("matches", total=args.long)
                for _ in range(parts):
                    played = await ladders.play(args.long // parts)
                    seconds += played["seconds"]
                    memory.append(memory_of("self") / 1024)
                    progress.update(bar, completed=ladders.played)
            growth = memory[-1] / memory[1]
    figures: dict[str, Any] = {
        "matches": float(ladders.played),
        "matches_per_second": ladders.played / seconds,
        "memory_mib": [round(value, 1) for value in memory],
        "unexplained_ends": float(sum(ladders.ends.values())),
        "time_losses": float(ladders.time_losses),
    }
    for said, count in ladders.ends.most_common(5):
        Console(stderr=True).print(f"{count} times: {said}")
    return Report.of("ladder, memory at the end ÷ early on", Spread.of([growth]), 1, figures)
