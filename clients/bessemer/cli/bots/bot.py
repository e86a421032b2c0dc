"""`bessemer bot`: a shipped bot, or your own, as a process that plays one seat over gRPC."""

import argparse
import logging
import os
import random
import subprocess
from typing import Final

from bessemer.cli.bots.bot_names import bot_spec
from bessemer.cli.console.arguments import WrongUsage, describe
from bessemer.cli.console.output import failed
from bessemer.cli.console.values import CONCURRENCY, SEAT, seconds_or_none
from bessemer.sdk.connection.tls import add_tls_arguments, tls_of

_EXAMPLES: Final = """\
BESSEMER_TOKEN=bsm_… bessemer bot greedy --connect 127.0.0.1:7777 --match 1f2e… --seat 0
BESSEMER_TOKEN=bsm_… bessemer bot ./my_bot.py --connect 127.0.0.1:7777 --match 1f2e… --seat 1
BESSEMER_TOKEN=bsm_… bessemer bot greedy --connect 127.0.0.1:7777 --ladder main --concurrency 8
"""
_NOTES: Final = """\
BESSEMER_TOKEN is the token of the seat, which the creator of the match has, or for a ladder the player's
own token. A bot that loses its connection reconnects by itself, and waits --patience seconds for a referee
that is away, for example while it is upgraded. Exit code 0 when the match is over, 1 if the bot could not
play to the end.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play one seat of a match, or for a ladder, with a shipped bot or a program of your own.",
        _EXAMPLES,
        _NOTES,
    )
    from bessemer.bots.registry import names_by_game

    add = command.add_argument
    shipped = f"a shipped bot ({names_by_game()})"
    add("name", metavar="BOT", help=f"{shipped}, or a program: ./my_bot.py")
    add(
        "--connect",
        dest="address",
        metavar="ADDRESS",
        help="the referee: host:port or unix:/path (default: $BESSEMER_ADDRESS)",
    )
    add("--match", metavar="ID", help="the match to play in (default: $BESSEMER_MATCH)")
    add(
        "--game",
        metavar="GAME",
        help="the game of the match (default: $BESSEMER_GAME, or the referee says it)",
    )
    add("--seat", type=SEAT, help="the seat, from 0 (default: $BESSEMER_SEAT)")
    add(
        "--ladder",
        metavar="NAME",
        help="play for this ladder instead of in one match (default: $BESSEMER_LADDER)",
    )
    add(
        "--concurrency",
        type=CONCURRENCY,
        help="matches of a ladder to play at the same time (default: $BESSEMER_CONCURRENCY, or 1)",
    )
    add(
        "--bot-version",
        dest="version",
        metavar="TEXT",
        help="version of the bot, rated on a ladder as a player of its own (default: "
        "$BESSEMER_VERSION, or none)",
    )
    add(
        "--challenges",
        action="store_true",
        help="with --ladder: others may ask for unrated matches with the bot (default: "
        "$BESSEMER_CHALLENGES, or not)",
    )
    add(
        "--seed",
        metavar="TEXT",
        help="repeats the bot's own random choices (default: $BESSEMER_SEED, or random)",
    )
    add(
        "--pace",
        type=seconds_or_none(),
        default=0.0,
        help="the least time that a shipped bot takes for a move, for people who watch (default: "
        "%(default)s)",
    )
    add(
        "--patience",
        metavar="SECONDS",
        help="how long to wait for a referee that is away (default: $BESSEMER_PATIENCE, or 43200: "
        "twelve hours)",
    )
    add_tls_arguments(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the seat."""
    from bessemer.bots.registry import NAMES
    from bessemer.sdk.program.environment import (
        bot_environment,
        fill_in,
        ladder_environment,
        patience_of,
    )

    fill_in(args)
    args.concurrency = _concurrency(str(args.concurrency or 1))
    try:
        patience = patience_of(args)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
    token, seat = args.token or "", str(args.seat)
    args.seat = int(seat) if seat.isdecimal() else None
    named = bot_spec(args.name, NAMES)
    is_placed = args.ladder is not None or (args.match is not None and args.seat is not None)
    if args.address is None or not is_placed:
        raise WrongUsage(
            "it is not clear what to play: give --connect, and --match with --seat, or --ladder"
        )
    if not token:
        raise WrongUsage("there is no token: put it into the environment as BESSEMER_TOKEN")
    if named.is_shipped:
        from bessemer.sdk.program.event_loop import run_loop

        return run_loop(
            _enlist(args, token, patience) if args.ladder else _play(args, token, patience)
        )
    log = os.environ.get("BESSEMER_LOG")
    environment_of_bot = os.environ | (
        ladder_environment(args, token)
        if args.ladder
        else bot_environment(
            args.address, args.match, args.seat, token, args.seed, args.game or "", args.patience
        )
    )
    if log is None:  # it is watched by who started it
        environment_of_bot.pop("BESSEMER_LOG", None)
    if (tls := tls_of(args)) is not None:
        environment_of_bot |= tls.environment()
    try:
        return subprocess.run(named.command, env=environment_of_bot, check=False).returncode  # noqa: S603 - theirs
    except OSError as error:
        return failed(f"cannot run {named.command[-1]}: {error.strerror}", 1)


