"""TeamService: teams register themselves by invitations, and look after their members."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.failed_sign_ins import host_of
from bessemer.accounts.invitations import Invitation, Invitations
from bessemer.accounts.records import TokenRecord
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.errors import BadRequest, NotAllowed, PlayerNotFound, TooManyRequests
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.calls.error_statuses import ErrorBoundary
from bessemer.rpc.limits.registrations import Registrations
from bessemer.rpc.matches.listing import page_size
from bessemer.rpc.matches.match_messages import read_time, set_time
from bessemer.v1 import team_service_pb2 as pb

_PER_ADDRESS: Final = 5
_SECONDS: Final = 14 * 86400.0

_log: structlog.stdlib.BoundLogger = structlog.get_logger("bessemer.rpc")


class TeamServicer:
    """See proto/bessemer/v1/team_service.proto for what each call promises."""

    def __init__(
        self,
        invitations: Invitations,
        directory: PlayerDirectory,
        revocation: Revocation,
        wall: Callable[[], float],
    ) -> None:
        self._invitations = invitations
        self._directory = directory
        self._revocation = revocation
        self._wall = wall
        self._registrations = Registrations(wall)

    async def GetInvitation(
        self, _request: pb.GetInvitationRequest, caller: Caller
    ) -> pb.GetInvitationResponse:
        invitation = await self._invitations.of(caller)
        return pb.GetInvitationResponse(invitation=_message(invitation))

    async def Register(
        self, request: pb.RegisterRequest, caller: Caller, about: ErrorBoundary
    ) -> pb.RegisterResponse:
        invitation = await self._invitations.of(caller)
        host = host_of(about.peer)
        if wait := self._registrations.wait(host, invitation.token_id, invitation.per_address):
            raise TooManyRequests(
                f"{invitation.per_address} have registered from {host} today, the most by this invitation: "
                "come back tomorrow, or ask the organiser",
                retry_after=wait,
            )
        team, token = await self._invitations.register(caller, request.team, request.member)
        self._registrations.note(host, invitation.token_id)
        _log.info("member registered", team=team, member=request.member, by=caller.token_id)
        return pb.RegisterResponse(team=team, token=token.text)

    async def GetTeam(self, request: pb.GetTeamRequest, caller: Caller) -> pb.GetTeamResponse:
        team = _own(request.team, caller)
        members = await self._members(team)
        response = pb.GetTeamResponse(team=team)
        for one in members:
            member = response.members.add(name=one.member, token_id=one.token_id)
            set_time(member.create_time, one.created)
        return response

    async def RemoveMember(
        self, request: pb.RemoveMemberRequest, caller: Caller
    ) -> pb.RemoveMemberResponse:
        team = _own(request.team, caller)
        there = [one.token_id for one in await self._members(team)]
        if request.token_id not in there:
            raise PlayerNotFound(f"{team} has no member with this token id", field="token_id")
        if there == [request.token_id]:
            raise BadRequest(
                f"this is the last member of {team}: invite another one first", field="token_id"
            )
        await self._revocation.revoke(request.token_id, caller.signature)
        return pb.RemoveMemberResponse()

    async def CreateInvitation(
        self, request: pb.CreateInvitationRequest, caller: Caller
    ) -> pb.CreateInvitationResponse:
        team = request.team if caller.role is Role.ORGANISER else _own(request.team, caller)
        expires = self._wall() + _SECONDS
        if request.HasField("expire_time"):
            expires = read_time(request.expire_time, "expire_time")
        code, invitation = await self._invitations.create(
            caller.signature,
            team,
            request.max_uses or 1,
            request.per_address or _PER_ADDRESS,
            expires,
        )
        return pb.CreateInvitationResponse(code=code.text, invitation=_message(invitation))

    async def ListInvitations(
        self, request: pb.ListInvitationsRequest, caller: Caller
    ) -> pb.ListInvitationsResponse:
        team = None if caller.role is Role.ORGANISER else _own("", caller)
        size = page_size(request.page_size)
        store = self._invitations.store
        found = await asyncio.to_thread(store.page, size + 1, request.page_token, team)
        response = pb.ListInvitationsResponse(invitations=map(_message, found[:size]))
        if len(found) > size:
            response.next_page_token = found[size - 1].token_id
        return response

    async def RevokeInvitation(
        self, request: pb.RevokeInvitationRequest, caller: Caller
    ) -> pb.RevokeInvitationResponse:
        if caller.role is not Role.ORGANISER:
            team = _own("", caller)
            store = self._invitations.store
            found = await asyncio.to_thread(store.invitation, request.invitation_id)
            if found is None or found.team != team:
                raise PlayerNotFound(
                    f"there is no such invitation to {team}", field="invitation_id"
                )
        await self._invitations.revoke(request.invitation_id, caller.signature)
        return pb.RevokeInvitationResponse()

    async def _members(self, team: str) -> list[TokenRecord]:
        """
        The tokens of a team that are good.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        await self._directory.player(team)
        found = await asyncio.to_thread(self._directory.accounts.tokens, team)
        return [one for one in found if not one.revoked]


def _own(team: str, caller: Caller) -> str:
    """
    The team that is meant: the caller's, or any for an organiser.

    Raises:
        NotAllowed: it is another's, or the caller is nobody's player.
    """
    if caller.role is Role.ORGANISER:
        return team or caller.name
    require(caller, Role.PLAYER)
    if caller.instance is not None or caller.version is not None or team not in ("", caller.name):
        raise NotAllowed("you look after your own team alone", field="team")
    return caller.name


def _message(one: Invitation) -> pb.Invitation:
    message = pb.Invitation(
        invitation_id=one.token_id,
        team=one.team,
        uses=one.uses,
        max_uses=one.most,
        per_address=one.per_address,
        revoked=one.revoked,
        creator=one.creator,
    )
    set_time(message.create_time, one.created)
    set_time(message.expire_time, one.expires)
    return message
