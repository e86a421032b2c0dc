"""`bessemer replay branch`: what a bot would have played in a logged match, and how it would end."""

import argparse
import json
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import (
    WrongUsage,
    add_replay_file,
    describe,
)
from bessemer.cli.console.values import SEAT, output_file, seconds, whole
from bessemer.cli.replay.sources import NOTES, add_connection, replay_file
from bessemer.runtime.whole_files import write_whole

if TYPE_CHECKING:
    from bessemer.analysis.logged_match import LoggedMatch

_EXAMPLES: Final = """\
bessemer replay branch match.replay --turn 17 --seat 0 --bot greedy
bessemer replay branch match.replay --turn 17 --seat 0 --bot greedy --others random --seed 3
bessemer replay branch match.replay --turn 17 --seat 0 --bot greedy --out branch.replay
bessemer replay branch match.replay --compare --seat 0 --bot greedy
bessemer replay branch match.replay --turn 17 --seat 0 --bot ./my_bot.py --others ./my_bot.py
"""
_NOTES: Final = """\
The match is repeated up to turn N; from there the bot plays seat S, which must be asked at turn N. The
other seats repeat their logged moves while those are asked for in the same round and legal. From
the first one that is not, `greedy` plays on for that seat, or default moves continue if the seat had
forfeited. With --others BOT that bot plays all other seats from turn N on. Cards and dice fall as in
the logged match: the seed is the same. The bot sees the clock that the seat had.
With --compare the bot is only asked, at every decision of the seat (from turn N on), what it would
have answered; the match continues as logged.
"""
_STAND_IN: Final = "greedy"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Let a bot answer the decisions of one seat of a logged match.",
        _EXAMPLES,
        f"{_NOTES}\n{NOTES}",
    )
    add_replay_file(command)
    add_connection(command)
    add = command.add_argument
    add(
        "--turn",
        type=whole(1_000_000, least=0),
        help="the turn from which the bot plays (default: with --compare the first, else required)",
    )
    add("--seat", type=SEAT, required=True, metavar="S", help="the seat that the bot plays")
    add("--bot", required=True, metavar="BOT", help="a shipped bot, or a file such as ./my_bot.py")
    add(
        "--others",
        metavar="BOT",
        help="a bot for all other seats (default: they repeat their logged moves)",
    )
    add("--compare", action="store_true", help="only ask the bot; the match continues as logged")
    add("--seed", metavar="TEXT", default="0", help="the bots' own random choices")
    add(
        "--seconds",
        type=seconds(),
        help="the clock that bots see (default: that of the logged match)",
    )
    add("--out", type=output_file, help="write the new match as a replay (default: it is not kept)")
    add("--json", action="store_true", help="print one JSON object instead of tables")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask the bot."""
    from random import Random

    from bessemer.analysis import branch_tables
    from bessemer.analysis.branch import branch_replay
    from bessemer.analysis.logged_match import read_match
    from bessemer.analysis.seated_bots import BotSettings, branched, compared
    from bessemer.bots.registry import new_bot
    from bessemer.cli.console.output import failed
    from bessemer.cli.console.progress import progress_bar
    from bessemer.engine.game import Seat

    if args.compare and (args.out or args.others):
        raise WrongUsage("--compare plays as logged: it has no use for --out and --others")
    with replay_file(args) as file:
        match = read_match(file)
    for name in (args.bot, args.others or args.bot):
        new_bot(match.game.name, name, Random(0))  # noqa: S311 - nothing is played by it
    if wrong := _wrong(args, match):
        raise WrongUsage(wrong)
    bot = BotSettings(Seat(args.seat), args.bot, args.seed, args.seconds)
    if args.compare:
        found = compared(match, bot, args.turn or 1, progress_bar)
    else:
        result, found = branched(
            match, bot, args.turn, others=args.others, stand_in=_STAND_IN, progress=progress_bar
        )
    show = branch_tables.print_compared if args.compare else branch_tables.print_branched
    if args.json:
        print(json.dumps(found))
    else:
        show(found)
    if args.out is not None:
        write_whole(args.out, branch_replay(match, result, found["players"], args.turn))
    return 0 if match.error is None else failed(f"damaged: {match.error}")


def _wrong(args: argparse.Namespace, match: "LoggedMatch") -> str | None:
    """Why this turn of this seat cannot be had."""
    seats = len(match.header.players)
    if not 0 <= args.seat < seats:
        return f"no seat {args.seat}: the match has seats 0 to {seats - 1}"
    if not match.steps:
        return "nobody made a move in this match"
    if args.turn is None:
        return None if args.compare else "say with --turn N where the bot takes over"
    turns = [step.record.turn for step in match.steps]
    if args.turn not in turns:
        return f"no turn {args.turn}: the match has turns {turns[0]} to {turns[-1]}"
    own = [step.record.turn for step in match.steps if step.record.seat == args.seat]
    if not args.compare and args.turn not in own:
        near = sorted(own, key=lambda turn: abs(turn - args.turn))[:2]
        listed = " and ".join(map(str, sorted(near))) or "none"
        return f"turn {args.turn} was not asked of seat {args.seat}; near it are its turns {listed}"
    return None
