"""`bessemer player`: who may play, with which tokens."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import add_commands, describe
from bessemer.cli.organise import player_actions as actions
from bessemer.cli.organise.command import NOTES, add_action, add_reason
from bessemer.cli.organise.players_file import ROLES

_EXAMPLES: Final = """\
bessemer player add ada --out ada.token            # a player, and a file with its token
bessemer player import teams.csv --tokens tokens   # many at once
bessemer player invite ben --pages https://pages.example      # a link to sign in with
bessemer player list
bessemer player ban ada --reason "two accounts"
bessemer player list --connect referee.example:7777 --tls --token-file my.token
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(command, "Register players, give them tokens, and ban them.", _EXAMPLES, NOTES)
    add_commands(
        command,
        {
            "add": ("register a player", _add_add),
            "import": ("register all players of a CSV file", _add_import),
            "list": ("list the players", _add_list),
            "show": ("show a player with its tokens", _add_show),
            "token": ("give a player another token", _add_token),
            "invite": ("make a link by which a person signs in at the pages", _add_invite),
            "set": ("correct a player's author, or whether it is a person", _add_set),
            "revoke": ("revoke a token", _add_revoke),
            "ban": ("refuse a player's tokens", _add_ban),
            "delete": ("delete a player for ever", _add_delete),
            "unban": ("let a banned player in again", _add_unban),
        },
    )


def _add_name(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="the player's name")


def _add_out(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the token to this new file, for you alone to read (default: print it)",
    )


def _add_add(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player add ada --out ada.token
bessemer player add night-shift --author grace --json | tail -n 1
bessemer player add ben --person --out ben.token    # has a person's clock on ladders
bessemer player add olga --role organiser --out olga.token
"""
    describe(command, "Register a player, and give it its first token.", examples, NOTES)
    _add_name(command)
    command.add_argument("--role", choices=ROLES, default="player", help="what it may do")
    command.add_argument(
        "--author", default="", metavar="WHO", help="who wrote the bot (default: nobody says)"
    )
    command.add_argument(
        "--person",
        action="store_true",
        help="a person, who has a person's clock on ladders (default: a bot)",
    )
    _add_out(command)
    add_action(command, actions.register, creates=True)


def _add_import(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player import teams.csv --tokens tokens
bessemer player import teams.csv --tokens tokens --new        # after lines were added to the file
"""
    notes = f"""\
The file begins with the line `name,author,role,person,members`; all but the name may be empty or left out. person
is yes for a person, who has a person's clock on ladders. members are those of a team, with spaces between them:
each gets a token of the team, in a file NAME.MEMBER.token. Either all
of its players are registered or, with every fault and its line, nobody. The tokens are written to new
files NAME.token in the folder, which only you can read; existing files are kept. With --new, lines of players
who are registered already are left out: nothing about those players changes.

{NOTES}"""
    describe(command, "Register all players of a CSV file.", examples, notes)
    command.add_argument("file", type=Path, metavar="FILE", help="the CSV file")
    command.add_argument(
        "--tokens",
        type=Path,
        default=Path("tokens"),
        metavar="DIR",
        help="the folder for the files of the tokens",
    )
    command.add_argument(
        "--new", action="store_true", help="register only those who are not registered yet"
    )
    add_action(command, actions.import_teams, creates=True)


def _add_list(command: argparse.ArgumentParser) -> None:
    examples = (
        "bessemer player list\nbessemer player list --json | tail -n 1 | jq '.players[].name'"
    )
    describe(command, "List the players, by name.", examples, NOTES)
    add_action(command, actions.list_players)


def _add_show(command: argparse.ArgumentParser) -> None:
    describe(command, "Show a player with its tokens.", "bessemer player show ada", NOTES)
    _add_name(command)
    add_action(command, actions.show)


def _add_token(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player token ada --out ada-2.token
bessemer player token night-shift --member ken --out ken.token    # another member of a team
"""
    describe(command, "Give a player another token; the older ones stay valid.", examples, NOTES)
    _add_name(command)
    command.add_argument(
        "--member",
        default="",
        metavar="WHO",
        help="the member of the team who has it (default: a player on its own)",
    )
    _add_out(command)
    add_action(command, actions.add_token)


def _add_invite(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player invite ada --pages https://pages.example
bessemer player invite ada --pages http://127.0.0.1:8080
"""
    notes = f"""\
The person is registered, unless they are already, and gets a new token; the link has it behind its #, which
browsers keep to themselves. Anyone with the link can sign in as that person, so send it to nobody else. To take
it back, revoke the token.

{NOTES}"""
    describe(command, "Make a link by which a person signs in at the pages.", examples, notes)
    _add_name(command)
    command.add_argument(
        "--pages",
        default="http://127.0.0.1:8080",
        metavar="URL",
        help="where `bessemer web` serves",
    )
    add_action(command, actions.invite, creates=True)


def _add_set(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player set night-shift --author grace --reason "she wrote it"
bessemer player set ben --person yes --reason "registered as a bot"
"""
    notes = f"""\
It holds on ladders from when the player connects next. Matches and ratings stay as they are. A name is never
changed, as it stands in signed replays: register another player, and ban the first.

{NOTES}"""
    describe(command, "Correct what was said of a player.", examples, notes)
    _add_name(command)
    command.add_argument(
        "--author", metavar="WHO", help="who wrote the bot; '' for nobody (default: as it is)"
    )
    command.add_argument(
        "--person",
        choices=("yes", "no"),
        help="whether it is a person, who has a person's clock on ladders (default: as it is)",
    )
    add_reason(command)
    add_action(command, actions.correct)


def _add_revoke(command: argparse.ArgumentParser) -> None:
    examples = "bessemer player revoke k3x7q2mf5abc    # the id: `bessemer player show` lists them"
    notes = f"""\
Connections that were opened with the token are closed. A token cannot be made valid again: give the player another one.

{NOTES}"""
    describe(command, "Revoke a token for ever.", examples, notes)
    command.add_argument("token_id", metavar="TOKEN_ID", help="the id of the token")
    add_action(command, actions.revoke_token)


def _add_ban(command: argparse.ArgumentParser) -> None:
    examples = 'bessemer player ban ada --reason "two accounts"'
    notes = f"""\
Its tokens are refused, connections that were opened with them are closed, and it is drawn for no match, until it
is unbanned.
Its ratings and its past matches stay: `bessemer ladder remove` is about those.

{NOTES}"""
    describe(command, "Ban a player: its tokens are refused.", examples, notes)
    _add_name(command)
    add_reason(command)
    add_action(command, actions.ban)


def _add_delete(command: argparse.ArgumentParser) -> None:
    examples = 'bessemer player delete ada --reason "she asked for it"'
    notes = f"""\
Its tokens are gone, connections that were opened with them are closed, and this cannot be undone. If it has
never sat at a match, nothing of it is left, and its name is free. Otherwise its author is forgotten, and its
name stays in its matches and their signed replays, and is never given again. In standings it comes last,
without a place, as a disqualified player does; its matches count for the others as before, so no rating changes.
Use bessemer ladder remove --void for matches that should not count.

{NOTES}"""
    describe(command, "Delete a player for ever.", examples, notes)
    _add_name(command)
    add_reason(command)
    add_action(command, actions.delete)


def _add_unban(command: argparse.ArgumentParser) -> None:
    examples = 'bessemer player unban ada --reason "it was a mistake"'
    describe(command, "Let a banned player in again, with its old tokens.", examples, NOTES)
    _add_name(command)
    add_reason(command)
    add_action(command, actions.unban)
