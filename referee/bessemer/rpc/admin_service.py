"""AdminService: what an organiser does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bessemer.matches.errors import BadRequest, JournalUnavailable, MatchOver
from bessemer.matches.records import Fault, Status
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.directory import PlayerDirectory
from bessemer.rpc.access.tokens import Caller, require
from bessemer.rpc.errors import ErrorBoundary
from bessemer.rpc.listing import page_size
from bessemer.rpc.messages import match_message, set_time
from bessemer.rpc.waiting import until
from bessemer.runtime.version import __version__
from bessemer.storage.accounts import Role, StoredPlayer, StoredToken
from bessemer.v1 import admin_service_pb2 as pb

_ROLES: Final = {
    pb.ROLE_UNSPECIFIED: Role.PLAYER,
    pb.ROLE_SPECTATOR: Role.SPECTATOR,
    pb.ROLE_PLAYER: Role.PLAYER,
    pb.ROLE_ORGANISER: Role.ORGANISER,
}
_ROLE_VALUES: Final = {
    Role.SPECTATOR: pb.ROLE_SPECTATOR,
    Role.PLAYER: pb.ROLE_PLAYER,
    Role.ORGANISER: pb.ROLE_ORGANISER,
}


_log: structlog.stdlib.BoundLogger = structlog.get_logger("bessemer.rpc")


class AdminServicer:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self,
        registry: MatchRegistry,
        directory: PlayerDirectory,
        *,
        revoke: Callable[[str, str], Awaitable[None]],
        drain: Callable[[], None],
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._revoke = revoke
        self._drain = drain
        self._started = registry.wall()

    async def CreatePlayer(  # noqa: N802 - the name in the .proto file, as all below
        self, request: pb.CreatePlayerRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.CreatePlayerResponse:
        require(caller, Role.ORGANISER)
        role = _ROLES.get(request.role)
        if role is None:
            raise BadRequest("there is no such role", field="role")
        token = await self._directory.create_player(
            request.name, role, request.author, by=_who(caller)
        )
        _log.info("player created", player=request.name, role=role.value, by=_who(caller))
        now = self._registry.wall()
        # Not read again: the player is there, and a database that fails now must not deny it.
        player = StoredPlayer(request.name, role, now, request.author)
        first = StoredToken(
            token.token_id, request.name, role, token.hash, revoked=False, created=now
        )
        return pb.CreatePlayerResponse(player=_player(player, [first]), token=token.text)

    async def ListPlayers(  # noqa: N802
        self, request: pb.ListPlayersRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.ListPlayersResponse:
        require(caller, Role.ORGANISER)
        size = page_size(request.page_size)
        return await asyncio.to_thread(self._list_players, size, request.page_token)

    def _list_players(self, size: int, after: str) -> pb.ListPlayersResponse:
        accounts = self._directory.accounts
        players = accounts.players(size + 1, after)
        response = pb.ListPlayersResponse(
            players=[_player(player, accounts.tokens(player.name)) for player in players[:size]]
        )
        if len(players) > size:
            response.next_page_token = players[size - 1].name
        return response

    async def CreateToken(  # noqa: N802
        self, request: pb.CreateTokenRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.CreateTokenResponse:
        require(caller, Role.ORGANISER)
        token = await self._directory.create_token(request.name, by=_who(caller))
        _log.info("token created", player=request.name, token_id=token.token_id, by=_who(caller))
        return pb.CreateTokenResponse(token=token.text, token_id=token.token_id)

    async def RevokeToken(  # noqa: N802
        self, request: pb.RevokeTokenRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.RevokeTokenResponse:
        require(caller, Role.ORGANISER)
        await self._revoke(request.token_id, _who(caller))
        _log.info("token revoked", token_id=request.token_id, by=_who(caller))
        return pb.RevokeTokenResponse()

    async def AbortMatch(  # noqa: N802
        self, request: pb.AbortMatchRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.AbortMatchResponse:
        require(caller, Role.ORGANISER)
        match = self._registry.find(request.match_id)
        if match.result is not None:
            raise MatchOver("the match is over already", field="match_id")
        self._registry.check_journal()
        message = request.message[:200] or "ended by an organiser"
        self._registry.abort(match, Fault.ORGANISER, message)
        if not await until(match, lambda: match.status is Status.ABORTED, 10.0):
            raise JournalUnavailable("the end of the match is not safe yet", retry_after=2.0)
        return pb.AbortMatchResponse(match=match_message(match, self._registry))

    async def Pause(  # noqa: N802
        self, request: pb.PauseRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.PauseResponse:
        require(caller, Role.ORGANISER)
        self._registry.is_paused = request.paused
        return pb.PauseResponse(paused=self._registry.is_paused)

    async def Drain(  # noqa: N802
        self, _request: pb.DrainRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.DrainResponse:
        require(caller, Role.ORGANISER)
        self._drain()
        return pb.DrainResponse(running_matches=len(self._registry.matches))

    async def GetStatus(  # noqa: N802
        self, _request: pb.GetStatusRequest, caller: Caller, _about: ErrorBoundary
    ) -> pb.GetStatusResponse:
        require(caller, Role.ORGANISER)
        counts = self._registry.counts()
        response = pb.GetStatusResponse(
            version=__version__,
            open_matches=counts[Status.OPEN],
            running_matches=counts[Status.RUNNING],
            paused=self._registry.is_paused,
            draining=self._registry.is_draining,
        )
        set_time(response.start_time, self._started)
        return response


def _who(caller: Caller) -> str:
    """For the audit log: who did it, and with which token."""
    return f"{caller.name} ({caller.token_id})"


def _player(player: StoredPlayer, tokens: list[StoredToken]) -> pb.Player:
    message = pb.Player(name=player.name, role=_ROLE_VALUES[player.role], author=player.author)
    set_time(message.create_time, player.created)
    for token in tokens:
        info = message.tokens.add(token_id=token.token_id, revoked=token.revoked)
        set_time(info.create_time, token.created)
    return message
