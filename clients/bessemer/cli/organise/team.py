"""`bessemer team`: players with several members, and the invitations by which they register themselves."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import add_commands, describe
from bessemer.cli.console.values import point_in_time, whole
from bessemer.cli.organise import team_actions as actions
from bessemer.cli.organise.command import NOTES, add_action

_EXAMPLES: Final = """\
bessemer team invite --uses 40                       # a code for forty new teams
bessemer team invite night-shift --uses 3            # for three more members of a team
bessemer team invitations
bessemer team revoke k3x7q2mf5abc
bessemer team show night-shift
bessemer team register night-shift grace --code-file code.txt --connect referee.example:7777 --tls --out grace.token
"""
_NOTES: Final = f"""\
A team is a player with several members. Each member has a token of its own; they share the team's name, its bots
and its quotas. Members call with their own token, for their own team.

{NOTES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(
        command, "Let teams register themselves, and look after their members.", _EXAMPLES, _NOTES
    )
    add_commands(
        command,
        {
            "invite": ("make an invitation code, for new teams or for members of one", _add_invite),
            "invitations": ("list the invitations", _add_invitations),
            "revoke": ("revoke an invitation", _add_revoke),
            "register": ("register a team, or a member, by an invitation code", _add_register),
            "show": ("show a team with its members", _add_show),
            "remove": ("take a member out of a team", _add_remove),
        },
    )


def _add_invite(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer team invite --uses 40 --expires 2026-12-01T18:00Z --pages https://pages.example
bessemer team invite --uses 200 --per-address 60        # a whole school behind one address
bessemer team invite night-shift --uses 3
"""
    notes = f"""\
Anyone who has the code can register while it is good. The referee keeps its hash alone: the code is shown only here.

{_NOTES}"""
    describe(command, "Make an invitation code.", examples, notes)
    add = command.add_argument
    add(
        "team",
        metavar="TEAM",
        nargs="?",
        default="",
        help="for members of this team (default: for new teams)",
    )
    add(
        "--uses",
        type=whole(10_000),
        default=1,
        metavar="N",
        help="it registers N times (default: %(default)s)",
    )
    add(
        "--per-address",
        type=whole(10_000),
        default=5,
        metavar="N",
        help="at most N register by it from one address in a day (default: %(default)s)",
    )
    add(
        "--expires",
        type=point_in_time,
        metavar="TIME",
        help="it ends at this time, such as 2026-12-01T18:00Z (default: in two weeks)",
    )
    add(
        "--pages",
        default="http://127.0.0.1:8080",
        metavar="URL",
        help="where `bessemer web` serves, for the link (default: %(default)s)",
    )
    add_action(command, actions.invite, creates=True)


def _add_invitations(command: argparse.ArgumentParser) -> None:
    examples = "bessemer team invitations\nbessemer team invitations --json | tail -n 1"
    describe(command, "List the invitations, the newest first.", examples, _NOTES)
    add_action(command, actions.invitations)


def _add_revoke(command: argparse.ArgumentParser) -> None:
    examples = (
        "bessemer team revoke k3x7q2mf5abc    # the id: `bessemer team invitations` lists them"
    )
    notes = f"Nobody else registers by it. Those who have stay.\n\n{_NOTES}"
    describe(command, "Revoke an invitation.", examples, notes)
    command.add_argument("invitation", metavar="ID", help="the id of the invitation")
    add_action(command, actions.revoke)


def _add_register(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer team register night-shift grace --code-file code.txt --connect referee.example:7777 --tls --out grace.token
BESSEMER_TOKEN=bsm_… bessemer team register night-shift grace --connect 127.0.0.1:7777
"""
    notes = "The code is the token of the call: read from --code-file, or from $BESSEMER_TOKEN."
    describe(
        command, "Register a team with its first member, or another member of it.", examples, notes
    )
    add = command.add_argument
    add(
        "team",
        metavar="TEAM",
        help="the name of the team; with a code for members, the team that it is for",
    )
    add("member", metavar="MEMBER", help="your own name in the team")
    add(
        "--code-file",
        type=Path,
        metavar="FILE",
        help="the file with the code (default: $BESSEMER_TOKEN)",
    )
    add(
        "--out",
        type=Path,
        metavar="FILE",
        help="write your token to this new file, for you alone to read (default: print it)",
    )
    add_action(command, actions.register)
    act = command.get_default("run")

    def run(args: argparse.Namespace) -> int:
        args.token_file = args.code_file or args.token_file
        result: int = act(args)
        return result

    command.set_defaults(run=run)


def _add_show(command: argparse.ArgumentParser) -> None:
    examples = "bessemer team show night-shift\nbessemer team show --connect referee.example:7777 --tls --token-file grace.token"
    describe(command, "Show a team with its members.", examples, _NOTES)
    command.add_argument(
        "team", metavar="TEAM", nargs="?", default="", help="the team (default: your own)"
    )
    add_action(command, actions.show)


def _add_remove(command: argparse.ArgumentParser) -> None:
    examples = "bessemer team remove night-shift ken"
    notes = f"The member's token is revoked at once, and what was opened with it ends.\n\n{_NOTES}"
    describe(command, "Take a member out of a team.", examples, notes)
    command.add_argument("team", metavar="TEAM", help="the team")
    command.add_argument(
        "member", metavar="MEMBER", help="the member's name, or the id of its token"
    )
    add_action(command, actions.remove)
