"""The calls of workers that build submissions."""

import asyncio
import re
from collections.abc import Callable
from typing import Final

from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest
from bessemer.ladder.ladder import LadderStore
from bessemer.rpc.submissions.access import require_worker
from bessemer.rpc.submissions.messages import (
    log_kind,
    log_text,
    runtimes_of,
    submission_message,
    terms_of,
)
from bessemer.rpc.submissions.waiting_workers import WaitingWorkers
from bessemer.storage.submissions.archive_store import ArchiveStore
from bessemer.storage.submissions.submission_logs import SubmissionLogs
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.records import LogKind, Submission
from bessemer.v1 import submission_service_pb2 as pb

WORKER_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST_WAIT: Final = 60.0
_LONGEST_REASON: Final = 1000
_LONGEST_PHASE: Final = 100


class WorkerCalls:
    """See proto/bessemer/v1/submission_service.proto for what each call promises."""

    def __init__(
        self,
        store: SubmissionStore,
        archives: ArchiveStore,
        logs: SubmissionLogs,
        ladders: LadderStore,
        workers: WaitingWorkers,
        wall: Callable[[], float],
    ) -> None:
        self._store = store
        self._archives = archives
        self._logs = logs
        self._ladders = ladders
        self._workers = workers
        self._wall = wall

    async def ClaimBuild(
        self, request: pb.ClaimBuildRequest, caller: Caller
    ) -> pb.ClaimBuildResponse:
        require_worker(caller)
        if not WORKER_NAME.fullmatch(request.worker):
            raise BadRequest(
                "a worker's name has 1 to 64 letters, digits, '-', '_' or '.'", field="worker"
            )
        seconds = request.wait.ToMicroseconds() / 1e6
        if not 0 <= seconds <= _LONGEST_WAIT:
            raise BadRequest(f"wait 0 to {_LONGEST_WAIT:g} seconds", field="wait")
        runtimes = runtimes_of(request.runtimes)

        async def look() -> Submission | None:
            return await asyncio.to_thread(
                self._store.claim, request.worker, runtimes, self._wall()
            )

        found = await self._workers.wait_for(look, seconds)
        if found is None:
            return pb.ClaimBuildResponse()
        ladders = await asyncio.to_thread(self._ladders.ladders)
        return pb.ClaimBuildResponse(
            submission=submission_message(found),
            claim=found.claim,
            terms=terms_of(ladders, found.game),
        )

    async def ReportProgress(
        self, request: pb.ReportProgressRequest, caller: Caller
    ) -> pb.ReportProgressResponse:
        require_worker(caller)
        if len(request.phase) > _LONGEST_PHASE:
            raise BadRequest(f"a phase has at most {_LONGEST_PHASE} characters", field="phase")
        kind, text = log_kind(request.kind) or LogKind.BUILD, log_text(request.text)
        now = self._wall()
        found = await asyncio.to_thread(self._store.renew, request.claim, request.phase, now)
        await asyncio.to_thread(self._logs.append, found.number, kind, text, now)
        return pb.ReportProgressResponse()

    async def FinishBuild(
        self, request: pb.FinishBuildRequest, caller: Caller
    ) -> pb.FinishBuildResponse:
        require_worker(caller)
        if not request.accepted and not request.reason:
            raise BadRequest("say why it is refused", field="reason")
        found = await asyncio.to_thread(self._finish, request, caller)
        return pb.FinishBuildResponse(submission=submission_message(found))

    def _finish(self, request: pb.FinishBuildRequest, caller: Caller) -> Submission:
        if request.claim and (over := self._store.finished(request.claim)) is not None:
            return over
        if not request.accepted:
            reason = request.reason[:_LONGEST_REASON]
            return self._store.refuse(request.claim, reason, self._wall())
        upload = None
        if request.upload_id:
            upload = self._archives.check(caller.account, request.upload_id)
        return self._store.accept(request.claim, upload, self._wall())
