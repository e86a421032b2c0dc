"""`bessemer matches prune`: old replays are exported, and then removed from the database."""

import argparse
import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import add_json, describe
from bessemer.cli.backup import add_place
from bessemer.cli.output import failed, reason

if TYPE_CHECKING:
    from bessemer.storage.retention import OldReplay
    from bessemer.storage.store import SqlStore

_EXAMPLES: Final = """\
bessemer matches prune --older-than 90d --export /srv/replays
bessemer matches prune --older-than 90d --export /srv/replays --dry-run
bessemer matches prune --older-than 2w --export old --database postgresql://bessemer@db/bessemer --json
"""
_NOTES: Final = """\
Referees play on meanwhile. Each replay is written to a file and on the disk before it is removed; what is
removed stands in the audit log. Results stay, so standings and ratings do not change. Replays of blocks that
are still to be played stay, too. The room is used again by what comes; the file of SQLite does not shrink.
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
        help="matches that were created so long ago: 12h, 90d, 8w",
    )
    add("--export", type=Path, required=True, metavar="DIR", help="where the files are written")
    add("--dry-run", action="store_true", help="only say how many there are")
    add_place(command)
    add_json(command)
    command.set_defaults(run=run)


def age(text: str) -> int:
    """A number of hours, days or weeks, in seconds."""
    found = _AGE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no age: write 12h, 90d or 8w")
    return int(found[1]) * _SECONDS[found[2]]


def run(args: argparse.Namespace) -> int:
    """Export and remove."""
    from bessemer.cli.progress import progress_bar
    from bessemer.matches.store import StoreError
    from bessemer.runner.queries import opened
    from bessemer.storage.retention import Retention

    now, done = time.time(), 0
    try:
        with opened(args.data, args.database) as store:
            old = Retention(store).old(now - args.older_than)
            batches = [old[at : at + _BATCH] for at in range(0, len(old), _BATCH)]
            with progress_bar("replays", len(batches)) as advance:
                for batch in batches if not args.dry_run else ():
                    _prune(store, batch, args.export, now, args.older_than)
                    done += len(batch)
                    advance()
    except StoreError as error:
        return failed(f"{error} ({done} replays were removed before)" if done else str(error))
    except OSError as error:
        return failed(f"{reason(error)} ({done} replays were removed before)")
    if args.json:
        facts = {"old": len(old), "removed": done, "export": str(args.export)}
        print(json.dumps(facts))
    elif args.dry_run:
        print(f"{len(old)} replays would be exported to {args.export} and removed.")
    else:
        print(f"{done} replays are in {args.export}, and no longer in the database.")
    return 0


def _prune(
    store: "SqlStore", batch: "list[OldReplay]", folder: Path, now: float, older: int
) -> None:
    from bessemer.cli.organise.calls import login_name
    from bessemer.ladder.ladder import AuditEntry
    from bessemer.storage.audit import NO_LADDER, storable
    from bessemer.storage.retention import Retention

    folder.mkdir(parents=True, exist_ok=True)
    for one in batch:
        content = store.replay(one.match_id)
        if content is not None:
            _export(folder / one.file_name, content)
    _synced(folder)
    why = f"created more than {older // 3600} hours ago; exported to {folder.absolute()}"
    entry = AuditEntry(
        now, login_name(), NO_LADDER, "prune", f"{len(batch)} replays", storable(why)
    )
    Retention(store).remove(batch, entry)


def _export(path: Path, content: bytes) -> None:
    """Have the replay in its file and on the disk; one that is there already is the same."""
    if path.exists():
        if path.read_bytes() != content:
            raise FileExistsError(
                17, "there is another replay of this name: name another folder", path
            )
        return
    draft = path.with_name(f".{path.name}.new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)


def _synced(folder: Path) -> None:
    """The names of the files are on the disk as well."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
