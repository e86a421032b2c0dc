"""The options of `bessemer ladder create` about the format, and the command that starts a tournament."""

import argparse
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import WrongUsage, describe
from bessemer.cli.console.values import point_in_time, seconds, whole
from bessemer.cli.organise.command import Answer, add_action, add_reason, facts_of
from bessemer.v1 import admin_service_pb2, ladder_service_pb2

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

FORMATS: Final = ("continuous", "round-robin", "swiss", "gauntlet", "knockout")


def add_format(command: argparse.ArgumentParser) -> None:
    """Declare the format of a ladder and what belongs to it."""
    add = command.add_argument
    add(
        "--format",
        choices=FORMATS,
        default="continuous",
        help="who plays whom; all but continuous have rounds, and end with a result (default: continuous)",
    )
    add(
        "--rounds",
        type=whole(1_000),
        help="rounds of a swiss or a round-robin, laps of a gauntlet (default: what the format needs)",
    )
    add(
        "--seatings",
        choices=("one", "rotated", "all"),
        default="rotated",
        help="a group meets in one match, in one for each seat, or in one for each order (default: rotated)",
    )
    add(
        "--seed-from",
        metavar="LADDER[:SEASON]",
        default="",
        help="seed the players by their standings on another ladder (default: by lot)",
    )
    add(
        "--top",
        type=whole(10_000),
        metavar="N",
        help="with --seed-from: the best N of that ladder take part (default: the players who are there)",
    )
    add(
        "--absence",
        type=seconds(),
        default=300.0,
        metavar="SECONDS",
        help="a match waits so long for a player who is away; then the player loses it (default: %(default)s)",
    )
    add(
        "--entrants",
        type=whole(10_000, least=2),
        metavar="N",
        help="start when N players are there (default: when you say so, with `bessemer ladder start`)",
    )
    add(
        "--starts",
        type=point_in_time,
        metavar="TIME",
        help="start at this time, such as 2026-12-01T18:00Z (default: when you say so)",
    )
    add(
        "--matches",
        type=whole(100_000_000),
        metavar="N",
        help="freeze a continuous ladder after N matches (default: never)",
    )
    add(
        "--ends",
        type=point_in_time,
        metavar="TIME",
        help="freeze a continuous ladder at this time (default: never)",
    )


def format_of(args: argparse.Namespace) -> "ladder_service_pb2.LadderFormat":
    """The format that was asked for; the referee refuses what cannot be."""
    pb = ladder_service_pb2
    message = pb.LadderFormat(
        format=pb.Format.Value(f"FORMAT_{args.format.upper().replace('-', '_')}"),
        rounds=args.rounds or 0,
        seatings=pb.Seatings.Value(f"SEATINGS_{args.seatings.upper()}"),
        seed_from=args.seed_from,
        top=args.top or 0,
        entrants=args.entrants or 0,
        matches=args.matches or 0,
    )
    message.absence.FromMicroseconds(round(args.absence * 1e6))
    if args.starts:
        message.start_time.FromMicroseconds(round(args.starts * 1e6))
    if args.ends:
        message.end_time.FromMicroseconds(round(args.ends * 1e6))
    return message


def add_start(command: argparse.ArgumentParser) -> None:
    """Declare `start`."""
    examples = """\
bessemer ladder start cup --reason "everybody is here"
bessemer ladder start cup --players anna,ben,cleo,dan --reason "the seeds of the committee"
"""
    notes = """\
Who takes part is fixed now: the players that you name, the first seed first; otherwise the best of the ladder of
--seed-from, if the tournament has --top; otherwise all who are connected, seeded by --seed-from or by lot. A player who
is away for longer than --absence loses what it has not played of a meeting, and may come back for the next one.
"""
    describe(command, "Start a tournament: a ladder with rounds.", examples, notes)
    add = command.add_argument
    add("name", metavar="NAME", help="the name of the ladder")
    add(
        "--players",
        default="",
        metavar="A,B,C",
        help="who takes part, the first seed first (default: those that its format says)",
    )
    add_reason(command)
    add_action(command, _start)


async def _start(args: argparse.Namespace, calls: "Calls") -> Answer:
    names = [name.strip() for name in args.players.split(",")] if args.players else []
    if not all(names):
        raise WrongUsage("--players takes names with a comma between two of them, as in anna,ben")
    request = admin_service_pb2.StartLadderRequest(
        ladder=args.name, players=names, reason=args.reason
    )
    response = await calls(request)
    seeds = ", ".join(f"{seed}. {name}" for seed, name in enumerate(response.players, 1))
    text = f"{args.name} has started with {len(response.players)} players, by seed: {seeds}."
    return Answer(text, facts_of(response))
