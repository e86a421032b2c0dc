"""`bessemer submission`: what was handed in, its logs, and which version plays."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import add_commands, describe
from bessemer.cli.console.values import whole
from bessemer.cli.organise.command import add_action
from bessemer.cli.submit import submission_actions as actions
from bessemer.cli.submit.submit import add_handing_in
from bessemer.engine.catalogue import NAMES

_EXAMPLES: Final = """\
bessemer submission list --connect referee.example:7777 --tls
bessemer submission show 12
bessemer submission logs 12 --kind run
bessemer submission rollback --game furnace --version 2
bessemer submission withdraw 12
bessemer submission accept their_bot --player night-shift     # an organiser, for a team
"""
_NOTES: Final = """\
With your own token (--token-file or $BESSEMER_TOKEN) you see your own submissions, of your team if you are a member
of one. Organisers see all; what they read or change of others' is in the audit log (bessemer audit). A version
keeps its rating when you roll back to it.
"""
_KINDS: Final = ("all", "build", "check", "run")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(
        command,
        "Look after bots that were handed in, and choose which version plays.",
        _EXAMPLES,
        _NOTES,
    )
    add_commands(
        command,
        {
            "list": ("list submissions, the newest first", _add_list),
            "show": ("show a submission, and how far it is", _add_show),
            "logs": ("print what was logged when it was built, checked and played", _add_logs),
            "withdraw": ("withdraw a submission: its version no longer plays", _add_withdraw),
            "rollback": ("let another accepted version play", _add_rollback),
            "fetch": ("write the archive of a submission", _add_fetch),
            "export": (
                "write a whole competition to one file",
                "bessemer.cli.submit.records:add_export",
            ),
            "verify": ("check such a file", "bessemer.cli.submit.records:add_verify"),
            "accept": ("hand in a folder for a player, as an organiser", _add_accept),
        },
    )


def _add_list(command: argparse.ArgumentParser) -> None:
    examples = (
        "bessemer submission list\nbessemer submission list --player ada --game brass --json\n"
    )
    describe(command, "List submissions, the newest first.", examples, _NOTES)
    add = command.add_argument
    add(
        "--player",
        default="",
        metavar="NAME",
        help="only of this player (default: your own; of organisers all)",
    )
    add(
        "--game",
        default="",
        choices=NAMES,
        metavar="GAME",
        help="only for this game (default: all)",
    )
    add(
        "--most", type=whole(100_000), default=50, help="how many to list, the newest (default: 50)"
    )
    add_action(command, actions.list_submissions)


def _add_show(command: argparse.ArgumentParser) -> None:
    describe(
        command, "Show a submission, and how far it is.", "bessemer submission show 12\n", _NOTES
    )
    _add_number(command)
    add_action(command, actions.show)


def _add_logs(command: argparse.ArgumentParser) -> None:
    examples = "bessemer submission logs 12\nbessemer submission logs 12 --kind run\n"
    describe(command, "Print the log of a submission.", examples, _NOTES)
    _add_number(command)
    command.add_argument(
        "--kind",
        choices=_KINDS,
        default="all",
        help="build, check (smoke matches) or run (while it played); default: all",
    )
    add_action(command, actions.logs)


def _add_withdraw(command: argparse.ArgumentParser) -> None:
    examples = (
        'bessemer submission withdraw 12\nbessemer submission withdraw 12 --reason "it forfeits"\n'
    )
    describe(
        command,
        "Withdraw a submission: its version no longer plays, and none takes its place.",
        examples,
        _NOTES,
    )
    _add_number(command)
    _add_reason(command)
    add_action(command, actions.withdraw)


def _add_rollback(command: argparse.ArgumentParser) -> None:
    examples = "bessemer submission rollback --game furnace --version 2\n"
    describe(
        command, "Let another accepted version play, with the rating that it has.", examples, _NOTES
    )
    add = command.add_argument
    add("--version", required=True, metavar="N", help="the version that is to play")
    add("--game", required=True, choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    add(
        "--player",
        default="",
        metavar="NAME",
        help="whose, if you are an organiser (default: your own)",
    )
    _add_reason(command)
    add_action(command, actions.roll_back)


def _add_fetch(command: argparse.ArgumentParser) -> None:
    examples = "bessemer submission fetch 12 --out 12.tar.gz\nbessemer submission fetch 12 --built --out 12.tar.gz\n"
    describe(command, "Write the archive of a submission to a file.", examples, _NOTES)
    _add_number(command)
    add = command.add_argument
    add(
        "--out",
        required=True,
        type=Path,
        metavar="FILE",
        help="the file, which must not be there yet",
    )
    add("--built", action="store_true", help="what was built (default: what was handed in)")
    add_action(command, actions.fetch_archive)


def _add_accept(command: argparse.ArgumentParser) -> None:
    examples = "bessemer submission accept their_bot\nbessemer submission accept their_bot --player night-shift\n"
    describe(
        command,
        "Hand in a folder for a player; it is built and checked as any other.",
        examples,
        _NOTES,
    )
    add = command.add_argument
    add("folder", type=Path, metavar="FOLDER", help="the folder of the bot, with its bot.toml")
    add(
        "--player",
        default="",
        metavar="NAME",
        help="whose it is; registered if there is none (default: the name in bot.toml)",
    )
    add_handing_in(command)
    add_action(command, actions.accept)


def _add_number(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "submission", type=whole(2**31 - 1), metavar="NUMBER", help="the number of the submission"
    )


def _add_reason(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--reason",
        default="",
        metavar="TEXT",
        help="why, for the list and the audit log (default: nothing)",
    )
