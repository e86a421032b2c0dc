"""`bessemer audit`: what organisers did, and why."""

import argparse
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.console.values import ROWS
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer audit                                     # the newest entries
bessemer audit --most 1000 --json | tail -n 1
bessemer audit --ladder main
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "List what organisers did, by whom, when and why.", _EXAMPLES)
    command.add_argument(
        "--ladder", default="", metavar="NAME", help="only what was done to it (default: all)"
    )
    add_most(command)
    add_action(command, audit)


def add_most(command: argparse.ArgumentParser) -> None:
    """Let a command say how many entries to list."""
    command.add_argument(
        "--most", type=ROWS, default=50, help="how many entries to list, the newest"
    )


async def audit(args: argparse.Namespace, calls: "Calls") -> Answer:
    """The entries, the oldest first."""
    request = pb.ListAuditRequest(ladder=args.ladder)
    entries = (await calls.rows(request, "entries", args.most))[::-1]
    lines = [
        f"{one.time.ToDatetime():%Y-%m-%d %H:%M:%S}  {one.who}  {one.ladder or '-'}  {one.action}  "
        f"{one.subject}  {one.reason}".rstrip()
        for one in entries
    ]
    facts = {"ladder": args.ladder, "audit": [facts_of(one) for one in entries]}
    return Answer("\n".join(lines) or "Nothing was done yet.", facts)
