"""`bessemer bot`: a shipped bot as a process of its own, playing one seat over gRPC."""

import argparse
import asyncio
import os
import random
import sys
from typing import Final

from clients.cli.words import Words

_EXAMPLES: Final = """\
examples:
  BESSEMER_TOKEN=bsm_… bessemer bot greedy --connect 127.0.0.1:7777 --match 1f2e… --seat 0

The token is the seat's, from whoever created the match. A bot that loses its connection comes back
by itself; exit 0 when the match is over, 1 if it could not play to the end.
"""


def add_to(words: Words) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "bot",
        help="a shipped bot plays a seat",
        description="Play one seat of a match with a shipped bot.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("name", metavar="NAME", help="greedy, hasty, random or idle")
    add("--connect", required=True, metavar="ADDR", help="host:port or unix:/path")
    add("--match", required=True, metavar="ID")
    add("--seat", required=True, type=int, metavar="N")
    add("--seed", metavar="TEXT", help="repeat the bot's own luck")
    add("--tls-ca", metavar="FILE", help="connect by TLS and trust this CA")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the seat."""
    from bots.bot import BOTS

    token = os.environ.get("BESSEMER_TOKEN", "")
    if args.name not in BOTS:
        return _fail(f"no bot {args.name!r}: there are {', '.join(BOTS)}", 2)
    if not token:
        return _fail("put the seat's token into the environment as BESSEMER_TOKEN", 2)
    return asyncio.run(_play(args, token))


async def _play(args: argparse.Namespace, token: str) -> int:
    import grpc

    from bots.bot import BOTS
    from clients.sdk.channels import open_channel
    from clients.sdk.player import ConnectionGone, MoveRefused, play_seat
    from referee.games.catalogue import GAMES

    # What the bot does by chance shall not depend on anything but its seed.
    luck = random.Random(args.seed)  # noqa: S311 - a bot's guesses are no secret
    player = BOTS[args.name](GAMES["furnace"], luck)
    try:
        async with open_channel(args.connect, tls_ca=args.tls_ca) as channel:
            await play_seat(channel, token, args.match, args.seat, player.decide)
    except MoveRefused as error:
        return _fail(f"{args.name} made an illegal move: {error}", 1)
    except ConnectionGone as error:
        return _fail(str(error), 1)
    except grpc.aio.AioRpcError as error:
        return _fail(f"{error.code().name}: {error.details()}", 1)
    return 0


def _fail(message: str, code: int) -> int:
    print(f"bessemer: {message}", file=sys.stderr)
    return code
