"""What each command of `bessemer submission` asks of the referee, and what it answers."""

import argparse
import asyncio
from typing import TYPE_CHECKING, Any

from bessemer.cli.console.failures import Failed
from bessemer.cli.organise.command import Answer, facts_of, table
from bessemer.cli.submit.submit import hand_in
from bessemer.printable import printable
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import submission_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls


async def list_submissions(args: argparse.Namespace, calls: "Calls") -> Answer:
    """List submissions, the newest first."""
    request = pb.ListSubmissionsRequest(player=args.player, game=args.game)
    found = await calls.rows(request, "submissions", args.most)
    rows = [("number", "player", "game", "version", "status", "handed in", "note")]
    for one in found:
        when = one.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M")
        version = one.version + (" plays" if one.playing else "")
        status = _status(one) + (f": {one.phase}" if one.phase else "")
        rows.append((str(one.submission_id), one.player, one.game, version, status, when, one.note))
    text = table(rows) if found else "Nothing was handed in."
    return Answer(text, {"submissions": [facts_of(one) for one in found]})


async def show(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Show a submission."""
    one = await _get(calls, args.submission)
    entrant = f"{one.player}:{one.version}" if one.version else one.player
    lines = [
        f"submission {one.submission_id}: {one.name}, of {entrant}, for {one.game} ({one.runtime})",
        f"{_status(one)} since {one.status_time.ToDatetime():%Y-%m-%d %H:%M:%S} UTC",
    ]
    if one.phase:
        lines.append(f"now: {one.phase}, by {one.worker}")
    if one.version:
        lines.append("this version plays" if one.playing else "this version does not play")
    lines += [line for line in (one.hosting, one.reason, one.note) if line]
    handed_in = one.create_time.ToDatetime()
    lines.append(f"handed in by {one.submitted_by} on {handed_in:%Y-%m-%d %H:%M:%S} UTC")
    lines.append(f"archive {one.sha256[:16]}…, {one.size:,} bytes; built by {one.attempts} workers")
    return Answer("\n".join(lines), {"submission": facts_of(one)})


async def logs(args: argparse.Namespace, calls: "Calls") -> Answer | None:
    """Print a log."""
    kind = 0 if args.kind == "all" else pb.LogKind.Value(f"LOG_KIND_{args.kind.upper()}")
    request = pb.GetSubmissionLogRequest(submission_id=args.submission, kind=kind)  # type: ignore[arg-type]  # 0 is one
    entries: list[Any] = []
    more = True
    while more:
        response = await calls(request)
        entries += response.entries
        more = response.more
        if entries:
            request.after = entries[-1].number
    if args.json:
        return Answer("", {"entries": [facts_of(one) for one in entries]})
    text = "".join(one.text for one in entries)
    return Answer(text or "Nothing was logged.", {})


async def withdraw(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Withdraw a submission."""
    request = pb.WithdrawSubmissionRequest(submission_id=args.submission, reason=args.reason)
    one = (await calls(request)).submission
    text = f"Submission {one.submission_id} of {one.player} is withdrawn."
    if one.version:
        text += " To let another version play: bessemer submission rollback"
    return Answer(text, {"submission": facts_of(one)})


async def roll_back(args: argparse.Namespace, calls: "Calls") -> Answer:
    """
    Let another version play.

    Raises:
        Failed: there is no such version.
    """
    request = pb.ListSubmissionsRequest(
        player=args.player, game=args.game, statuses=[pb.SUBMISSION_STATUS_ACCEPTED]
    )
    found = await calls.rows(request, "submissions")
    same = [one for one in found if one.version == args.version]
    if not same:
        known = ", ".join(sorted({one.version for one in found}, key=int)) or "none"
        raise Failed(f"no version {args.version} was accepted for {args.game}: there are {known}")
    if len({one.player for one in same}) > 1:
        raise Failed(f"several players have a version {args.version}: say whose by --player")
    play = pb.PlayVersionRequest(submission_id=same[0].submission_id, reason=args.reason)
    one = (await calls(play)).submission
    return Answer(f"{one.player}:{one.version} plays from now on.", {"submission": facts_of(one)})


async def fetch_archive(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Write an archive to a file."""
    request = pb.FetchArchiveRequest(submission_id=args.submission, built=args.built)
    content = b"".join([part.content async for part in calls.stream(request)])

    def write() -> None:
        with args.out.open("xb") as file:
            file.write(content)

    await asyncio.to_thread(write)
    text = f"{args.out}: {len(content):,} bytes. Unpack it where it can do no harm."
    return Answer(text, {"file": str(args.out), "bytes": len(content)})


async def accept(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Hand in a folder for a player, who is registered if there is none."""
    from bessemer.runner.building.submitted_bot import manifest_of

    player = args.player or manifest_of(args.folder).name
    known = {one.name for one in await calls.rows(admin.ListPlayersRequest(), "players")}
    if player not in known:
        await calls(admin.CreatePlayerRequest(name=player))
    return await hand_in(args, calls, player)


async def _get(calls: "Calls", number: int) -> pb.Submission:
    response: pb.GetSubmissionResponse = await calls(pb.GetSubmissionRequest(submission_id=number))
    return response.submission


def _status(one: pb.Submission) -> str:
    status = pb.SubmissionStatus.Name(one.status).removeprefix("SUBMISSION_STATUS_").lower()
    return printable(status)
