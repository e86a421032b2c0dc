"""`bessemer bot`: a shipped bot, or one's own, as a process that plays one seat over gRPC."""

import argparse
import logging
import os
import random
import subprocess
from pathlib import Path
from typing import Final

from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands
from bessemer.runner.bot_specs import UnknownBot, bot_spec

_EXAMPLES: Final = """\
examples:
  BESSEMER_TOKEN=bsm_… bessemer bot greedy --connect 127.0.0.1:7777 --match 1f2e… --seat 0
  BESSEMER_TOKEN=bsm_… bessemer bot ./my_bot.py --connect 127.0.0.1:7777 --match 1f2e… --seat 1
  BESSEMER_TOKEN=bsm_… bessemer bot greedy --connect 127.0.0.1:7777 --ladder main --concurrency 8

The token is the seat's, from whoever created the match, or for a ladder the player's own. A bot that
loses its connection comes back by itself; exit 0 when the match is over, 1 if it could not play to
the end.
"""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "bot",
        help="a bot plays a seat",
        description="Play one seat of a match with a shipped bot, or with a program of your own.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("name", metavar="NAME", help="a shipped bot such as greedy, or a program: ./my_bot.py")
    add("--connect", metavar="ADDR", help="host:port or unix:/path (BESSEMER_ADDRESS)")
    add("--match", metavar="ID", help="the match (BESSEMER_MATCH)")
    add("--game", metavar="GAME", help="its game (BESSEMER_GAME); without it the referee is asked")
    add("--seat", type=int, metavar="N", help="the seat, from 0 (BESSEMER_SEAT)")
    add("--ladder", metavar="NAME", help="instead: play for a ladder (BESSEMER_LADDER)")
    add("--concurrency", type=int, metavar="N", help="so many at once (BESSEMER_CONCURRENCY, 1)")
    add("--seed", metavar="TEXT", help="repeat the bot's own luck (BESSEMER_SEED)")
    add("--tls-ca", metavar="FILE", help="connect by TLS and trust this CA (BESSEMER_TLS_CA)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the seat."""
    from bessemer.bots.registry import NAMES

    said = os.environ.get
    args.connect = args.connect or said("BESSEMER_ADDRESS")
    args.match = args.match or said("BESSEMER_MATCH")
    args.game = args.game or said("BESSEMER_GAME")
    args.ladder = args.ladder or said("BESSEMER_LADDER")
    args.concurrency = args.concurrency or int(said("BESSEMER_CONCURRENCY") or 1)
    args.seed = args.seed or said("BESSEMER_SEED")
    args.tls_ca = args.tls_ca or said("BESSEMER_TLS_CA")
    token, seat = said("BESSEMER_TOKEN", ""), said("BESSEMER_SEAT", "")
    if args.seat is None and seat.isdecimal():
        args.seat = int(seat)
    try:
        named = bot_spec(args.name, NAMES)
    except UnknownBot as error:
        return failed(str(error), 2)
    is_placed = args.ladder is not None or (args.match is not None and args.seat is not None)
    if args.connect is None or not is_placed:
        return failed(
            "say what to play: --connect, and --match with --seat, or --ladder; see --help", 2
        )
    if not token:
        return failed("put the token into the environment as BESSEMER_TOKEN", 2)
    if named.is_shipped:
        from bessemer.sdk.loops import run_loop

        return run_loop(_enlist(args, token) if args.ladder else _play(args, token))
    if args.ladder:
        return failed("a program of your own enlists by itself: run it with --ladder", 2)
    from bessemer.sdk.creation import told_to_bot

    told = os.environ | told_to_bot(
        args.connect, args.match, args.seat, token, args.seed, args.game or ""
    )
    if args.tls_ca is not None:
        told["BESSEMER_TLS_CA"] = str(Path(args.tls_ca).resolve())
    try:
        return subprocess.run(named.command, env=told, check=False).returncode  # noqa: S603 - theirs
    except OSError as error:
        return failed(f"cannot run {named.command[-1]}: {error.strerror}", 1)


async def _enlist(args: argparse.Namespace, token: str) -> int:
    from bessemer.bots.registry import NoSuchBot, new_bot
    from bessemer.sdk.errors import SeatError
    from bessemer.sdk.ladder import enlist

    logging.basicConfig(format=f"{args.name}: %(message)s", level=logging.WARNING)
    luck = random.Random(args.seed)  # noqa: S311 - a bot's guesses are no secret
    try:
        await enlist(
            args.connect,
            token,
            args.ladder,
            lambda game: new_bot(game, args.name, luck),
            concurrency=args.concurrency,
            tls_ca=args.tls_ca,
        )
    except OSError as error:
        return failed(f"cannot read the CA: {error}", 1)
    except NoSuchBot as error:
        return failed(str(error), 2)
    except SeatError as error:
        return failed(str(error), 1)
    return 0


async def _play(args: argparse.Namespace, token: str) -> int:
    import grpc

    from bessemer.bots.registry import NoSuchBot, new_bot
    from bessemer.sdk.errors import SeatError
    from bessemer.sdk.matches import SeatCredentials, play_matches

    logging.basicConfig(format=f"{args.name}: %(message)s", level=logging.WARNING)
    # What the bot does by chance shall not depend on anything but its seed.
    luck = random.Random(args.seed)  # noqa: S311 - a bot's guesses are no secret
    seating = SeatCredentials(args.match, args.seat, token)
    try:
        game = args.game or await _game_of(args, token)
        (end,) = await play_matches(
            args.connect,
            [seating],
            lambda: new_bot(game, args.name, luck),
            tls_ca=args.tls_ca,
        )
    except OSError as error:
        return failed(f"cannot read the CA: {error}", 1)
    except NoSuchBot as error:
        return failed(str(error), 2)
    except grpc.aio.AioRpcError as error:
        return failed(error.details() or "the referee cannot be reached", 1)
    if isinstance(end, SeatError):
        return failed(str(end), 1)
    return 0


async def _game_of(args: argparse.Namespace, token: str) -> str:
    """Which game the match is of: a bot must know it before it sits down."""
    from bessemer.sdk.channels import open_channel
    from bessemer.sdk.seat import metadata_of
    from bessemer.v1 import match_service_pb2 as pb
    from bessemer.v1 import match_service_pb2_grpc

    async with open_channel(args.connect, tls_ca=args.tls_ca) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        found = await stub.GetMatch(
            pb.GetMatchRequest(match_id=args.match),
            metadata=metadata_of(token),
            wait_for_ready=True,
        )
    return str(found.match.game)
