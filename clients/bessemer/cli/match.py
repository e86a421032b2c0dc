"""`bessemer match`: one headless match over real gRPC, every bot a process of its own."""

import argparse
import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bessemer.cli.arguments import add_option, read_options
from bessemer.cli.subcommands import Subcommands
from bessemer.engine.catalogue import GAMES
from bessemer.runner.bot_specs import BotSpec, UnknownBot, bot_spec

_EXAMPLES: Final = """\
examples:
  bessemer match furnace --bots greedy,random,idle
  bessemer match furnace --bots ./my_bot.py,greedy,random
  bessemer match furnace --bots planner,greedy,greedy,random --seed 7 --out game.replay
  bessemer match furnace --bots greedy,random --option chain=on --json | tail -n 1

A bot of your own is a program: a .py file (see `bessemer new`), or anything that can be run. It finds
in its environment what to play: BESSEMER_ADDRESS, BESSEMER_MATCH, BESSEMER_SEAT, BESSEMER_TOKEN, and
with --seed BESSEMER_SEED. What it prints goes to standard error.
"""
_LAST_NEWS: Final = 5.0
"""How many seconds the end of a match takes at most to be heard of, once a bot has gone."""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "match",
        help="one headless match",
        description="Play one match among bots, each a process that connects over gRPC.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    add(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="who plays, seat 0 first: shipped bots, or files",
    )
    add("--seed", type=int, metavar="N", help="repeat a match exactly")
    add_option(command)
    add("--bank", type=float, default=60.0, metavar="S", help="time in the bank (%(default)s)")
    add("--increment", type=float, default=1.0, metavar="S", help="time a decision (%(default)s)")
    add("--out", type=Path, metavar="FILE", help="write the replay there")
    add("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the match that `args` ask for."""
    from bessemer.bots.registry import BOTS

    try:
        args.contenders = [bot_spec(name, BOTS[args.game]) for name in args.bots.split(",")]
    except UnknownBot as error:
        print(f"bessemer: {error}", file=sys.stderr)
        return 2
    args.names = [named.name for named in args.contenders]
    args.options = read_options(args.option)
    return asyncio.run(_play(args))


async def _play(args: argparse.Namespace) -> int:
    import grpc

    from bessemer.matches.records import Durability
    from bessemer.rpc.config import ServeConfig
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.rpc.server import serving
    from bessemer.sdk.channels import open_channel

    configure(LogFormat.AUTO, level=logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="bessemer-") as folder:
        # A unix socket: half as slow as TCP again, and nobody else can connect.
        config = ServeConfig(
            listen=(f"unix:{folder}/referee.sock",),
            data=Path(folder),
            durability=Durability.MATCH,
            metrics="",
        )
        async with serving(config) as referee:
            token = (Path(folder) / "organiser.token").read_text(encoding="ascii").strip()
            async with open_channel(referee.addresses[0]) as channel:
                try:
                    return await _organise(args, channel, token, referee.addresses[0])
                except grpc.aio.AioRpcError as error:
                    print(f"bessemer: {error.details()}", file=sys.stderr)
                    return 1
                except _BotGone as error:
                    print(f"bessemer: {error}", file=sys.stderr)
                    return 1


async def _organise(args: argparse.Namespace, channel: Any, token: str, address: str) -> int:  # noqa: ANN401 - a grpc.aio.Channel, imported when it is needed
    from bessemer.sdk.creation import clock_of, seed_of, told_to_bot
    from bessemer.sdk.seat import metadata_of
    from bessemer.v1 import match_service_pb2 as pb
    from bessemer.v1 import match_service_pb2_grpc

    stub = match_service_pb2_grpc.MatchServiceStub(channel)
    metadata = metadata_of(token)
    created = await stub.CreateMatch(
        pb.CreateMatchRequest(
            game=args.game,
            options=args.options,
            seats=[pb.SeatRequest(player=name) for name in args.names],
            clock=clock_of(args.bank, args.increment),
            seed=seed_of(args.seed),
        ),
        metadata=metadata,
    )
    match_id = created.match.match_id
    bots: list[asyncio.subprocess.Process] = []
    try:
        for seat, seat_token in enumerate(created.seat_tokens):
            name = args.names[seat]
            seed = None if args.seed is None else f"{args.seed}/{seat}/{name}"
            told = told_to_bot(address, match_id, seat, seat_token, seed, args.game)
            bots.append(await _start_bot(args, seat, told))
        following = _follow(stub, metadata, match_id, args)
        result = await _unless_gone(following, args.contenders, bots)
        for bot in bots:
            await bot.wait()
    finally:
        for bot in bots:
            if bot.returncode is None:
                bot.kill()
                await bot.wait()
    if args.out is not None and result.ranks:
        replay = await stub.GetReplay(pb.GetReplayRequest(match_id=match_id), metadata=metadata)
        args.out.write_bytes(replay.replay)
    _show(args, match_id, result)
    return 0 if result.ranks else 1


async def _start_bot(
    args: argparse.Namespace, seat: int, told: dict[str, str]
) -> asyncio.subprocess.Process:
    named: BotSpec = args.contenders[seat]
    try:
        # What a bot prints must not come between us and whoever reads our output.
        return await asyncio.create_subprocess_exec(
            *named.command,
            env={"BESSEMER_LOG": "warning", **os.environ, **told},
            stdout=sys.__stderr__,
        )
    except OSError as error:
        raise _BotGone(f"cannot run {named.command[-1]}: {error.strerror}") from None


async def _unless_gone(
    following: Coroutine[Any, Any, Any],
    contenders: Sequence[BotSpec],
    bots: Sequence[asyncio.subprocess.Process],
) -> Any:  # noqa: ANN401 - a MatchResult
    """The result that `following` brings; a bot that ends before the match ends it for all."""
    result = asyncio.create_task(following)
    ends = {asyncio.create_task(bot.wait()): seat for seat, bot in enumerate(bots)}
    try:
        done, _ = await asyncio.wait((result, *ends), return_when=asyncio.FIRST_COMPLETED)
        if result not in done:
            # Perhaps the match is over and we have not heard of it yet.
            await asyncio.wait((result,), timeout=_LAST_NEWS)
        if not result.done():
            seat = ends[next(iter(done))]
            raise _BotGone(
                f"seat {seat}, {contenders[seat].name}, ended with code {bots[seat].returncode} "
                "before the match was over"
                + ("" if contenders[seat].is_shipped else ": does it end with run(…)?")
            )
        return result.result()
    finally:
        for task in (result, *ends):
            task.cancel()


class _BotGone(Exception):
    """A bot's process ended too early."""


async def _follow(stub: Any, metadata: Any, match_id: str, args: argparse.Namespace) -> Any:  # noqa: ANN401 - generated stubs
    """Watch the match to its end with a counter of moves; the result."""
    from bessemer.v1 import match_service_pb2 as pb

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} moves"),
        TimeElapsedColumn(),
    )
    result = None
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task(f"{args.game}, {len(args.names)} seats", total=None)
        watching = stub.WatchMatch(pb.WatchMatchRequest(match_id=match_id), metadata=metadata)
        async for news in watching:
            progress.advance(bar, len(news.moves))
            if news.HasField("result"):
                result = news.result
    return result


def _show(args: argparse.Namespace, match_id: str, result: Any) -> None:  # noqa: ANN401 - a MatchResult
    faults = {fault.seat: fault.message for fault in result.seat_faults}
    if args.json:
        seats = [
            {"seat": seat, "bot": name, "rank": rank, "score": score, "fault": faults.get(seat)}
            for seat, (name, rank, score) in enumerate(
                zip(args.names, result.ranks, result.scores, strict=False)
            )
        ]
        facts = {"match_id": match_id, "seed": result.seed.hex(), "seats": seats}
        print(json.dumps({**facts, "message": result.message}))
        return
    table = Table(title=f"{args.game}, match {match_id}", title_justify="left")
    for heading in ("rank", "seat", "bot", "score", "note"):
        table.add_column(heading, justify="left" if heading in ("bot", "note") else "right")
    rows = zip(result.ranks, range(len(args.names)), args.names, result.scores, strict=False)
    for rank, seat, name, score in sorted(rows):
        table.add_row(str(rank), str(seat), name, str(score), faults.get(seat, ""))
    console = Console(highlight=False)
    console.print(table)
    if result.message:
        console.print(result.message)
    if args.out is not None and result.ranks:
        console.print(f"replay: {args.out}; bessemer replay verify {args.out}")
