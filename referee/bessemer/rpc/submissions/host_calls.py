"""The calls of hosts, which run the versions that play."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest, SubmissionNotFound
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.play.thinking_slots import Machines
from bessemer.rpc.submissions.access import require_worker
from bessemer.rpc.submissions.hosts import HostedTokens, Hosts
from bessemer.rpc.submissions.messages import log_text, submission_message
from bessemer.rpc.submissions.worker_calls import WORKER_NAME
from bessemer.storage.submissions.submission_logs import SubmissionLogs
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.records import LogKind, Submission
from bessemer.v1 import submission_service_pb2 as pb

_MOST_PROCESSORS: Final = 1024
_LONGEST_STATE: Final = 1000


class HostCalls:
    """See proto/bessemer/v1/submission_service.proto for what each call promises."""

    def __init__(
        self,
        store: SubmissionStore,
        logs: SubmissionLogs,
        directory: PlayerDirectory,
        revocation: Revocation,
        machines: Machines,
        wall: Callable[[], float],
    ) -> None:
        self._store = store
        self._logs = logs
        self._directory = directory
        self._machines = machines
        self._wall = wall
        self._hosts = Hosts(wall)
        self._tokens = HostedTokens(revocation.end_hosted, wall)

    async def ListPlayingVersions(
        self, request: pb.ListPlayingVersionsRequest, caller: Caller
    ) -> pb.ListPlayingVersionsResponse:
        require_worker(caller)
        playing = await self._playing()
        if request.host:
            playing = self._share_of(request, playing)
        return pb.ListPlayingVersionsResponse(
            submissions=[
                submission_message(one) for one in playing if request.game in ("", one.game)
            ]
        )

    async def CreateHostedToken(
        self, request: pb.CreateHostedTokenRequest, caller: Caller
    ) -> pb.CreateHostedTokenResponse:
        require_worker(caller)
        host = _host_name(request.host)
        found = await asyncio.to_thread(self._store.get, request.submission_id)
        if not found.is_playing or self._directory.is_banned(found.player):
            raise BadRequest(
                f"submission {found.number} of {found.player} does not play", field="submission_id"
            )
        version = str(found.version)
        token = await self._directory.create_hosted_token(found.player, version, host)
        self._tokens.add(found, token.token_id)
        return pb.CreateHostedTokenResponse(token=token.text)

    async def AppendSubmissionLog(
        self, request: pb.AppendSubmissionLogRequest, caller: Caller
    ) -> pb.AppendSubmissionLogResponse:
        require_worker(caller)
        text = log_text(request.text)
        found = await asyncio.to_thread(self._store.get, request.submission_id)
        if not found.version:
            raise SubmissionNotFound(
                f"submission {found.number} was not accepted", field="submission_id"
            )
        if request.hosting:
            state = request.hosting[:_LONGEST_STATE]
            await asyncio.to_thread(self._store.set_hosting, found.number, state)
        await asyncio.to_thread(self._logs.append, found.number, LogKind.RUN, text, self._wall())
        return pb.AppendSubmissionLogResponse()

    async def _playing(self) -> Sequence[Submission]:
        """What plays; the tokens of what does so no longer are worth nothing."""
        found = [
            one
            for one in await asyncio.to_thread(self._store.playing)
            if not self._directory.is_banned(one.player)
        ]
        self._tokens.keep(found)
        return found

    def _share_of(
        self, request: pb.ListPlayingVersionsRequest, playing: Sequence[Submission]
    ) -> Sequence[Submission]:
        host = _host_name(request.host)
        if not 1 <= request.processors <= _MOST_PROCESSORS:
            raise BadRequest(f"a host has 1 to {_MOST_PROCESSORS} processors", field="processors")
        self._machines.set_host(host, request.processors)
        by_key = {(one.player, one.game): one for one in playing}
        share = self._hosts.share_of(host, request.processors, by_key)
        return [one for key, one in by_key.items() if key in share]


def _host_name(name: str) -> str:
    if not WORKER_NAME.fullmatch(name):
        raise BadRequest("a host's name has 1 to 64 letters, digits, '-', '_' or '.'", field="host")
    return name
