"""`bessemer match`: one headless match over real gRPC, every bot a process of its own."""

import argparse
import asyncio
import json
import logging
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from bessemer.cli.bots.bot_names import bot_spec
from bessemer.cli.console.arguments import (
    WrongUsage,
    add_clock,
    add_game_options,
    add_json,
    add_thinkers,
    describe,
    read_game_options,
)
from bessemer.cli.console.output import own_command
from bessemer.cli.console.signals import run_until_stopped
from bessemer.cli.console.values import SEED, output_file
from bessemer.cli.replay.sources import fetch
from bessemer.engine.catalogue import GAMES
from bessemer.printable import printable
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runtime.temporary_folders import temporary_folder

if TYPE_CHECKING:
    from bessemer.processes.processor_times import BotProcesses
    from bessemer.rpc.serving.parts import Referee
    from bessemer.sdk.connection.referee_calls import RefereeCalls

_EXAMPLES: Final = """\
bessemer match furnace --bots greedy,random,idle
bessemer match furnace --bots ./my_bot.py,greedy,random
bessemer match furnace --bots "./my_bot.py --depth 3,./my_bot.py --depth 1"
bessemer match brass --bots lines:./a.out,greedy
bessemer match furnace --bots planner,greedy,greedy,random --seed 7 --out game.replay
bessemer match furnace --bots ./my_bot.py,greedy --seed 7 --debug
bessemer match furnace --bots greedy,random --option chain=on --json | tail -n 1
"""
_NOTES: Final = """\
A bot of your own is a program: a .py file (see `bessemer new`), or anything that can be run. With
lines: before it, it reads and writes lines (docs/lines.md); otherwise its environment says what to play: BESSEMER_ADDRESS, BESSEMER_MATCH, BESSEMER_SEAT, BESSEMER_TOKEN, and with
--seed BESSEMER_SEED. What it prints goes to standard error. It runs in the sandbox, as on a ladder (see
docs/sandbox.md). The exit code is 1 if anything went wrong with a bot, even if the match was played.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play one match among bots, each a process that connects over gRPC.",
        _EXAMPLES,
        _NOTES,
    )
    from bessemer.bots.registry import names_by_game

    add = command.add_argument
    add("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    add(
        "--bots",
        required=True,
        metavar="A,B,…",
        help=f"who plays, seat 0 first: shipped bots by name ({names_by_game()}), or files such as "
        "./my_bot.py",
    )
    add(
        "--seed",
        type=SEED,
        help="repeats a match exactly: the set-up, and what the bots do by chance (default: random)",
    )
    add_game_options(command)
    add_clock(command, bank=60.0, increment=1.0)
    add_thinkers(command)
    add("--out", type=output_file, help="write the replay to this file (default: it is not kept)")
    add(
        "--no-sandbox",
        dest="sandbox",
        action="store_false",
        help="run programs of your own without the sandbox: they can use the network and see and write "
        "your files (default: as `ladder run` and `compare` run them)",
    )
    add(
        "--debug",
        action="store_true",
        help="play in this process, without clock, sandbox and progress bar, so that breakpoint() in a "
        "bot works; its first fault ends the match with a traceback",
    )
    add_json(command)
    command.set_defaults(run=run)


class _Wanted(NamedTuple):
    """The match that the arguments ask for."""

    game: str
    options: Mapping[str, str]
    bots: Sequence[BotSpec]

    @property
    def names(self) -> list[str]:
        return [bot.name for bot in self.bots]


def run(args: argparse.Namespace) -> int:
    """Play the match that `args` ask for."""
    from bessemer.bots.registry import BOTS

    game = GAMES[args.game]
    bots = [bot_spec(name, BOTS[args.game]) for name in args.bots.split(",")]
    if len(bots) not in game.seats:
        raise WrongUsage(
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)} players, and --bots "
            f"names {len(bots)}"
        )
    options = read_game_options(args.option)
    game.options(options)  # refuses what the game does not have, before anything is started
    wanted = _Wanted(args.game, options, bots)
    if args.debug:
        return _debug(args, wanted)
    return run_until_stopped(_play(args, wanted))


def _debug(args: argparse.Namespace, wanted: _Wanted) -> int:
    from bessemer.cli.bots.match_debug import play_to_debug
    from bessemer.sdk.connection.creation import seed_of
    from bessemer.v1 import match_pb2 as pb

    seed, played = play_to_debug(args, wanted.options)
    result = pb.MatchResult(ranks=played.ranks, scores=played.scores, seed=seed_of(seed))
    _show(args, wanted, "debug", result, [""] * len(wanted.bots))
    return 0


async def _play(args: argparse.Namespace, wanted: _Wanted) -> int:
    from bessemer.matches.records import Durability
    from bessemer.processes.processor_times import BotProcesses, default_thinkers
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.rpc.serving.serve_config import ServeConfig
    from bessemer.rpc.serving.server import serving
    from bessemer.sdk.connection.channels import open_channel
    from bessemer.sdk.connection.referee_calls import RefereeCalls

    configure(LogFormat.PLAIN, level=logging.WARNING)
    with (
        temporary_folder() as folder,
        temporary_folder() as socket,
    ):
        # A unix socket is quicker than TCP, and nobody else can connect.
        config = ServeConfig(
            listen=(f"unix:{socket}/referee.sock",),
            data=folder,
            durability=Durability.MATCH,
            metrics="",
            is_private=True,
            thinkers=args.thinkers or default_thinkers(),
        )
        accounts = BotProcesses()
        async with serving(config, processor_times=accounts) as referee:
            token = (folder / "organiser.token").read_text(encoding="ascii").strip()
            async with open_channel(referee.addresses[0]) as channel:
                calls = RefereeCalls(channel, token)
                return await _organise(args, wanted, calls, referee, accounts)


async def _organise(
    args: argparse.Namespace,
    wanted: _Wanted,
    calls: "RefereeCalls",
    referee: "Referee",
    accounts: "BotProcesses",
) -> int:
    from bessemer.runner.bots.single_match import MatchHouse, play_match
    from bessemer.runner.sandbox.bot_starter import BotStarter, bot_starter
    from bessemer.sdk.connection.creation import clock_of
    from bessemer.v1 import match_service_pb2 as pb

    request = pb.CreateMatchRequest(
        game=wanted.game, options=wanted.options, clock=clock_of(args.bank, args.increment)
    )
    console = Console(stderr=True)
    starter = BotStarter(None)
    if args.sandbox:
        starter = await asyncio.to_thread(bot_starter, wanted.bots, hidden=referee.config.data)
    if starter.warning:
        console.print(starter.warning, style="yellow", markup=False)

    async def follow(match_id: str) -> Any:  # noqa: ANN401 - a MatchResult
        return await _follow(calls, match_id, wanted, console)

    house = MatchHouse(calls, referee, starter, accounts, console)
    played = await play_match(house, request, wanted.bots, args.seed, follow)
    result = played.result
    _show(args, wanted, played.match_id, result, played.faults)
    if args.out is not None and result.ranks:
        await fetch(calls, played.match_id, args.out)
        if not args.json:
            _show_next(args.out)
    return 0 if result.ranks and not any(played.faults) else 1


async def _follow(calls: "RefereeCalls", match_id: str, wanted: _Wanted, console: Console) -> Any:  # noqa: ANN401 - a MatchResult
    """Watch the match to its end with a counter of moves; the result."""
    from bessemer.v1 import match_service_pb2 as pb

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} moves"),
        TimeElapsedColumn(),
    )
    result = None
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        bar = progress.add_task(f"{wanted.game}, {len(wanted.bots)} seats", total=None)
        async for update in calls.stream(pb.WatchMatchRequest(match_id=match_id)):
            progress.advance(bar, len(update.moves))
            if update.HasField("result"):
                result = update.result
    return result


def _show(
    args: argparse.Namespace,
    wanted: _Wanted,
    match_id: str,
    result: Any,  # noqa: ANN401 - a MatchResult
    noticed: Sequence[str],
) -> None:
    faults = {seat: fault for seat, fault in enumerate(noticed) if fault}
    faults |= {fault.seat: fault.message for fault in result.seat_faults}
    if args.json:
        seats = [
            {"seat": seat, "bot": name, "rank": rank, "score": score, "fault": faults.get(seat)}
            for seat, (name, rank, score) in enumerate(
                zip(wanted.names, result.ranks, result.scores, strict=False)
            )
        ]
        facts = {"match_id": match_id, "seed": result.seed.hex(), "seats": seats}
        print(json.dumps({**facts, "message": result.message}))
        return
    table = Table(title=f"{wanted.game}, match {match_id}", title_justify="left")
    for heading in ("rank", "seat", "bot", "score", "note"):
        table.add_column(heading, justify="left" if heading in ("bot", "note") else "right")
    rows = zip(result.ranks, range(len(wanted.names)), wanted.names, result.scores, strict=False)
    for rank, seat, name, score in sorted(rows):
        note = Text(printable(faults.get(seat, "")))
        table.add_row(str(rank), str(seat), Text(printable(name)), str(score), note)
    console = Console(highlight=False)
    console.print(table)
    if result.message:
        console.print(Text(printable(result.message)))


def _show_next(replay: Path) -> None:
    console = Console(highlight=False)
    console.print(f"The replay is in {replay}. Check it, or step through it:", markup=False)
    for command in ("verify", "show"):
        line = f"  {own_command()} replay {command} {shlex.quote(str(replay))}"
        console.print(line, soft_wrap=True, markup=False)
