"""`bessemer ladder`: rated matches among bots, who stands where, and what an organiser does."""

from bessemer.cli.ladder import admin as ladder_admin
from bessemer.cli.ladder import run as ladder_run
from bessemer.cli.ladder import show as ladder_show
from bessemer.cli.subcommands import Subcommands


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    ladder = words.add_parser("ladder", help="rated matches among bots, and the standings")
    which = ladder.add_subparsers(required=True, metavar="WHAT")
    ladder_run.add_to(which)
    ladder_show.add_to(which)
    ladder_admin.add_to(which)
