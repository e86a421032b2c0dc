"""`bessemer player`: who may play, with which tokens."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import WrongUsage, add_commands, describe
from bessemer.cli.organise.command import (
    NOTES,
    Answer,
    add_action,
    add_reason,
    facts_of,
    table,
)
from bessemer.cli.organise.teams import ROLES, BadTeams, read_teams
from bessemer.cli.organise.token_files import new_files, write_token
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

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
    add_action(command, _add, creates=True)


def _add_import(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer player import teams.csv --tokens tokens
bessemer player import teams.csv --tokens tokens --new        # after lines were added to the file
"""
    notes = f"""\
The file begins with the line `name,author,role,person`; all but the name may be empty or left out, and person
is yes for a person, who has a person's clock on ladders. Either all
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
    add_action(command, _import, creates=True)


def _add_list(command: argparse.ArgumentParser) -> None:
    examples = (
        "bessemer player list\nbessemer player list --json | tail -n 1 | jq '.players[].name'"
    )
    describe(command, "List the players, by name.", examples, NOTES)
    add_action(command, _list)


def _add_show(command: argparse.ArgumentParser) -> None:
    describe(command, "Show a player with its tokens.", "bessemer player show ada", NOTES)
    _add_name(command)
    add_action(command, _show)


def _add_token(command: argparse.ArgumentParser) -> None:
    examples = "bessemer player token ada --out ada-2.token"
    describe(command, "Give a player another token; the older ones stay valid.", examples, NOTES)
    _add_name(command)
    _add_out(command)
    add_action(command, _token)


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
    add_action(command, _invite, creates=True)


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
    add_action(command, _set)


def _add_revoke(command: argparse.ArgumentParser) -> None:
    examples = "bessemer player revoke k3x7q2mf5abc    # the id: `bessemer player show` lists them"
    notes = f"""\
Connections that were opened with the token are closed. A token cannot be made valid again: give the player another one.

