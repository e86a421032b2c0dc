"""`bessemer play`: a seat for a person, against bots or in somebody else's match."""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bessemer.cli.bots.bot_names import bot_spec
from bessemer.cli.console.arguments import (
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    add_language,
    describe,
    read_game_options,
)
from bessemer.cli.console.extras import require
from bessemer.cli.console.failures import Failed
from bessemer.cli.console.login_name import login_name
from bessemer.cli.console.signals import run_until_stopped
from bessemer.cli.console.values import SEAT, SEED, output_file
from bessemer.engine.catalogue import GAMES
from bessemer.faces.clocks import NO_CLOCK
from bessemer.faces.language import chosen_language, current_language, language, tr
from bessemer.printable import printable
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.runtime.whole_files import write_whole
from bessemer.sdk.connection.tls import add_tls_arguments, tls_of
from bessemer.terminal.device.screen import has_screen

if TYPE_CHECKING:
    import grpc

    from bessemer.table.client import SeatAddress
    from bessemer.table.model import TableModel
    from bessemer.table.private_matches.hosting import Host, HostedMatch, ResumedMatch
    from bessemer.table.private_matches.kept_tables import KeptTable
    from bessemer.terminal.after_match import AfterMatch

_EXAMPLES: Final = """\
bessemer play --versus planner,search
bessemer play --versus greedy --option rounds=3 --option chain=on --seed 7 --name Ada
bessemer play --versus ./my_bot.py
bessemer play --resume
bessemer play --versus greedy --lang pl
bessemer play --versus greedy --plain < moves.txt
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --seat 0
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --match 1f2e… --watch
BESSEMER_TOKEN=bsm_… bessemer play --connect 127.0.0.1:7777 --ladder main
"""
_NOTES: Final = """\
--plain prints the match in lines and reads your answers from the input; without a terminal, with
TERM=dumb and without UTF-8 it is always so. NO_COLOR=1 shows the full screen without colours; there ?
shows the keys. A match against bots that you leave, or that a closed window ends, waits for --resume;
one that reads its answers from a file or a pipe does not. See docs/playing.md.
"""
_REPLAY: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "replay")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play a match by hand, against bots on this machine or on somebody's referee.",
        _EXAMPLES,
        _NOTES,
    )
    from bessemer.bots.registry import names_by_game

    where = command.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--versus",
        metavar="A,B,…",
        help=f"play against these bots: shipped ones by name ({names_by_game()}), or files (no default)",
    )
    where.add_argument(
        "--connect",
        metavar="ADDRESS",
        help="play on a referee: host:port or unix:/path (no default)",
    )
    where.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="ID",
        help="continue a match against bots that you left (default: the last one)",
    )
    add = command.add_argument
    add("--plain", action="store_true", help="lines and prompts instead of a full screen")
    add("--json", action="store_true", help="like --plain, with one JSON object on the last line")
    add("--seat", type=SEAT, help="your seat (default: 0 with --versus)")
    add_language(command)
    _add_versus(command)
    _add_connect(command)
    command.set_defaults(run=run)


