"""The calls of AdminService about old replays: which there are, and letting go of them."""

import asyncio
from collections.abc import Callable
from typing import Final

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest
from bessemer.rpc.matches.listing import page_size, place_page, place_token
from bessemer.rpc.matches.match_messages import set_time
from bessemer.storage.ladders.ladder_store import require_reason
from bessemer.storage.matches.retention import KnownReplay, Retention
from bessemer.v1 import admin_service_pb2 as pb

_MOST_AT_ONCE: Final = 100
"""Removed in one transaction, so that no match waits long for its turn to be written."""


class ReplayAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(self, retention: Retention, wall: Callable[[], float]) -> None:
        self._retention = retention
        self._wall = wall

    async def ListOldReplays(self, request: pb.ListOldReplaysRequest) -> pb.ListOldReplaysResponse:
        if not request.HasField("created_before"):
            raise BadRequest("say before when they were created", field="created_before")
        size, after = page_size(request.page_size), place_page(request.page_token)
        # Its own methods refuse times that nobody lives in.
        before = request.created_before.seconds + request.created_before.nanos / 1e9
        found = await asyncio.to_thread(self._retention.old, before, after, size + 1)
        response = pb.ListOldReplaysResponse()
        for one in found[:size]:
            message = response.replays.add(match_id=one.match_id, game=one.game)
            set_time(message.create_time, one.created)
        if len(found) > size:
            last = found[size - 1]
            response.next_page_token = place_token((last.created, last.match_id))
        return response

    async def RemoveReplays(
        self, request: pb.RemoveReplaysRequest, caller: Caller
    ) -> pb.RemoveReplaysResponse:
        require_reason(request.reason)
        if not 1 <= len(request.replays) <= _MOST_AT_ONCE:
            raise BadRequest(f"give 1 to {_MOST_AT_ONCE} replays", field="replays")
        gone = [KnownReplay(one.match_id, one.sha256) for one in request.replays]
        what = "1 replay" if len(gone) == 1 else f"{len(gone)} replays"
        entry = AuditEntry(self._wall(), caller.signature, NO_LADDER, "prune", what, request.reason)
        await asyncio.to_thread(self._retention.remove, gone, entry)
        return pb.RemoveReplaysResponse()
