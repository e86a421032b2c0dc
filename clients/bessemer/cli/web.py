"""`bessemer web`: pages of ladders and matches, served or written into a folder."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.arguments import WrongUsage, describe

_EXAMPLES: Final = """\
bessemer web export pages --data bessemer-ladder
"""
_NOTES: Final = """\
export writes pages that open from disk and that any web server can serve: standings, players, matches,
and every match to look at. What lies there already is not written again.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Pages of ladders and matches.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add("action", choices=["export"], help="what to do")
    add("folder", type=Path, nargs="?", metavar="DIR", help="with export, the folder to write")
    add(
        "--data",
        type=Path,
        default=Path("bessemer-ladder"),
        metavar="DIR",
        help="the folder that the ladders are in (default: %(default)s)",
    )
    add(
        "--database",
        default="",
        metavar="URL",
        help="a PostgreSQL database, postgresql://… (default: SQLite in the folder)",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.folder is None:
        raise WrongUsage("say where to write the pages: bessemer web export DIR")
    return _export(args)


def _export(args: argparse.Namespace) -> int:
    from bessemer.cli.output import failed, reason
    from bessemer.cli.progress import progress_bar
    from bessemer.matches.store import StoreError
    from bessemer.runner.queries import opened, report_of
    from bessemer.storage.ladders import SqlLadderStore
    from bessemer.web.site.export import export_site

    data = None if args.database else args.data
    try:
        with opened(args.data, args.database) as store:
            ladders = SqlLadderStore(store).ladders()
            reports = [report_of(store, ladder.name, data=data) for ladder in ladders]
            index = export_site(args.folder, store, reports, progress_bar)
    except StoreError as error:
        return failed(str(error))
    except OSError as error:
        return failed(reason(error))
    print(f"Open {index}.")
    return 0
