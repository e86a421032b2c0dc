"""The calls of AdminService about players and tokens."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bessemer.accounts.directory import NewPlayer, PlayerDirectory
from bessemer.accounts.names import check_name
from bessemer.accounts.records import PlayerRecord, TokenRecord
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.matches.listing import page_size
from bessemer.rpc.matches.match_messages import set_time
from bessemer.rpc.serving.first_organiser import ORGANISER
from bessemer.storage.ladders.ladder_store import require_reason
from bessemer.v1 import admin_service_pb2 as pb

_ROLE_VALUES: Final = {role: pb.Role.Value(f"ROLE_{role.name}") for role in Role}
_ROLES: Final = {pb.ROLE_UNSPECIFIED: Role.PLAYER} | {
    value: role for role, value in _ROLE_VALUES.items()
}
_MOST_AT_ONCE: Final = 1000

_log: structlog.stdlib.BoundLogger = structlog.get_logger("bessemer.rpc")


class PlayerAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self, directory: PlayerDirectory, revocation: Revocation, wall: Callable[[], float]
    ) -> None:
        self._wall = wall
        self._directory = directory
        self._revocation = revocation

    async def CreatePlayer(
        self, request: pb.CreatePlayerRequest, caller: Caller
    ) -> pb.CreatePlayerResponse:
        (created,) = await self._create([_wanted(request, "")], caller)
        return created

    async def ImportPlayers(
        self, request: pb.ImportPlayersRequest, caller: Caller
    ) -> pb.ImportPlayersResponse:
        if not 1 <= len(request.players) <= _MOST_AT_ONCE:
            raise BadRequest(f"give 1 to {_MOST_AT_ONCE} players", field="players")
        wanted = [_wanted(one, f"players[{n}].") for n, one in enumerate(request.players)]
        first: dict[str, int] = {}
        for number, one in enumerate(wanted):
            if first.setdefault(one.name, number) != number:
                raise BadRequest(f"{one.name} is there twice", field=f"players[{number}].name")
        return pb.ImportPlayersResponse(players=await self._create(wanted, caller))

    async def _create(
        self, wanted: list[NewPlayer], caller: Caller
    ) -> list[pb.CreatePlayerResponse]:
        tokens = await self._directory.create_players(wanted, caller.signature)
        created, now = [], self._wall()
        for (name, role, author, is_person, member), token in zip(wanted, tokens, strict=True):
            _log.info("player created", player=name, role=role.value, by=caller.signature)
            # Not read again: the player is there, and a database that fails now must not deny it.
            player = PlayerRecord(name, role, now, author, is_person=is_person)
            first = TokenRecord(
                token.token_id, name, role, token.hash, revoked=False, created=now, member=member
            )
            message = _message(player, [first])
            created.append(pb.CreatePlayerResponse(player=message, token=token.text))
        return created

    async def ListPlayers(self, request: pb.ListPlayersRequest) -> pb.ListPlayersResponse:
        size = page_size(request.page_size)
        return await asyncio.to_thread(self._list_players, size, request.page_token)

    def _list_players(self, size: int, after: str) -> pb.ListPlayersResponse:
        accounts = self._directory.accounts
        players = accounts.players(size + 1, after)
        response = pb.ListPlayersResponse(
            players=[_message(player, accounts.tokens(player.name)) for player in players[:size]]
        )
        if len(players) > size:
            response.next_page_token = players[size - 1].name
        return response

    async def GetPlayer(self, request: pb.GetPlayerRequest) -> pb.GetPlayerResponse:
        return pb.GetPlayerResponse(player=await self._player(request.name))

    async def CreateToken(
        self, request: pb.CreateTokenRequest, caller: Caller
    ) -> pb.CreateTokenResponse:
        if request.member:
            check_name(request.member, "member")
        token = await self._directory.create_token(
            request.name, by=caller.signature, member=request.member
        )
        _log.info(
            "token created", player=request.name, token_id=token.token_id, by=caller.signature
        )
        return pb.CreateTokenResponse(token=token.text, token_id=token.token_id)

    async def RevokeToken(
        self, request: pb.RevokeTokenRequest, caller: Caller
    ) -> pb.RevokeTokenResponse:
        await self._revocation.revoke(request.token_id, caller.signature)
        _log.info("token revoked", token_id=request.token_id, by=caller.signature)
        return pb.RevokeTokenResponse()

    async def BanPlayer(self, request: pb.BanPlayerRequest, caller: Caller) -> pb.BanPlayerResponse:
        require_reason(request.reason)
        if request.name == caller.name:
            raise BadRequest("nobody bans himself: nobody could take it back", field="name")
        await self._revocation.ban(request.name, caller.signature, request.reason)
        _log.info("player banned", player=request.name, by=caller.signature)
        return pb.BanPlayerResponse(player=await self._player(request.name))

    async def UnbanPlayer(
        self, request: pb.UnbanPlayerRequest, caller: Caller
    ) -> pb.UnbanPlayerResponse:
        require_reason(request.reason)
        await self._directory.unban(request.name, caller.signature, request.reason)
        _log.info("player unbanned", player=request.name, by=caller.signature)
        return pb.UnbanPlayerResponse(player=await self._player(request.name))

    async def DeletePlayer(
        self, request: pb.DeletePlayerRequest, caller: Caller
    ) -> pb.DeletePlayerResponse:
        require_reason(request.reason)
        if request.name == ORGANISER:
            raise BadRequest(
                f"{ORGANISER} belongs to the data folder and stays: revoke its tokens instead",
                field="name",
            )
        if request.name == caller.name:
            raise BadRequest("you cannot delete yourself: another organiser can", field="name")
        is_kept = await self._revocation.delete(request.name, caller.signature, request.reason)
        _log.info("player deleted", player=request.name, by=caller.signature)
        return pb.DeletePlayerResponse(name_kept=is_kept)

    async def SetPlayer(self, request: pb.SetPlayerRequest, caller: Caller) -> pb.SetPlayerResponse:
        require_reason(request.reason)
        author = request.author if request.HasField("author") else None
        is_person = request.person if request.HasField("person") else None
        if author is None and is_person is None:
            raise BadRequest(
                "say what to set: the author, or whether it is a person", field="author"
            )
        if author:
            check_name(author, "author")
        await asyncio.to_thread(
            self._directory.accounts.set_player,
            request.name,
            self._wall(),
            caller.signature,
            request.reason,
            author=author,
            is_person=is_person,
        )
        _log.info("player set", player=request.name, by=caller.signature)
        return pb.SetPlayerResponse(player=await self._player(request.name))

    async def _player(self, name: str) -> pb.Player:
        player = await self._directory.player(name)
        return _message(player, await asyncio.to_thread(self._directory.accounts.tokens, name))


def _wanted(request: pb.CreatePlayerRequest, path: str) -> NewPlayer:
    check_name(request.name, f"{path}name")
    if request.author:
        check_name(request.author, f"{path}author")
    role = _ROLES.get(request.role)
    if role is None:
        raise BadRequest("there is no such role", field=f"{path}role")
    if request.member:
        check_name(request.member, f"{path}member")
    return NewPlayer(request.name, role, request.author, request.person, request.member)


def _message(player: PlayerRecord, tokens: list[TokenRecord]) -> pb.Player:
    message = pb.Player(
        name=player.name,
        role=_ROLE_VALUES[player.role],
        author=player.author,
        banned=player.banned is not None,
        ban_reason=player.banned or "",
        person=player.is_person,
    )
    set_time(message.create_time, player.created)
    for token in tokens:
        info = message.tokens.add(
            token_id=token.token_id, revoked=token.revoked, member=token.member
        )
        set_time(info.create_time, token.created)
    return message
