"""The calls of AdminService about the referee itself and its matches."""

import asyncio
from functools import partial

from bessemer.accounts.audit import AuditEntry, AuditLog, AuditQueue
from bessemer.accounts.tokens import Caller
from bessemer.errors import MatchOver
from bessemer.matches.records import Fault, SavedMatch, Status
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.seats import MatchFinder
from bessemer.rpc.calls.waiting import ended
from bessemer.rpc.matches.listing import number_page, page_size
from bessemer.rpc.matches.match_messages import match_message, set_time
from bessemer.runtime.version import __version__
from bessemer.v1 import admin_service_pb2 as pb


class RefereeAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self,
        registry: MatchRegistry,
        finder: MatchFinder,
        audit: AuditLog,
        noted: AuditQueue,
        closing: asyncio.Event,
    ) -> None:
        """`noted` is what will be added to `audit`; setting `closing` closes the referee."""
        self._registry = registry
        self._finder = finder
        self._noted = noted
        self._audit = audit
        self._closing = closing
        self._started = registry.wall()

    async def AbortMatch(
        self, request: pb.AbortMatchRequest, caller: Caller
    ) -> pb.AbortMatchResponse:
        match = await self._finder.find(request.match_id)
        if isinstance(match, SavedMatch) or match.result is not None:
            raise MatchOver("the match is over already", field="match_id")
        message = request.message[:200] or "ended by an organiser"
        abort = partial(self._registry.ender.abort, match, Fault.ORGANISER, message)
        await ended(self._registry, match, abort)
        self._noted.note(caller.signature, "abort", match.spec.match_id, message)
        return pb.AbortMatchResponse(match=match_message(match, self._registry))

    async def Pause(self, request: pb.PauseRequest, caller: Caller) -> pb.PauseResponse:
        self._registry.is_paused = request.paused
        self._noted.note(caller.signature, "pause" if request.paused else "go on", "", "")
        return pb.PauseResponse(paused=self._registry.is_paused)

    async def Drain(self, _request: pb.DrainRequest, caller: Caller) -> pb.DrainResponse:
        self._noted.note(caller.signature, "drain", "", "")
        self._closing.set()
        return pb.DrainResponse(running_matches=len(self._registry.matches))

    async def GetStatus(self, _request: pb.GetStatusRequest) -> pb.GetStatusResponse:
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

    async def ListAudit(self, request: pb.ListAuditRequest) -> pb.ListAuditResponse:
        size, before = page_size(request.page_size), number_page(request.page_token)
        ladder = request.ladder or None
        found = await asyncio.to_thread(self._audit.page, size + 1, before, ladder)
        response = pb.ListAuditResponse(entries=[_entry(entry) for _, entry in found[:size]])
        if len(found) > size:
            response.next_page_token = str(found[size - 1][0])
        return response


def _entry(entry: AuditEntry) -> pb.AuditEntry:
    message = pb.AuditEntry(
        who=entry.who,
        action=entry.action,
        subject=entry.subject,
        ladder=entry.ladder,
        reason=entry.reason,
    )
    set_time(message.time, entry.time)
    return message
