"""`bessemer submit`: hand in the folder of a bot, or check it as a worker will."""

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import add_json, describe
from bessemer.cli.console.output import failed
from bessemer.cli.organise.command import Answer, add_referee, facts_of, run
from bessemer.printable import printable

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.v1 import submission_service_pb2 as pb

_EXAMPLES: Final = """\
bessemer submit my_bot --check                       # the same check, on this machine
bessemer submit my_bot --connect referee.example:7777 --tls
bessemer submit my_bot --connect 127.0.0.1:7777 --note "looks two rounds ahead" --no-wait
"""
_NOTES: Final = """\
The folder has a bot.toml, which `bessemer new` writes: docs/submit.md shows what is in it. A worker of the
organiser builds the bot in a sandbox without a network and plays smoke matches against random, greedy and the bot
itself. If all goes well it gets your next version and plays on; otherwise your last version does.
"""
_LOOK_SECONDS: Final = 1.0


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Hand in the folder of a bot, which is built, checked and hosted.",
        _EXAMPLES,
        _NOTES,
    )
    add = command.add_argument
    add("folder", type=Path, metavar="FOLDER", help="the folder of the bot, with its bot.toml")
    add(
        "--check",
        action="store_true",
        help="build and check it on this machine instead of handing it in",
    )
    add_check_options(command)
    add_handing_in(command)
    add_referee(command, "your token", "the referee to hand it in to", "none")
    command.set_defaults(data=Path("bessemer-data"), database="")
    add_json(command)
    command.set_defaults(run=_run)


def add_check_options(command: argparse.ArgumentParser) -> None:
    """Let a command say what a build may use."""
    command.add_argument(
        "--wheels",
        type=Path,
        metavar="DIR",
        help="with --check: the folder of the Python packages that bots may have (default: none)",
    )


def add_handing_in(command: argparse.ArgumentParser) -> None:
    """Let a command say what is said of the bot, and whether it waits."""
    add = command.add_argument
    add(
        "--note",
        default="",
        metavar="TEXT",
        help="words about it, for your own list (default: none)",
    )
    add(
        "--no-wait",
        dest="waits",
        action="store_false",
        help="do not wait for the verdict (default: wait, and exit 1 if it is refused)",
    )


def _run(args: argparse.Namespace) -> int:
    if args.check:
        from bessemer.cli.submit.local_check import check_here

        return check_here(args)
    if not args.connect:
        return failed("say where to hand it in: --connect ADDRESS; or --check it here", 2)
    return run(args, hand_in)


async def hand_in(args: argparse.Namespace, calls: "Calls", player: str = "") -> Answer:
    """
    Hand a folder in, and wait for the verdict if that is asked for.

    Raises:
        CallFailed: it is refused at once.
        BadArchive, BadManifest: it is no folder of a bot.
    """
    from bessemer.runner.building.submitted_bot import manifest_of
    from bessemer.runner.building.worker import upload
    from bessemer.submissions.archives import pack
    from bessemer.v1 import submission_service_pb2 as pb

    manifest_of(args.folder)
    content = await asyncio.to_thread(pack, args.folder)
    upload_id = await upload(calls, content)
    request = pb.SubmitRequest(upload_id=upload_id, player=player, note=args.note)
    one = (await calls(request)).submission
    if not args.json:
        size = f"{len(content) / 1024:,.0f} KiB"
        print(f"Submission {one.submission_id} of {one.player}: {size} handed in.", flush=True)
    if args.waits:
        one = await _until_over(calls, one, is_quiet=args.json)
    return answer_of(one, waits=args.waits)


async def _until_over(calls: "Calls", one: "pb.Submission", *, is_quiet: bool) -> "pb.Submission":
    """The submission once it is accepted or refused; what is being done is shown."""
    from bessemer.v1 import submission_service_pb2 as pb

    shown = ""
    while one.status in (pb.SUBMISSION_STATUS_QUEUED, pb.SUBMISSION_STATUS_BUILDING):
        now = one.phase or "waiting for a worker"
        if now != shown and not is_quiet:
            print(f"  {printable(now)}", flush=True)
            shown = now
        await asyncio.sleep(_LOOK_SECONDS)
        asked = pb.GetSubmissionRequest(submission_id=one.submission_id)
        one = (await calls(asked, waits=True)).submission
    return one


def answer_of(one: Any, *, waits: bool) -> Answer:  # noqa: ANN401 - a Submission
    """What became of a submission."""
    from bessemer.v1 import submission_service_pb2 as pb

    number, facts = one.submission_id, facts_of(one)
    if one.version:
        plays = "It plays from now on." if one.playing else "A newer one plays."
        return Answer(f"Accepted: {one.player}:{one.version}. {plays}", facts)
    if one.status == pb.SUBMISSION_STATUS_REFUSED:
        text = f"Refused: {one.reason}\nThe whole log: bessemer submission logs {number}"
        return Answer(text, facts, 1)
    if one.status == pb.SUBMISSION_STATUS_WITHDRAWN:
        return Answer(f"Withdrawn: {one.reason}", facts, 1)
    text = "" if waits else f"How far it is: bessemer submission show {number}"
    return Answer(text, facts)