def _add_versus(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add_game(command)
    add_game_options(command)
    add("--seed", type=SEED, help="repeats the set-up of a match (default: random)")
    add("--name", default="", metavar="ME", help="your name (default: your login name)")
    add_clock(command, bank=None, increment=0.0, meaning="no clock")
    add("--no-suggestions", action="store_true", help="switch suggestions of moves off")
    add(
        "--out", type=output_file, help="write the replay to this file (default: GAME-MATCH.replay)"
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
    require("play", "terminal")
    args.plain = args.plain or args.json or not has_screen()
    if args.connect:
        _check_connection(args)
        with language(chosen_language(args.lang)):
            return run_until_stopped(_connect(args))
    against = _against(args)
    with language(chosen_language(args.lang)):
        return _run(args, against)


class _Against(NamedTuple):
    """The options of the match, and the bots in it."""

    bots: Sequence[BotSpec]
    options: Mapping[str, str]


@dataclass
class _Sitting:
    """One match at the table: what it is, and how the person left it."""

    resume: str | None
    """Which match is gone on with; `None` for a new one."""
    seed: int | None
    out: Path | None
    wish: str = "leave"
    saved: Path | None = None


def _run(args: argparse.Namespace, against: _Against) -> int:
    sitting = _Sitting(args.resume, args.seed, args.out)
    code = run_until_stopped(_versus(args, against, sitting))
    while sitting.wish == "again":
        # Another match: another set-up, and a replay file of its own.
        sitting = _Sitting(None, None, None)
        code = run_until_stopped(_versus(args, against, sitting))
    return _show_replay(sitting) if sitting.wish == "replay" else code


def _show_replay(sitting: _Sitting) -> int:
    """Step through the match that was played: in a process of its own."""
    command = [*_REPLAY, "show", str(sitting.saved)]
    env = {**os.environ, "BESSEMER_LANG": current_language()}
    return subprocess.run(command, check=False, env=env).returncode  # noqa: S603 - our own words


async def _analysis(host: "Host", match_id: str, width: int) -> str:
    """The analysis of the match that was played, as text of so many columns."""
    with temporary_folder() as folder:
        file = folder / "match.replay"
        file.write_bytes(await host.replay(match_id))
        process = await asyncio.create_subprocess_exec(
            *(*_REPLAY, "analyse", str(file)),
            env={**os.environ, "BESSEMER_LANG": current_language(), "COLUMNS": str(width)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            said, _ = await process.communicate()
        finally:
            if process.returncode is None:  # nobody waits for it any more
                process.kill()
    return said.decode()


def _check_connection(args: argparse.Namespace) -> None:
    """
    Whether the arguments say which seat of a referee elsewhere.

    Raises:
        WrongUsage: they do not.
    """
    by_ladder = args.ladder and not (args.match or args.watch or args.seat is not None)
    by_match = args.match and not args.ladder and (args.seat is None) == args.watch
    if not by_ladder and not by_match:
        raise WrongUsage(
            "--connect needs --match ID and either --seat N or --watch, or --ladder NAME"
        )
    if not os.environ.get("BESSEMER_TOKEN"):
        raise WrongUsage("there is no token: put yours into the environment as BESSEMER_TOKEN")


def _against(args: argparse.Namespace) -> _Against:
    """
    The bots and the options of a match here; nothing for one that was put aside, which has its own.

    Raises:
        WrongUsage: there can be no such match.
    """
    elsewhere = "--match, --ladder and --watch go with --connect"
    if args.resume is not None:
        if args.match or args.ladder:
            raise WrongUsage(elsewhere)
        return _Against((), {})
    from bessemer.bots.registry import BOTS

    game = GAMES[args.game]
    bots = [bot_spec(name, BOTS[args.game]) for name in args.versus.split(",")]
    players = len(bots) + 1
    if players not in game.seats:
        raise WrongUsage(
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)} players; with you "
            f"there are {players}"
        )
    if not 0 <= (args.seat or 0) < players:
        raise WrongUsage(f"--seat is 0 to {players - 1}")
    if args.watch or args.match or args.ladder:
        raise WrongUsage(elsewhere)
    if args.out is None and not os.access(Path.cwd(), os.W_OK):
        raise WrongUsage("the replay cannot be written into this folder: name a file with --out")
    options = read_game_options(args.option)
    game.options(options)  # refuses what the game does not have, before anything is started
    return _Against(bots, options)


async def _connect(args: argparse.Namespace) -> int:
    from bessemer.sdk.connection.channels import open_channel
    from bessemer.sdk.errors import SeatRefused
    from bessemer.sdk.seats.ladder import next_seat
    from bessemer.table.client import SeatAddress

    token = os.environ["BESSEMER_TOKEN"]
    async with open_channel(args.connect, tls=tls_of(args)) as channel:
        match_id, seat = args.match or "", args.seat
        if args.ladder:
            waiting = tr("Waiting for a match of the ladder {ladder} …", ladder=args.ladder)
            print(waiting, file=sys.stderr)
            try:
                match_id, seat = await next_seat(channel, token, args.ladder)
            except SeatRefused as refused:
                raise Failed(refused.message) from None
        place = SeatAddress(match_id, token, seat)
        model, _ = await _play_seat(args, channel, place, frozenset())
    return _close(args, model, place.match_id)


async def _versus(args: argparse.Namespace, against: _Against, sitting: _Sitting) -> int:
    from bessemer.table.private_matches.hosting import hosting
    from bessemer.terminal.after_match import AfterMatch

    match = _match_of(args, against, sitting)
    if not args.plain:
        print(tr("Starting a referee and the bots …"), file=sys.stderr)
    async with hosting(match) as (host, table):
        offers = _offers(args, table)
        try:
            analyse = partial(_analysis, host, table.address.match_id)
            model, sitting.wish = await _play_seat(
                args, host.channel, table.address, offers, analyse
            )
        except asyncio.CancelledError:  # a closed window is no reason to lose a match
            host.is_put_aside = AfterMatch.KEEP in offers
            raise
        host.is_put_aside = sitting.wish is AfterMatch.KEEP and not model.is_over
        match_id = table.address.match_id
        if model.result is not None and model.result.ranks:
            sitting.saved = sitting.out or Path(f"{table.game}-{match_id}.replay")
            write_whole(sitting.saved, await host.replay(match_id))
    return _close(args, model, match_id, sitting)


def _match_of(
    args: argparse.Namespace, against: _Against, sitting: _Sitting
) -> "HostedMatch | ResumedMatch":
    """
    The match to be played: a new one, or one that was put aside.

    Raises:
        KeptTableError: no such match was put aside.
    """
    from bessemer.table.private_matches.hosting import HostedMatch, ResumedMatch
    from bessemer.table.private_matches.kept_tables import find_table

    if sitting.resume is not None:
        return ResumedMatch(*find_table(sitting.resume))
    return HostedMatch(
        game=args.game,
        options=against.options,
        name=args.name or login_name() or tr("you"),
        opponents=against.bots,
        seat=args.seat or 0,
        seed=sitting.seed,
        bank=NO_CLOCK if args.bank is None else args.bank,
        increment=args.increment,
        suggestions_allowed=not args.no_suggestions,
        is_kept=sys.stdin.isatty(),  # somebody sits there
    )


def _offers(args: argparse.Namespace, table: "KeptTable") -> "frozenset[AfterMatch]":
    """The offers to a person who leaves this table."""
    from bessemer.analysis.rooms import has_analysis
    from bessemer.terminal.after_match import AfterMatch

    offers = {AfterMatch.REPLAY}
    if sys.stdin.isatty():
        offers.add(AfterMatch.KEEP)
    if args.versus:
        offers.add(AfterMatch.AGAIN)
    if has_analysis(table.game):
        offers.add(AfterMatch.ANALYSE)
    return frozenset(offers)


async def _play_seat(
    args: argparse.Namespace,
    channel: "grpc.aio.Channel",
    place: "SeatAddress",
    offers: "frozenset[AfterMatch]",
    analyse: "Callable[[int], Awaitable[str]] | None" = None,
) -> "tuple[TableModel, AfterMatch]":
    """Let the person play until the match is over or they leave; and what they want next."""
    from bessemer.terminal.after_match import no_analysis
    from bessemer.terminal.play import play_in_lines, play_on_screen

    if args.plain:
        return await play_in_lines(channel, place, offers)
    return await play_on_screen(channel, place, offers, analyse=analyse or no_analysis)


def _close(
    args: argparse.Namespace, model: "TableModel", match_id: str, sitting: _Sitting | None = None
) -> int:
    """Say how it ended and where the replay is."""
    saved = None if sitting is None else sitting.saved
    result = model.result
    is_done = result is not None and bool(result.ranks)
    if not args.plain:
        if model.stopped:
            print(printable(model.stopped))
        for text in model.result_lines():
            print(printable(text))
    if saved is not None:
        print(
            tr("The replay is in {file}. Step through it: bessemer replay show {file}", file=saved)
        )
    if result is None and not model.stopped and model.players.own is not None:
        if sitting is not None and sitting.wish == "keep":
            print(tr("The match waits for you. Go on with it: bessemer play --resume"))
        else:
            print(tr("You left before the end, so there is no result and no replay."))
    if args.json:
        facts = {
            "match_id": match_id,
            "ranks": list(result.ranks) if result is not None else [],
            "scores": list(result.scores) if result is not None else [],
            "replay": None if saved is None else str(saved),
        }
        print(json.dumps(facts))
    return 0 if is_done or args.watch else 1
