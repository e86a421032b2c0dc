"""`bessemer restore`: what `bessemer backup` has saved, put back into an empty place."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import add_data, add_json, describe
from bessemer.cli.operate.backup import in_words

_EXAMPLES: Final = """\
bessemer restore /var/backups/bessemer/bessemer-20260301T030000Z.backup
bessemer restore now.backup --database postgresql://bessemer@db/bessemer
"""
_NOTES: Final = """\
Nothing is overwritten: the folder must have no database, and a PostgreSQL database must be empty. A backup of
either kind of database can be restored into either. Every row is counted and compared with the backup; if one
differs, nothing is restored. A backup of an older Bessemer is brought up to date. Start the referee afterwards.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Put a backup into an empty data folder or database.", _EXAMPLES, _NOTES)
    command.add_argument("backup", type=Path, metavar="FILE", help="what `bessemer backup` wrote")
    add_data(command, "the referee's data folder")
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put it back."""
    from bessemer.storage.backup.restoring import restore

    database = args.database or (args.data / "bessemer.sqlite3").absolute()
    done = restore(args.backup, database, args.data)
    if args.json:
        rows = {name: count.rows for name, count in done.tables.items()}
        print(json.dumps({"time": done.time, "bessemer": done.bessemer, "rows": rows}))
    else:
        when = datetime.fromtimestamp(done.time, UTC).strftime("%Y-%m-%d %H:%M UTC")
        print(f"{in_words(done.tables)}, as of {when}: every row is as it was saved.")
    return 0
