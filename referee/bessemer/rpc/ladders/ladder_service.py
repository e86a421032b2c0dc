"""LadderService: ladders, and players that enlist."""

import asyncio
from typing import Final

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.records import PlayerRecord
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.errors import BadRequest, Superseded
from bessemer.ladder.entrants import VERSION_RULE, Entrant, is_version
from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.calls.error_statuses import Context
from bessemer.rpc.calls.handlers import begun_by, first_message
from bessemer.rpc.calls.waiting import Timeout
from bessemer.rpc.ladders.ladder_messages import ladder_message
from bessemer.rpc.limits.work import RESUMED
from bessemer.rpc.matches.match_messages import clock_message
from bessemer.rpc.matches.match_spec import check_commitment
from bessemer.rpc.play.client_ids import ClientIds, check_client_id
from bessemer.rpc.play.connections import ENLIST, Connection
from bessemer.rpc.play.enlisted_player import MOST_COMMITMENTS, EnlistedPlayer, Who
from bessemer.rpc.play.feed import MatchFeeds
from bessemer.rpc.play.thinking_slots import Machines, check_max_thinking, slots_of
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.v1 import ladder_service_pb2 as pb

_MOST_AT_ONCE: Final = 256


class LadderServicer:
    """See proto/bessemer/v1/ladder_service.proto for what each call promises."""

    def __init__(
        self,
        registry: MatchRegistry,
        ladders: SqlLadderStore,
        feeds: MatchFeeds,
        call_guard: CallGuard,
        directory: PlayerDirectory,
        lobbies: Lobbies,
        machines: Machines,
    ) -> None:
        self._machines = machines
        self._registry = registry
        self._ladders = ladders
        self._feeds = feeds
        self._call_guard = call_guard
        self._directory = directory
        self._lobbies = lobbies
        self._clients = ClientIds("a newer connection plays for this player")

    async def Enlist(self, context: Context, caller: Caller) -> None:
        require(caller, Role.PLAYER)
        wanted = await _read_enlistment(context, self._call_guard.clock.timeout)
        with begun_by(pb.EnlistRequest(enlistment=wanted)):
            lobby = await self._lobbies.of(wanted.ladder, "enlistment.ladder")
        # What the token is for counts: a program need not know of versions.
        version = wanted.version if caller.version is None else caller.version
        name = str(Entrant(caller.name, version))
        if caller.version is None:
            lobby.check_versions(name)
            lobby.check_lock(name)
        account = await asyncio.to_thread(self._directory.accounts.player, caller.name)
        guard = self._call_guard
        connection = Connection(
            self._registry,
            context,
            guard,
            caller,
            ENLIST,
            on_leave=lambda: lobby.stop_pairing(player),
            awaits_seat=lambda: lobby.awaits(player),
        )
        author = account.author if account is not None else ""
        slots = slots_of(wanted.max_thinking, self._machines.of(caller))
        who = Who(name, caller.instance, author, _is_person(account, caller))
        player = EnlistedPlayer(who, wanted, connection, self._registry, self._feeds, slots)
        place = name, caller.instance
        older = lobby.players.get(place)
        self._clients.enter(place, wanted.client_id, is_taken=older is not None)
        running = lobby.enlist(player)
        guard.quotas.work.charge(caller.account, RESUMED * len(running))
        try:
            with guard.connections.open(connection):
                if older is not None:
                    older.dismiss(Superseded(self._clients.newer))
                player.send_enlisted(lobby.ratings.ladder, running)
                lobby.reseat(player, running)
                await connection.run()
        finally:
            lobby.leave(player)

    async def GetLobby(self, request: pb.GetLobbyRequest, caller: Caller) -> pb.GetLobbyResponse:
        lobby = await self._lobbies.of(request.ladder, "ladder")
        account = await asyncio.to_thread(self._directory.accounts.player, caller.name)
        ladder, waiting = lobby.ratings.ladder, lobby.waiting_players()
        own = ladder.people_clock if _is_person(account, caller) else ladder.clock
        return pb.GetLobbyResponse(
            ladder=ladder_message(ladder),
            waiting_players=len(waiting),
            waiting_people=sum(player.is_person for player in waiting),
            running_matches=lobby.running,
            own_clock=clock_message(own),
        )

    async def ListLadders(self, _request: pb.ListLaddersRequest) -> pb.ListLaddersResponse:
        ladders = await asyncio.to_thread(self._ladders.ladders)
        return pb.ListLaddersResponse(ladders=map(ladder_message, ladders))


def _is_person(account: PlayerRecord | None, caller: Caller) -> bool:
    """Whether the organiser says so; what this referee has started itself is a bot."""
    return account is not None and account.is_person and caller.version is None


async def _read_enlistment(context: Context, timeout: Timeout) -> pb.Enlistment:  # noqa: ASYNC109
    request = await first_message(
        context,
        timeout,
        pb.EnlistRequest,
        "enlistment",
        "enlists",
        "the first message of the stream enlists",
    )
    wanted = request.enlistment
    if not 0 <= wanted.concurrency <= _MOST_AT_ONCE:
        raise BadRequest(
            f"a player plays from 1 to {_MOST_AT_ONCE} matches at once",
            field="enlistment.concurrency",
        )
    check_max_thinking(wanted.max_thinking, "enlistment.max_thinking")
    if len(wanted.chance_commitments) > MOST_COMMITMENTS:
        raise BadRequest(
            f"at most {MOST_COMMITMENTS} commitments are kept",
            field="enlistment.chance_commitments",
        )
    for number, commitment in enumerate(wanted.chance_commitments):
        check_commitment(commitment, f"enlistment.chance_commitments[{number}]")
    check_client_id(wanted.client_id, "enlistment.client_id")
    if wanted.version and not is_version(wanted.version):
        raise BadRequest(VERSION_RULE, field="enlistment.version")
    return wanted
