"""`bessemer backup`: all that a referee keeps, in one file, while it runs."""

import argparse
import json
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import WrongUsage, add_data, add_json, describe
from bessemer.cli.console.values import ROWS

if TYPE_CHECKING:
    from bessemer.storage.backup.row_digests import Counted

_EXAMPLES: Final = """\
bessemer backup /var/backups/bessemer                      # a new file in this folder, named for the time
bessemer backup /var/backups/bessemer --keep 14            # and keep only the newest fourteen
bessemer backup before-update.backup
bessemer backup now.backup --database postgresql://bessemer@db/bessemer
"""
_NOTES: Final = """\
Referees keep playing meanwhile. The file is an SQLite database, even of a PostgreSQL database. It also has the
key of the replays and the organiser's token from the data folder, so it is secret, and only its owner can read it.
`bessemer restore` puts it back. Logs, reports and .replay files are not in it; the replays themselves are.
"""
_NAME: Final = "bessemer-{:%Y%m%dT%H%M%S}Z.backup"
_OF_OURS: Final = re.compile(r"bessemer-\d{8}T\d{6}Z\.backup")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command, "Save all that a referee keeps in one file, while it runs.", _EXAMPLES, _NOTES
    )
    add = command.add_argument
    add("target", type=Path, metavar="FILE|DIR", help="a new file, or a folder for one")
    add_data(command, "the referee's data folder")
    add(
        "--keep",
        type=ROWS,
        help="with a folder: remove all but the newest N backups there (default: keep all)",
    )
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Save it."""
    from bessemer.storage.backup.making import back_up, files_of

    now = time.time()
    folder = args.target if args.target.is_dir() else None
    if folder is None and args.keep:
        raise WrongUsage("--keep goes with a folder for backups")
    target = (
        args.target if folder is None else folder / _NAME.format(datetime.fromtimestamp(now, UTC))
    )
    database = args.database or args.data / "bessemer.sqlite3"
    found = back_up(database, files_of(args.data), target, now)
    size = target.stat().st_size
    gone = _remove_old(folder, args.keep) if folder is not None and args.keep else []
    if args.json:
        rows = {name: count.rows for name, count in found.items()}
        facts = {"backup": str(target), "bytes": size, "rows": rows, "removed": gone}
        print(json.dumps(facts))
    else:
        print(f"{in_words(found)}: {size / 1e6:.1f} MB in {target}")
        print("It holds secrets: keep it where only you can read it.")
    return 0


def in_words(tables: "Mapping[str, Counted]") -> str:
    """How much there is, of what an organiser knows."""
    names = ("matches", "replays", "players", "ladders")
    return ", ".join(f"{tables[name].rows:,} {name}" for name in names if name in tables)


def _remove_old(folder: Path, keep: int) -> list[str]:
    """Remove the oldest of our own backups, whose names are in the order of their times."""
    ours = sorted(path for path in folder.iterdir() if _OF_OURS.fullmatch(path.name))
    old = ours[:-keep]
    for path in old:
        path.unlink()
    return [str(path) for path in old]