{NOTES}"""
    describe(command, "Revoke a token for ever.", examples, notes)
    command.add_argument("token_id", metavar="TOKEN_ID", help="the id of the token")
    add_action(command, _revoke)


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
    add_action(command, _ban)


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
    add_action(command, _delete)


def _add_unban(command: argparse.ArgumentParser) -> None:
    examples = 'bessemer player unban ada --reason "it was a mistake"'
    describe(command, "Let a banned player in again, with its old tokens.", examples, NOTES)
    _add_name(command)
    add_reason(command)
    add_action(command, _unban)


async def _add(args: argparse.Namespace, calls: "Calls") -> Answer:
    request = pb.CreatePlayerRequest(
        name=args.name, role=_role(args.role), author=args.author, person=args.person
    )
    with new_files([args.out] if args.out else []) as files:
        created = await calls(request)
        return _with_token(args, created.token, files, f"{args.name} is registered.", created)


async def _import(args: argparse.Namespace, calls: "Calls") -> Answer:
    from bessemer.sdk.connection.referee_calls import CallFailed

    teams = read_teams(args.file)
    known = {one.name for one in await _players(calls)}
    there = [team for team in teams if team.name in known]
    if there and not args.new:
        fault = "there is a player {} already (--new leaves such lines out)"
        lines = (f"{args.file}:{one.line}: {fault.format(one.name)}" for one in there)
        raise BadTeams("\n".join(lines))
    teams = [team for team in teams if team.name not in known]
    left_out = [team.name for team in there]
    if not teams:
        text = f"Everyone in {args.file} is registered already."
        return Answer(text, {"players": [], "left_out": left_out})
    requests = [
        pb.CreatePlayerRequest(
            name=one.name, role=_role(one.role), author=one.author, person=one.is_person
        )
        for one in teams
    ]
    args.tokens.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths = [args.tokens / f"{one.name}.token" for one in teams]
    with new_files(paths) as files:
        try:
            response = await calls(pb.ImportPlayersRequest(players=requests))
        except CallFailed as error:
            number = _number_of(error.field)
            if number is None:
                raise
            raise CallFailed(f"{args.file}:{teams[number].line}: {error}") from None
        for file, created in zip(files, response.players, strict=True):
            write_token(file, created.token)
    players = [
        facts_of(created.player) | {"token_file": str(path)}
        for created, path in zip(response.players, paths, strict=True)
    ]
    count = "1 player is" if len(players) == 1 else f"{len(players)} players are"
    text = f"{count} registered. Their tokens are in {args.tokens}: one file each."
    if left_out:
        text += f" {len(left_out)} of the file were registered before."
    return Answer(text, {"players": players, "left_out": left_out})


async def _list(_args: argparse.Namespace, calls: "Calls") -> Answer:
    players = await _players(calls)
    rows = [("name", "role", "author", "tokens", "")]
    for one in players:
        valid = sum(not token.revoked for token in one.tokens)
        banned = f"banned: {one.ban_reason}" if one.banned else ""
        role = _role_name(one.role) + (", person" if one.person else "")
        rows.append((one.name, role, one.author or "-", str(valid), banned))
    return Answer(table(rows), {"players": [facts_of(one) for one in players]})


async def _show(args: argparse.Namespace, calls: "Calls") -> Answer:
    player = (await calls(pb.GetPlayerRequest(name=args.name))).player
    lines = [
        f"{player.name}: {_role_name(player.role)}{', a person' if player.person else ''}, since {_day(player.create_time)}"
        + (f", by {player.author}" if player.author else "")
    ]
    if player.banned:
        lines.append(f"banned: {player.ban_reason}")
    lines += [
        f"token {one.token_id}, since {_day(one.create_time)}"
        + (", revoked" if one.revoked else "")
        for one in player.tokens
    ]
    return Answer("\n".join(lines), {"player": facts_of(player)})


async def _token(args: argparse.Namespace, calls: "Calls") -> Answer:
    with new_files([args.out] if args.out else []) as files:
        made = await calls(pb.CreateTokenRequest(name=args.name))
        text = f"{args.name} has another token, {made.token_id}."
        return _with_token(args, made.token, files, text, made)


async def _invite(args: argparse.Namespace, calls: "Calls") -> Answer:
    if any(one.name == args.name for one in await _players(calls)):
        made = await calls(pb.CreateTokenRequest(name=args.name))
        token, token_id = made.token, made.token_id
    else:
        request = pb.CreatePlayerRequest(name=args.name, role=pb.ROLE_PLAYER, person=True)
        created = await calls(request)
        token, token_id = created.token, created.player.tokens[0].token_id
    link = f"{args.pages.rstrip('/')}/sign-in#{token}"
    text = f"Send this link to {args.name}, and to nobody else. It is shown only here:\n{link}"
    return Answer(text, {"name": args.name, "link": link, "token_id": token_id})


async def _set(args: argparse.Namespace, calls: "Calls") -> Answer:
    if args.author is None and args.person is None:
        raise WrongUsage("say what to set: --author, --person or both")
    request = pb.SetPlayerRequest(name=args.name, author=args.author, reason=args.reason)
    if args.person is not None:
        request.person = args.person == "yes"
    response = await calls(request)
    author = response.player.author or "nobody"
    kind = "a person" if response.player.person else "a bot"
    return Answer(f"{args.name} is {kind}; its author is {author}.", facts_of(response))


async def _revoke(args: argparse.Namespace, calls: "Calls") -> Answer:
    await calls(pb.RevokeTokenRequest(token_id=args.token_id))
    text = f"The token {args.token_id} is worthless."
    return Answer(text, {"token_id": args.token_id, "revoked": True})


async def _ban(args: argparse.Namespace, calls: "Calls") -> Answer:
    response = await calls(pb.BanPlayerRequest(name=args.name, reason=args.reason))
    text = f"{args.name} is banned. `bessemer player unban` takes it back."
    return Answer(text, facts_of(response))


async def _delete(args: argparse.Namespace, calls: "Calls") -> Answer:
    response = await calls(pb.DeletePlayerRequest(name=args.name, reason=args.reason))
    kept = "past matches keep the name, and nobody gets it again"
    fate = kept if response.name_kept else "nothing is left, and the name is free"
    facts = {"name": args.name} | facts_of(response)
    return Answer(f"{args.name} is deleted: {fate}.", facts)


async def _unban(args: argparse.Namespace, calls: "Calls") -> Answer:
    response = await calls(pb.UnbanPlayerRequest(name=args.name, reason=args.reason))
    return Answer(f"{args.name} may play again.", facts_of(response))


async def _players(calls: "Calls") -> list[Any]:
    return await calls.rows(pb.ListPlayersRequest(), "players")


def _with_token(
    args: argparse.Namespace,
    token: str,
    files: list[int],
    text: str,
    message: Any,  # noqa: ANN401 - the response that has it
) -> Answer:
    """The token into the file that was asked for, or else shown, once."""
    facts = facts_of(message)
    if not files:
        return Answer(f"{text} Its token, which is shown only here:\n{token}", facts)
    write_token(files[0], token)
    del facts["token"]
    return Answer(f"{text} Its token is in {args.out}.", facts | {"token_file": str(args.out)})


def _number_of(field: str) -> int | None:
    """Which player a refusal is about: 2 for `players[2].name`."""
    number = field.partition("players[")[2].partition("]")[0]
    return int(number) if number.isdecimal() else None


def _role(name: str) -> Any:  # noqa: ANN401 - a value of the enum
    return pb.Role.Value(f"ROLE_{name.upper()}")


def _role_name(value: Any) -> str:  # noqa: ANN401 - a value of the enum
    return pb.Role.Name(value).removeprefix("ROLE_").lower()


def _day(time: Any) -> str:  # noqa: ANN401 - a Timestamp
    return time.ToDatetime().strftime("%Y-%m-%d")  # type: ignore[no-any-return]
