"""What each command of `bessemer team` asks of the referee, and what it answers."""

import argparse
import time
from typing import TYPE_CHECKING

from bessemer.cli.organise.command import Answer, facts_of, table
from bessemer.cli.organise.token_files import new_files, write_token
from bessemer.v1 import team_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls


async def invite(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Make an invitation code."""
    request = pb.CreateInvitationRequest(
        team=args.team, max_uses=args.uses, per_address=args.per_address
    )
    if args.expires:
        request.expire_time.FromMicroseconds(round(args.expires * 1e6))
    made = await calls(request)
    one = made.invitation
    link = f"{args.pages.rstrip('/')}/compete/join#{made.code}"
    whom = f"members of {one.team}" if one.team else "new teams"
    text = (
        f"The invitation {one.invitation_id} is for {whom}: {_uses(one.max_uses)}, until {_when(one)}. "
        f"It is shown only here. The code:\n{made.code}\nThe same as a link:\n{link}"
    )
    return Answer(text, facts_of(made) | {"link": link})


async def invitations(_args: argparse.Namespace, calls: "Calls") -> Answer:
    """List the invitations, the newest first."""
    found = await calls.rows(pb.ListInvitationsRequest(), "invitations")
    rows = [("id", "for", "used", "until", "made by", "")]
    rows += [
        (
            one.invitation_id,
            one.team or "new teams",
            f"{one.uses} of {one.max_uses}",
            _when(one),
            one.creator,
            _state(one),
        )
        for one in found
    ]
    text = table(rows) if found else "There are no invitations."
    return Answer(text, {"invitations": [facts_of(one) for one in found]})


async def revoke(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Revoke an invitation."""
    await calls(pb.RevokeInvitationRequest(invitation_id=args.invitation))
    text = f"Nobody else registers by the invitation {args.invitation}."
    return Answer(text, {"invitation_id": args.invitation, "revoked": True})


async def register(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Register a team with its first member, or another member of it."""
    with new_files([args.out] if args.out else []) as files:
        made = await calls(pb.RegisterRequest(team=args.team, member=args.member))
        text = f"{args.member} is a member of the team {made.team}."
        if not files:
            shown = f"{text} Your token, which is shown only here:\n{made.token}"
            return Answer(shown, facts_of(made))
        write_token(files[0], made.token)
    facts = {"team": made.team, "token_file": str(args.out)}
    return Answer(f"{text} Your token is in {args.out}.", facts)


async def show(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Show a team with its members."""
    team = await calls(pb.GetTeamRequest(team=args.team))
    rows = [("member", "token", "since")]
    rows += [
        (one.name or "-", one.token_id, f"{one.create_time.ToDatetime():%Y-%m-%d}")
        for one in team.members
    ]
    return Answer(f"{team.team}\n{table(rows)}", facts_of(team))


async def remove(args: argparse.Namespace, calls: "Calls") -> Answer:
    """Take a member out of a team."""
    members = (await calls(pb.GetTeamRequest(team=args.team))).members
    meant = [one for one in members if args.member in (one.name, one.token_id)]
    if len(meant) != 1:
        known = ", ".join(one.name or one.token_id for one in members)
        what = "several tokens of" if meant else "no member"
        raise ValueError(
            f"{args.team} has {what} {args.member}: name one of {known}, or give a token id"
        )
    await calls(pb.RemoveMemberRequest(team=args.team, token_id=meant[0].token_id))
    text = f"{args.member} is no longer in {args.team}: the token {meant[0].token_id} is worthless."
    return Answer(text, {"team": args.team, "token_id": meant[0].token_id})


def _uses(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _when(one: pb.Invitation) -> str:
    return f"{one.expire_time.ToDatetime():%Y-%m-%d %H:%M} UTC"


def _state(one: pb.Invitation) -> str:
    if one.revoked:
        return "revoked"
    if one.expire_time.ToMicroseconds() / 1e6 <= time.time():
        return "expired"
    return "used up" if one.uses >= one.max_uses else ""