def _concurrency(text: str) -> int:
    try:
        return CONCURRENCY(text)
    except argparse.ArgumentTypeError as error:
        raise WrongUsage(f"BESSEMER_CONCURRENCY: {error}") from None


async def _enlist(args: argparse.Namespace, token: str, patience: float) -> int:
    from bessemer.bots.registry import new_bot
    from bessemer.sdk.program.environment import bot_version, takes_challenges
    from bessemer.sdk.program.slowed_bot import paced
    from bessemer.sdk.seats.ladder import enlist

    logging.basicConfig(format=f"{args.name}: %(message)s", level=logging.WARNING)
    luck = random.Random(args.seed)  # noqa: S311 - a bot's guesses are no secret
    await enlist(
        args.address,
        token,
        args.ladder,
        lambda game: paced(new_bot(game, args.name, luck), args.pace),
        concurrency=args.concurrency,
        version=bot_version(args),
        challenges=takes_challenges(args),
        tls=tls_of(args),
        patience=patience,
    )
    return 0


async def _play(args: argparse.Namespace, token: str, patience: float) -> int:
    from bessemer.bots.registry import new_bot
    from bessemer.sdk.errors import SeatError
    from bessemer.sdk.program.slowed_bot import paced
    from bessemer.sdk.seats.matches import SeatCredentials, play_matches

    logging.basicConfig(format=f"{args.name}: %(message)s", level=logging.WARNING)
    # What the bot does by chance shall not depend on anything but its seed.
    luck = random.Random(args.seed)  # noqa: S311 - a bot's guesses are no secret
    credentials = SeatCredentials(args.match, args.seat, token)
    game = args.game or await _game_of(args, token, patience)
    (end,) = await play_matches(
        args.address,
        [credentials],
        lambda: paced(new_bot(game, args.name, luck), args.pace),
        tls=tls_of(args),
        patience=patience,
    )
    if isinstance(end, SeatError):
        raise end
    return 0


async def _game_of(args: argparse.Namespace, token: str, patience: float) -> str:
    """Which game the match is of: a bot must know it before it sits down."""
    from bessemer.sdk.connection.channels import metadata_of, open_channel
    from bessemer.sdk.connection.reconnect import Reconnect, log_lost
    from bessemer.sdk.connection.silence import watched
    from bessemer.v1 import match_service_pb2, match_service_pb2_grpc

    tls = tls_of(args)
    request = match_service_pb2.GetMatchRequest(match_id=args.match)
    async with (
        open_channel(args.address, tls=tls) as channel,
        watched(channel, args.address, tls=tls is not None),
    ):
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        async for attempt in Reconnect(log_lost(f"match {args.match}"), patience=patience):
            with attempt:
                found = await stub.GetMatch(request, metadata=metadata_of(token))
                return str(found.match.game)
    raise AssertionError("attempts end with an answer or an error")
