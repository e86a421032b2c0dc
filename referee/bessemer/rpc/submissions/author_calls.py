"""The calls of authors: handing in, reading how far it is and what was logged, choosing what plays."""

import asyncio
from collections.abc import Callable
from typing import Final

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest, NotAllowed, PlayerNotFound
from bessemer.rpc.matches.listing import number_page, page_size
from bessemer.rpc.submissions.access import SubmissionAccess
from bessemer.rpc.submissions.messages import (
    log_kind,
    log_message,
    statuses_of,
    submission_message,
)
from bessemer.rpc.submissions.waiting_workers import WaitingWorkers
from bessemer.storage.submissions.archive_store import ArchiveStore
from bessemer.storage.submissions.submission_logs import SubmissionLogs
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.archives import BEGINNING, SUBMITTED, BadArchive, manifest_in
from bessemer.submissions.manifest import FILE, BadManifest, Manifest
from bessemer.submissions.records import NewSubmission
from bessemer.v1 import submission_service_pb2 as pb

_LONGEST_NOTE: Final = 200


class AuthorCalls:
    """See proto/bessemer/v1/submission_service.proto for what each call promises."""

    def __init__(
        self,
        store: SubmissionStore,
        archives: ArchiveStore,
        logs: SubmissionLogs,
        access: SubmissionAccess,
        directory: PlayerDirectory,
        workers: WaitingWorkers,
        wall: Callable[[], float],
    ) -> None:
        self._store = store
        self._archives = archives
        self._logs = logs
        self._access = access
        self._directory = directory
        self._workers = workers
        self._wall = wall
        self._admitting = asyncio.Lock()
        """Held from the look at the quota until the submission counts: several come at once."""

    async def Submit(self, request: pb.SubmitRequest, caller: Caller) -> pb.SubmitResponse:
        owner = await self._access.owner_of(caller)
        player = request.player or owner
        if player != owner and caller.role is not Role.ORGANISER:
            raise NotAllowed(f"you hand in for {owner}, and only organisers for {player[:40]}")
        if not self._directory.is_registered(player) or self._directory.is_deleted(player):
            raise PlayerNotFound(f"there is no player {player[:80]!r}", field="player")
        note = _line(request.note, "note")
        upload = await asyncio.to_thread(self._archives.check, caller.account, request.upload_id)
        if upload.size > SUBMITTED.size:
            raise BadRequest(f"an archive has at most {SUBMITTED.size:,} bytes", field="upload_id")
        manifest = await asyncio.to_thread(self._manifest, request.upload_id)
        wanted = NewSubmission(
            player,
            manifest.name,
            manifest.game,
            manifest.runtime,
            upload.upload_id,
            caller.name,
            note,
        )
        subject = f"{manifest.name} for {player}"
        entry = self._access.entry(caller, "submit bot", subject, player, note)
        async with self._admitting:
            await asyncio.to_thread(self._access.gate.admit, player, manifest.game, caller)
            found = await asyncio.to_thread(self._store.add, wanted, upload, self._wall(), entry)
        self._workers.wake()
        return pb.SubmitResponse(submission=submission_message(found))

    def _manifest(self, archive: str) -> Manifest:
        try:
            return manifest_in(self._archives.beginning(archive, BEGINNING))
        except BadArchive as error:
            raise BadRequest(str(error), field="upload_id") from None
        except BadManifest as error:
            field = f"{FILE}:{error.key}" if error.key else FILE
            raise BadRequest(str(error), field=field) from None

    async def ListSubmissions(
        self, request: pb.ListSubmissionsRequest, caller: Caller
    ) -> pb.ListSubmissionsResponse:
        size = page_size(request.page_size)
        before = number_page(request.page_token)
        statuses = statuses_of(request.statuses)
        player: str | None = request.player or None
        if caller.role not in (Role.ORGANISER, Role.WORKER):
            owner = await self._access.owner_of(caller)
            if player not in (None, owner):
                raise NotAllowed("authors see their own submissions alone", field="player")
            player = owner
        found = await asyncio.to_thread(
            self._store.page,
            size + 1,
            before,
            player=player,
            game=request.game,
            statuses=statuses,
        )
        response = pb.ListSubmissionsResponse(submissions=map(submission_message, found[:size]))
        if len(found) > size:
            response.next_page_token = str(found[size - 1].number)
        return response

    async def GetSubmission(
        self, request: pb.GetSubmissionRequest, caller: Caller
    ) -> pb.GetSubmissionResponse:
        found = await self._access.readable(request.submission_id, caller)
        return pb.GetSubmissionResponse(submission=submission_message(found))

    async def GetSubmissionLog(
        self, request: pb.GetSubmissionLogRequest, caller: Caller
    ) -> pb.GetSubmissionLogResponse:
        kind = log_kind(request.kind)
        if request.after < 0:
            raise BadRequest("entries are numbered from 1", field="after")
        action = "" if request.after else "read log"
        found = await self._access.readable(request.submission_id, caller, action)
        entries, more = await asyncio.to_thread(self._logs.page, found.number, kind, request.after)
        return pb.GetSubmissionLogResponse(entries=map(log_message, entries), more=more)

    async def WithdrawSubmission(
        self, request: pb.WithdrawSubmissionRequest, caller: Caller
    ) -> pb.WithdrawSubmissionResponse:
        reason = _line(request.reason, "reason")
        found = await self._access.changeable(request.submission_id, caller)
        entry = self._access.entry(caller, "withdraw submission", found, found.player, reason)
        said = reason or f"withdrawn by {caller.name}"
        found = await asyncio.to_thread(
            self._store.withdraw, found.number, said, self._wall(), entry
        )
        return pb.WithdrawSubmissionResponse(submission=submission_message(found))

    async def PlayVersion(
        self, request: pb.PlayVersionRequest, caller: Caller
    ) -> pb.PlayVersionResponse:
        reason = _line(request.reason, "reason")
        found = await self._access.changeable(request.submission_id, caller)
        entry = self._access.entry(caller, "play version", found, found.player, reason)
        found = await asyncio.to_thread(self._store.play, found.number, entry)
        return pb.PlayVersionResponse(submission=submission_message(found))


def _line(text: str, field: str) -> str:
    if len(text) > _LONGEST_NOTE or not all(map(str.isprintable, text)):
        raise BadRequest(f"give one line of at most {_LONGEST_NOTE} characters", field=field)
    return text
