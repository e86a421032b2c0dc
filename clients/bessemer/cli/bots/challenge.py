"""`bessemer challenge`: an unrated match of one's own bot against others on its ladder."""

import argparse
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import WrongUsage, add_json, describe
from bessemer.cli.organise.command import Answer, add_referee
from bessemer.cli.organise.command import run as run_action

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer challenge ben --connect referee.example:7777 --tls --token-file ada.token
bessemer challenge ben:3 cas --ladder main --version 7 --connect 127.0.0.1:7777
bessemer challenge ben --json --connect 127.0.0.1:7777 | tail -n 1
"""
_NOTES: Final = """\
Your bot and its opponents must be in the ladder now, and the opponents must take challenges: a bot that runs at
home by --challenges or BESSEMER_CHALLENGES=1, one that was handed in by challenges = true in its bot.toml. The
match begins when all of them have a seat free. It is not rated.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Play an unrated match of your bot against others.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add(
        "opponent",
        nargs="+",
        help="the opponents, as many as the other seats: NAME or NAME:VERSION",
    )
    add("--ladder", default="", metavar="NAME", help="the ladder (default: the only one)")
    add(
        "--version",
        default="",
        metavar="TEXT",
        help="the version of your bot that plays (default: the only one that is there)",
    )
    add_referee(command, "your token", "the referee", "none")
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask for the match."""
    if not args.connect:
        raise WrongUsage("say with --connect where the referee is")
    return run_action(args, _challenge)


async def _challenge(args: argparse.Namespace, calls: "Calls") -> Answer:
    from google.protobuf.json_format import MessageToDict

    from bessemer.v1 import ladder_service_pb2 as pb

    request = pb.ChallengeRequest(ladder=args.ladder, opponents=args.opponent, version=args.version)
    found = await calls(request)
    text = f"match {found.match_id} begins: {', '.join(found.players)}"
    return Answer(text, MessageToDict(found, preserving_proto_field_name=True))
