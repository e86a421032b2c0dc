"""What each command of `bessemer player` asks of the referee, and what it answers."""

import argparse
from typing import TYPE_CHECKING, Any

from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.organise.command import Answer, facts_of, table
from bessemer.cli.organise.players_file import BadTeams, read_teams
from bessemer.cli.organise.token_files import new_files, write_token
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls


async def register(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Register a player, and give it its first token."""
    request = pb.CreatePlayerRequest(
        name=args.name, role=_role(args.role), author=args.author, person=args.person
    )
    with new_files([args.out] if args.out else []) as files:
        created = await calls(request)
        return _with_token(args, created.token, files, f"{args.name} is registered.", created)


async def import_teams(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Register all players of a CSV file, or nobody."""
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
            name=one.name,
            role=_role(one.role),
            author=one.author,
            person=one.is_person,
            member=one.members[0] if one.members else "",
        )
        for one in teams
    ]
    args.tokens.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths = [args.tokens / f"{_file_name(one.name, *one.members[:1])}.token" for one in teams]
    more = [(one.name, member) for one in teams for member in one.members[1:]]
    member_paths = [args.tokens / f"{_file_name(*one)}.token" for one in more]
    with new_files([*paths, *member_paths]) as files:
        try:
            response = await calls(pb.ImportPlayersRequest(players=requests))
        except CallFailed as error:
            number = _number_of(error.field)
            if number is None:
                raise
            raise CallFailed(f"{args.file}:{teams[number].line}: {error}") from None
        for file, created in zip(files, response.players, strict=False):
            write_token(file, created.token)
        for file, (name, member) in zip(files[len(paths) :], more, strict=True):
            write_token(file, (await calls(pb.CreateTokenRequest(name=name, member=member))).token)
    players = [
        facts_of(created.player) | {"token_file": str(path)}
        for created, path in zip(response.players, paths, strict=True)
    ]
    count = "1 player is" if len(players) == 1 else f"{len(players)} players are"
    text = f"{count} registered. Their tokens are in {args.tokens}: one file each."
    if left_out:
        text += f" {len(left_out)} of the file were registered before."
    return Answer(text, {"players": players, "left_out": left_out})


async def list_players(_args: argparse.Namespace, calls: "Calls") -> Answer:
    """List the players, by name."""
    players = await _players(calls)
    rows = [("name", "role", "author", "tokens", "")]
    for one in players:
        valid = sum(not token.revoked for token in one.tokens)
        banned = f"banned: {one.ban_reason}" if one.banned else ""
        role = _role_name(one.role) + (", person" if one.person else "")
        rows.append((one.name, role, one.author or "-", str(valid), banned))
    return Answer(table(rows), {"players": [facts_of(one) for one in players]})


async def show(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Show a player with its tokens."""
    player = (await calls(pb.GetPlayerRequest(name=args.name))).player
    lines = [
        f"{player.name}: {_role_name(player.role)}{', a person' if player.person else ''}, since {_day(player.create_time)}"
        + (f", by {player.author}" if player.author else "")
    ]
    if player.banned:
        lines.append(f"banned: {player.ban_reason}")
    lines += [
        f"token {one.token_id}, since {_day(one.create_time)}"
        + (f", of {one.member}" if one.member else "")
        + (", revoked" if one.revoked else "")
        for one in player.tokens
    ]
    return Answer("\n".join(lines), {"player": facts_of(player)})


async def add_token(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Give a player another token."""
    with new_files([args.out] if args.out else []) as files:
        made = await calls(pb.CreateTokenRequest(name=args.name, member=args.member))
        whose = f"{args.member} of {args.name}" if args.member else args.name
        text = f"{whose} has another token, {made.token_id}."
        return _with_token(args, made.token, files, text, made)


async def invite(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Make a link by which a person signs in at the pages."""
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


async def correct(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Correct what was said of a player."""
    if args.author is None and args.person is None:
        raise WrongUsage("say what to set: --author, --person or both")
    request = pb.SetPlayerRequest(name=args.name, author=args.author, reason=args.reason)
    if args.person is not None:
        request.person = args.person == "yes"
    response = await calls(request)
    author = response.player.author or "nobody"
    kind = "a person" if response.player.person else "a bot"
    return Answer(f"{args.name} is {kind}; its author is {author}.", facts_of(response))


async def revoke_token(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Revoke a token for ever."""
    await calls(pb.RevokeTokenRequest(token_id=args.token_id))
    text = f"The token {args.token_id} is worthless."
    return Answer(text, {"token_id": args.token_id, "revoked": True})


async def ban(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Ban a player."""
    response = await calls(pb.BanPlayerRequest(name=args.name, reason=args.reason))
    text = f"{args.name} is banned. `bessemer player unban` takes it back."
    return Answer(text, facts_of(response))


async def delete(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Delete a player for ever."""
    response = await calls(pb.DeletePlayerRequest(name=args.name, reason=args.reason))
    kept = "past matches keep the name, and nobody gets it again"
    fate = kept if response.name_kept else "nothing is left, and the name is free"
    facts = {"name": args.name} | facts_of(response)
    return Answer(f"{args.name} is deleted: {fate}.", facts)


async def unban(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Let a banned player in again."""
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


def _file_name(name: str, member: str = "") -> str:
    return f"{name}.{member}" if member else name


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
