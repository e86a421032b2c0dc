"""`bessemer play`: a seat for a person, against bots of one's own or in somebody else's match."""

import argparse
import asyncio
import getpass
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import add_option, read_options
from bessemer.cli.bot_specs import NoSuchBot, contender
from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands
from bessemer.engine.catalogue import GAMES

if TYPE_CHECKING:
    import grpc

    from bessemer.terminal.client import SeatAddress
    from bessemer.terminal.model import TableModel

_EXAMPLES: Final = """\
examples:
  bessemer play --versus planner,search
  bessemer play --versus greedy --option rounds=3 --option chain=on --seed 7 --name Ada
  BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --seat 0
  BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --watch
  BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --ladder main
  bessemer play --versus ./my_bot.py
  bessemer play --versus greedy --plain < moves.txt

--plain tells the match in lines and reads answers from the input; so it is without a terminal.
In the full screen ? shows the keys. See docs/playing.md.
"""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "play",
        help="sit down in the terminal",
        description="Play a match by hand, against shipped bots or at somebody else's table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    where = command.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--versus", metavar="A,B,…", help="start a match against these bots: shipped ones, or files"
    )
    where.add_argument("--connect", metavar="ADDR", help="a referee: host:port or unix:/path")
    add("--game", default="furnace", choices=sorted(GAMES), help="with --versus (%(default)s)")
    add_option(command)
    add("--seed", type=int, metavar="N", help="with --versus: repeat a match exactly")
    add("--name", default="", metavar="ME", help="with --versus: what you are called")
    add("--bank", type=float, default=1800.0, metavar="S", help="with --versus: (%(default)s)")
    add("--increment", type=float, default=15.0, metavar="S", help="with --versus: (%(default)s)")
    add("--no-suggestions", action="store_true", help="with --versus: think for yourself")
    add("--out", type=Path, metavar="FILE", help="with --versus: write the replay there")
    add("--match", metavar="ID", help="with --connect")
    add("--ladder", metavar="NAME", help="with --connect: the next rated match of a ladder")
    add("--seat", type=int, metavar="N", help="yours; with --versus 0 unless you say otherwise")
    add("--watch", action="store_true", help="with --connect: look on")
    add("--tls-ca", metavar="FILE", help="with --connect: by TLS, trusting this CA")
    add("--plain", action="store_true", help="lines and prompts instead of a screen")
    add("--json", action="store_true", help="plain, and one JSON object at the end")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sit down where `args` say."""
    # The library of gRPC writes its warnings over the screen.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # The screen is drawn on the standard error, so that needs a terminal as well.
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    args.plain = args.plain or args.json or not is_terminal
    if wrong := _wrong_usage(args):
        return failed(wrong, 2)
    try:
        return asyncio.run(_versus(args) if args.versus else _connect(args))
    except asyncio.CancelledError:
        return failed("stopped", 1)


def _wrong_usage(args: argparse.Namespace) -> str:
    """What is wrong with the words; empty if nothing is."""
    if args.connect:
        if args.ladder and not (args.match or args.watch or args.seat is not None):
            args.match = ""
        elif args.ladder or not args.match or (args.seat is None) != args.watch:
            return "--connect needs --match ID and either --seat N or --watch, or --ladder NAME"
        if not os.environ.get("BESSEMER_TOKEN"):
            return "put your token into the environment as BESSEMER_TOKEN"
        return ""
    from bessemer.bots.registry import NAMES

    try:
        args.rivals = [contender(name, NAMES) for name in args.versus.split(",")]
    except NoSuchBot as error:
        return str(error)
    players = len(args.rivals) + 1
    if not 0 <= (args.seat or 0) < players:
        return f"--seat is 0 to {players - 1}"
    if args.watch or args.match or args.ladder:
        return "--match, --ladder and --watch go with --connect"
    return ""


async def _connect(args: argparse.Namespace) -> int:
    import grpc

    from bessemer.sdk.channels import open_channel
    from bessemer.sdk.ladder import next_seat
    from bessemer.terminal.client import SeatAddress

    _leave_on_signals()
    token = os.environ["BESSEMER_TOKEN"]
    async with open_channel(args.connect, tls_ca=args.tls_ca) as channel:
        if args.ladder:
            print(f"Waiting for a match of the ladder {args.ladder} …", file=sys.stderr)
            try:
                args.match, args.seat = await next_seat(channel, token, args.ladder)
            except grpc.aio.AioRpcError as error:
                return failed(error.details() or error.code().name, 1)
        place = SeatAddress(args.match, token, args.seat)
        sitting = await _sit(args, channel, place)
    return _close(args, sitting, place.match_id, None)


async def _versus(args: argparse.Namespace) -> int:
    import grpc

    from bessemer.terminal.hosting import BotSpec, HostedMatch, HostingFailed, hosting

    _leave_on_signals()
    wanted = HostedMatch(
        game=args.game,
        options=read_options(args.option),
        name=args.name or _login(),
        rivals=[BotSpec(rival.label, rival.command()) for rival in args.rivals],
        seat=args.seat or 0,
        seed=args.seed,
        bank=args.bank,
        increment=args.increment,
        suggestions_allowed=not args.no_suggestions,
    )
    # What the game refuses is said at once, without starting anything.
    GAMES[args.game].options(wanted.options)
    if not args.plain:
        print("Starting a referee and the bots …", file=sys.stderr)
    try:
        async with hosting(wanted) as (host, place):
            sitting = await _sit(args, host.channel, place)
            saved = None
            if sitting.result is not None and sitting.result.ranks:
                saved = args.out or Path(f"{args.game}-{place.match_id}.replay")
                saved.write_bytes(await host.replay(place.match_id))
    except HostingFailed as error:
        return failed(str(error), 1)
    except OSError as error:
        return failed(f"the replay cannot be written: {error}", 1)
    except grpc.aio.AioRpcError as error:
        return failed(error.details() or error.code().name, 1)
    return _close(args, sitting, place.match_id, saved)


async def _sit(
    args: argparse.Namespace, channel: "grpc.aio.Channel", place: "SeatAddress"
) -> "TableModel":
    """Let the person play until the match is over or they leave."""
    from bessemer.terminal.play import play_in_lines, play_on_screen

    if args.plain:
        return await play_in_lines(channel, place)
    return await play_on_screen(channel, place)


def _leave_on_signals() -> None:
    """A closed window, or whoever ends this process, ends the match in good order: once."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGHUP)

    def leave() -> None:
        for number in numbers:
            loop.add_signal_handler(number, lambda: None)
        if task is not None:
            task.cancel()

    for number in numbers:
        loop.add_signal_handler(number, leave)


def _close(
    args: argparse.Namespace, sitting: "TableModel", match_id: str, saved: Path | None
) -> int:
    """Say how it ended and where the replay is."""
    from bessemer.terminal.model import result_lines

    result = sitting.result
    is_done = result is not None and bool(result.ranks)
    if not args.plain:
        if sitting.stopped:
            print(sitting.stopped)
        for text in result_lines(sitting.players, result) if result is not None else ():
            print(text)
    if saved is not None:
        print(f"The replay is in {saved}; step through it with: bessemer replay show {saved}")
    if not is_done and result is None and not sitting.stopped and sitting.players.own is not None:
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
