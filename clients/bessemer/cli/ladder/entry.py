"""The options about those who take part in a ladder, and the command that locks one."""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bessemer.cli.console.arguments import WrongUsage, describe
from bessemer.cli.console.values import point_in_time, whole
from bessemer.cli.ladder.remote import the_ladder
from bessemer.cli.organise.command import Answer, add_action, add_reason, facts_of
from bessemer.v1 import admin_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls


def add_quotas(command: argparse.ArgumentParser, default: str) -> None:
    """Declare quotas and quiet hours; `default` says what they are otherwise."""
    for what, text in (
        ("submissions", "a team hands in at most N bots of this game"),
        ("challenges", "a team asks for at most N unrated matches of this game"),
    ):
        command.add_argument(
            f"--{what}-per-day",
            type=whole(100_000, least=0),
            metavar="N",
            help=f"{text} in 24 hours; 0: no limit (default: {default})",
        )
    command.add_argument(
        "--quiet-hours",
        metavar="SPANS",
        help="when no match begins, in UTC, such as 22:00-07:00,12:00-13:00; '' for never "
        f"(default: {default})",
    )


def add_locks(command: argparse.ArgumentParser) -> None:
    """Declare the deadline of a new ladder."""
    command.add_argument(
        "--locks",
        type=point_in_time,
        metavar="TIME",
        help="the deadline: from this time on no version changes (default: when you say so, with `bessemer "
        "ladder lock`)",
    )


def entry_of(args: argparse.Namespace) -> ladder_service_pb2.LadderEntry:
    """What was asked for; the referee refuses what cannot be."""
    entry = ladder_service_pb2.LadderEntry(
        submissions_per_day=args.submissions_per_day or 0,
        challenges_per_day=args.challenges_per_day or 0,
        quiet_hours=args.quiet_hours or "",
    )
    if args.locks:
        entry.lock_time.FromMicroseconds(round(args.locks * 1e6))
    return entry


def add_lock(command: argparse.ArgumentParser) -> None:
    """Declare `lock`."""
    examples = """\
bessemer ladder lock main --at 2026-12-01T18:00Z --reason "the deadline"
bessemer ladder lock --reason "hand in no more"
bessemer ladder lock main --lift --reason "one more week"
"""
    notes = """\
From that time on nothing changes: no bot of the ladder's game is handed in, withdrawn or rolled back, and no player or
version comes in that has not played there. What was handed in before and is still being built plays when it is
accepted. Matches go on until the ladder is frozen or over; a stage that follows is played by the versions as they
are. A new season lifts the lock.
"""
    describe(command, "Lock a ladder at a time: from then on no version changes.", examples, notes)
    add = command.add_argument
    add("ladder", metavar="NAME", nargs="?", help="the ladder (default: the only one there)")
    when = command.add_mutually_exclusive_group()
    when.add_argument(
        "--at",
        type=point_in_time,
        metavar="TIME",
        help="the deadline, such as 2026-12-01T18:00Z (default: now)",
    )
    when.add_argument("--lift", action="store_true", help="lift the lock instead")
    add_reason(command)
    add_action(command, _lock)


async def _lock(args: argparse.Namespace, calls: "Calls") -> Answer:
    name = (await the_ladder(args, calls)).name
    request = pb.LockLadderRequest(ladder=name, lift=args.lift, reason=args.reason)
    if args.at is not None:
        if args.at <= 0:
            raise WrongUsage("--at: a deadline is after 1970")
        request.lock_time.FromMicroseconds(round(args.at * 1e6))
    ladder = (await calls(request)).ladder
    facts = {"ladder": facts_of(ladder)}
    if args.lift:
        return Answer(f"The ladder {name} is not locked: versions may change.", facts)
    at = datetime.fromtimestamp(ladder.entry.lock_time.ToMicroseconds() / 1e6, UTC)
    return Answer(
        f"On the ladder {name} no version changes from {at:%Y-%m-%d %H:%M} UTC on.", facts
    )
