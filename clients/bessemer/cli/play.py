"""`bessemer play`: a seat for a person, against bots of one's own or in somebody else's match."""

import argparse
import getpass
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import (
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    describe,
    output_file,
    read_game_options,
)
from bessemer.cli.bot_specs import bot_spec
from bessemer.cli.output import failed, reason
from bessemer.cli.signals import run_until_stopped
from bessemer.engine.catalogue import GAMES
from bessemer.sdk.tls import add_tls_arguments, tls_of
from bessemer.wire.certificates import CertificateError

if TYPE_CHECKING:
    import grpc

    from bessemer.terminal.client import SeatAddress
    from bessemer.terminal.model import TableModel

_EXAMPLES: Final = """\
bessemer play --versus planner,search
bessemer play --versus greedy --option rounds=3 --option chain=on --seed 7 --name Ada
bessemer play --versus ./my_bot.py
bessemer play --versus greedy --plain < moves.txt
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --seat 0
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --watch
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --ladder main
"""
_NOTES: Final = """\
--plain prints the match in lines and reads your answers from the input; without a terminal it is
always so. On the full screen, ? shows the keys. See docs/playing.md.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play a match by hand, against bots on this machine or on somebody's referee.",
        _EXAMPLES,
        _NOTES,
    )
    where = command.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--versus",
        metavar="A,B,…",
        help="play against these bots: shipped ones by name, or files (no default)",
    )
    where.add_argument(
        "--connect",
        metavar="ADDRESS",
        help="play on a referee: host:port or unix:/path (no default)",
    )
    add = command.add_argument
    add("--plain", action="store_true", help="lines and prompts instead of a full screen")
    add("--json", action="store_true", help="like --plain, with one JSON object on the last line")
    add("--seat", type=int, metavar="N", help="your seat (default: 0 with --versus)")
    _add_versus(command)
    _add_connect(command)
    command.set_defaults(run=run)


def _add_versus(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add_game(command)
    add_game_options(command)
    add("--seed", type=int, metavar="N", help="repeats the set-up of a match (default: random)")
    add("--name", default="", metavar="ME", help="your name (default: your login name)")
    add_clock(command, bank=1800.0, increment=15.0)
    add("--no-suggestions", action="store_true", help="switch suggestions of moves off")
    add(
        "--out",
        type=output_file,
        metavar="FILE",
        help="write the replay to this file (default: GAME-MATCH.replay)",
    )


def _add_connect(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--match", metavar="ID", help="with --connect: the match to play or watch (no default)")
    add(
        "--ladder",
        metavar="NAME",
        help="with --connect: play the next rated match of this ladder (no default)",
    )
    add("--watch", action="store_true", help="with --connect: watch the match")
    add_tls_arguments(command, "with --connect: ")


def run(args: argparse.Namespace) -> int:
    """Sit down where `args` say."""
    # The library of gRPC writes its warnings over the screen.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # The screen is drawn on the standard error, so that needs a terminal as well.
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    args.plain = args.plain or args.json or not is_terminal
    if wrong := _wrong_usage(args):
        raise WrongUsage(wrong)
    return run_until_stopped(_versus(args) if args.versus else _connect(args))


def _wrong_usage(args: argparse.Namespace) -> str:
    """What is wrong with the arguments; empty if nothing is."""
    if args.connect:
        if args.ladder and not (args.match or args.watch or args.seat is not None):
            args.match = ""
        elif args.ladder or not args.match or (args.seat is None) != args.watch:
            return "--connect needs --match ID and either --seat N or --watch, or --ladder NAME"
        if not os.environ.get("BESSEMER_TOKEN"):
            return "there is no token: put yours into the environment as BESSEMER_TOKEN"
        return ""
    from bessemer.bots.registry import BOTS

    game = GAMES[args.game]
    args.opponents = [bot_spec(name, BOTS[args.game]) for name in args.versus.split(",")]
    players = len(args.opponents) + 1
    if players not in game.seats:
        return (
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)} players; with you "
            f"there are {players}"
        )
    if not 0 <= (args.seat or 0) < players:
        return f"--seat is 0 to {players - 1}"
    if args.watch or args.match or args.ladder:
        return "--match, --ladder and --watch go with --connect"
    args.options = read_game_options(args.option)
    game.options(args.options)  # refuses what the game does not have, before anything is started
    return ""


async def _connect(args: argparse.Namespace) -> int:
    import grpc

    from bessemer.sdk.channels import open_channel
    from bessemer.sdk.ladder import next_seat
    from bessemer.terminal.client import SeatAddress

    token = os.environ["BESSEMER_TOKEN"]
    try:
        opened = open_channel(args.connect, tls=tls_of(args))
    except CertificateError as error:
        return failed(str(error), 1)
    async with opened as channel:
        if args.ladder:
            print(f"Waiting for a match of the ladder {args.ladder} …", file=sys.stderr)
            try:
                args.match, args.seat = await next_seat(channel, token, args.ladder)
            except grpc.aio.AioRpcError as error:
                return failed(error.details() or error.code().name, 1)
        place = SeatAddress(args.match, token, args.seat)
        model = await _play_seat(args, channel, place)
    return _close(args, model, place.match_id, None)


async def _versus(args: argparse.Namespace) -> int:
    import grpc

    from bessemer.terminal.hosting import HostedMatch, HostingFailed, hosting

    wanted = HostedMatch(
        game=args.game,
        options=args.options,
        name=args.name or _login(),
        opponents=args.opponents,
        seat=args.seat or 0,
        seed=args.seed,
        bank=args.bank,
        increment=args.increment,
        suggestions_allowed=not args.no_suggestions,
    )
    if not args.plain:
        print("Starting a referee and the bots …", file=sys.stderr)
    try:
        async with hosting(wanted) as (host, place):
            model = await _play_seat(args, host.channel, place)
            saved = None
            if model.result is not None and model.result.ranks:
                saved = args.out or Path(f"{args.game}-{place.match_id}.replay")
                saved.write_bytes(await host.replay(place.match_id))
    except HostingFailed as error:
        return failed(str(error), 1)
    except BrokenPipeError:
        raise  # nobody reads our output any more
    except OSError as error:
        return failed(f"the replay cannot be written: {reason(error)}", 1)
    except grpc.aio.AioRpcError as error:
        return failed(error.details() or error.code().name, 1)
    return _close(args, model, place.match_id, saved)


async def _play_seat(
    args: argparse.Namespace, channel: "grpc.aio.Channel", place: "SeatAddress"
) -> "TableModel":
    """Let the person play until the match is over or they leave."""
    from bessemer.terminal.play import play_in_lines, play_on_screen

    if args.plain:
        return await play_in_lines(channel, place)
    return await play_on_screen(channel, place)


def _close(args: argparse.Namespace, model: "TableModel", match_id: str, saved: Path | None) -> int:
    """Say how it ended and where the replay is."""
    from bessemer.terminal.model import result_lines

    result = model.result
    is_done = result is not None and bool(result.ranks)
    if not args.plain:
        if model.stopped:
            print(model.stopped)
        for text in result_lines(model.players, result) if result is not None else ():
            print(text)
    if saved is not None:
        print(f"The replay is in {saved}. Step through it: bessemer replay show {saved}")
    if not is_done and result is None and not model.stopped and model.players.own is not None:
        print("You left before the end, so there is no result and no replay.")
    if args.json:
        facts = {
            "match_id": match_id,
            "ranks": list(result.ranks) if result is not None else [],
            "scores": list(result.scores) if result is not None else [],
            "replay": None if saved is None else str(saved),
        }
        print(json.dumps(facts))
    return 0 if is_done or args.watch else 1


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "you"
