"""`bessemer matches prune`: old replays are exported, and then removed from the database."""

import argparse
import os
import re
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.organise.command import Answer, add_action
from bessemer.runtime.whole_files import write_whole
from bessemer.v1 import admin_service_pb2 as pb
from bessemer.v1 import match_service_pb2

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer matches prune --older-than 90d --export /srv/replays
bessemer matches prune --older-than 90d --export /srv/replays --dry-run
bessemer matches prune --older-than 2w --export old --connect 127.0.0.1:7777 --token-file organiser.token
bessemer matches prune --older-than 2w --export old --database postgresql://bessemer@db/bessemer --json
"""
_NOTES: Final = """\
Referees keep playing meanwhile. Each replay is written to a file here before the referee removes it, and the
referee asks for the hash of the file as proof. The audit log lists what was removed. Results stay, so standings
and ratings do not change. Replays of blocks that are not finished stay as well. The space is used again for new
matches; the file of SQLite does not shrink.
"""
_AGE: Final = re.compile(r"(\d{1,6})([hdw])")
_SECONDS: Final = {"h": 3600, "d": 86_400, "w": 604_800}
_BATCH: Final = 50
"""Removed in one transaction, so that no referee waits long for its turn to write."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Export the replays of old matches, and remove them.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add(
        "--older-than",
        type=age,
        required=True,
        metavar="AGE",
        help="the least time since a match was created: 12h, 90d, 8w",
    )
    add("--export", type=Path, required=True, metavar="DIR", help="where the files are written")
    add("--dry-run", action="store_true", help="only say how many there are")
    add_action(command, _prune)


def age(text: str) -> int:
    """A number of hours, days or weeks, in seconds."""
    found = _AGE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no age: write 12h, 90d or 8w")
    return int(found[1]) * _SECONDS[found[2]]


async def _prune(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Export and remove."""
    from bessemer.cli.console.output import reason
    from bessemer.cli.console.progress import progress_bar
    from bessemer.sdk.connection.referee_calls import CallFailed

    request = pb.ListOldReplaysRequest()
    request.created_before.FromSeconds(int(time.time()) - args.older_than)
    old = await calls.rows(request, "replays")
    batches = [old[at : at + _BATCH] for at in range(0, len(old), _BATCH)]
    done = 0
    try:
        with progress_bar("replays", len(batches)) as advance:
            for batch in batches if not args.dry_run else ():
                await _let_go(args, calls, batch)
                done += len(batch)
                advance()
    except (CallFailed, OSError) as error:
        said = reason(error) if isinstance(error, OSError) else str(error)
        raise CallFailed(f"{said} ({done} replays were removed before)" if done else said) from None
    facts = {"old": len(old), "removed": done, "export": str(args.export)}
    if args.dry_run:
        return Answer(f"{len(old)} replays would be exported to {args.export} and removed.", facts)
    return Answer(f"{done} replays are in {args.export}, and no longer in the database.", facts)


async def _let_go(args: argparse.Namespace, calls: "Calls", batch: list[Any]) -> None:
    removal = pb.RemoveReplaysRequest(reason=_why(args.older_than, args.export))
    for one in batch:
        found = await calls(match_service_pb2.GetReplayRequest(match_id=one.match_id))
        _export(args.export / Path(found.file_name).name, found.replay)
        removal.replays.add(match_id=one.match_id, sha256=sha256(found.replay).digest())
    _synced(args.export)
    await calls(removal)


def _why(older_than: int, folder: Path) -> str:
    """For the audit log."""
    from bessemer.storage.database.texts import storable

    hours = older_than // 3600
    return storable(f"created more than {hours} hours ago; exported to {folder.absolute()}")


def _export(path: Path, content: bytes) -> None:
    """Have the replay in its file and on the disk; one that is there already is the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        if path.read_bytes() != content:
            raise FileExistsError(
                17, "there is another replay of this name: name another folder", path
            )
        return
    write_whole(path, content, is_durable=True)


def _synced(folder: Path) -> None:
    """The names of the files are on the disk as well."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
