"""
A worker: claims submissions from a referee, builds and checks them, and says how it went.

It keeps nothing. If it is killed, the referee gives the submission to the next worker; if the referee is
killed, the worker goes on building, and tells it when it is back.
"""

import asyncio
import hashlib
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
from google.protobuf.duration_pb2 import Duration

from bessemer.runner.building.building import Builder, Built, NotBuilt
from bessemer.runner.building.checking import check
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.submissions.records import Runtime
from bessemer.v1 import submission_service_pb2 as pb

_WAIT: Final = 20
"""Seconds for which a claim waits."""
_REPORT_SECONDS: Final = 5.0
_RETRY_SECONDS: Final = 1.0
_LONGEST_TEXT: Final = 60_000
_PART: Final = 128 * 1024
MOST_LOGGED: Final = 256 * 1024
"""Characters of each kind of log: a bot may print for as long as it is checked."""
_BUILD, _CHECK = pb.LOG_KIND_BUILD, pb.LOG_KIND_CHECK


class _Calls(Protocol):
    """Calls to a referee, as `RefereeCalls` makes them."""

    async def __call__(self, request: Any, *, waits: bool = False) -> Any: ...  # noqa: ANN401

    def stream(self, request: Any) -> AsyncIterator[Any]: ...  # noqa: ANN401


@dataclass(frozen=True, slots=True)
class BuildWorker:
    """One worker, which builds one submission after the other."""

    calls: _Calls
    name: str
    """Its own; whoever claims by the same name gives up what this one has."""
    builder: Builder
    on_event: Callable[[str], None] = lambda _text: None
    """Hears in a sentence what it does."""

    async def run(self) -> None:
        """
        Build what comes, for ever.

        Raises:
            CallFailed: the referee refuses the worker.
        """
        while True:
            try:
                await self.build_next(_WAIT)
            except CallFailed:
                raise
            except Exception as error:  # noqa: BLE001 - another worker may do better, and others wait
                self.on_event(f"has failed: {''.join(traceback.format_exception(error))}")
                await asyncio.sleep(_RETRY_SECONDS)

    async def build_next(self, wait: int = 0) -> pb.Submission | None:
        """
        Claim a submission, waiting so many seconds for one, and build it; how it ended, or `None`.

        Raises:
            CallFailed: the referee refuses the worker.
        """
        request = pb.ClaimBuildRequest(
            worker=self.name, wait=Duration(seconds=wait), runtimes=[one.value for one in Runtime]
        )
        claimed: pb.ClaimBuildResponse = await self._until_there(request)
        if not claimed.claim:
            return None
        one = claimed.submission
        self.on_event(f"builds submission {one.submission_id} of {one.player} ({one.game})")
        job = _Job(self, claimed)
        try:
            async with asyncio.TaskGroup() as tasks:
                reporting = tasks.create_task(job.report())
                done = await job.do()
                reporting.cancel()
        except ExceptionGroup as group:
            _, others = group.split(_Lost)
            if others is not None:
                raise others from None
            self.on_event(f"drops submission {one.submission_id}: it is no longer to be built")
            return None
        verdict = (
            f"accepted as version {done.version}" if done.version else f"refused: {done.reason}"
        )
        self.on_event(f"submission {one.submission_id} of {one.player} is {verdict}")
        return done

    async def _until_there(self, request: Any) -> Any:  # noqa: ANN401 - the response to this request
        """Make a call, again and again while the referee is away."""
        while True:
            try:
                return await self.calls(request, waits=True)
            except CallFailed as error:
                if not error.is_away:
                    raise
                await asyncio.sleep(max(error.wait, _RETRY_SECONDS))


class _Lost(Exception):
    """The claim is lost."""


class _Job:
    """The building of one submission."""

    def __init__(self, worker: BuildWorker, claimed: pb.ClaimBuildResponse) -> None:
        self._worker = worker
        self._claimed = claimed
        self._phase = "building"
        self._kind = _BUILD
        self._texts: list[tuple[pb.LogKind.ValueType, str]] = []
        self._logged = Counter[int]()
        self._reporting = asyncio.Lock()
        self._has_news = asyncio.Event()

    async def do(self) -> pb.Submission:
        """
        Build and check it, and say how that went.

        Raises:
            _Lost: it is no longer to be built.
        """
        with temporary_folder() as work:
            try:
                built = await self._built(work)
            except NotBuilt as error:
                self._texts.append((self._kind, f"refused: {error}\n"))
                return await self._finish(accepted=False, reason=str(error))
            await self.report_once()
            upload_id = "" if built.archive is None else await self._uploaded(built.archive)
            return await self._finish(accepted=True, upload_id=upload_id)

    async def report(self) -> None:
        """Say again and again that it is being built, and what was printed."""
        while True:
            await self.report_once()
            self._has_news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_REPORT_SECONDS):
                    await self._has_news.wait()

    async def report_once(self) -> None:
        """Say what was printed, and what is being done."""
        async with self._reporting:
            first = True
            while self._texts or first:
                first = False
                kind, text = self._next_text()
                request = pb.ReportProgressRequest(
                    claim=self._claimed.claim, phase=self._phase, kind=kind, text=text
                )
                await self._call(request)

    def _next_text(self) -> tuple[pb.LogKind.ValueType, str]:
        """What was printed next, all of one kind and not too much."""
        if not self._texts:
            return self._kind, ""
        kind, text = self._texts.pop(0)
        while self._texts and self._texts[0][0] == kind and len(text) < _LONGEST_TEXT:
            text += self._texts.pop(0)[1]
        if len(text) > _LONGEST_TEXT:
            self._texts.insert(0, (kind, text[_LONGEST_TEXT:]))
            text = text[:_LONGEST_TEXT]
        return kind, text

    async def _built(self, work: Path) -> Built:
        archive = work / "submitted.tar.gz"
        await self._fetch(archive)
        builder = self._worker.builder
        built = await builder.build(archive, work, self._say)
        self._kind = _CHECK
        await check(built, self._claimed.terms, builder.sandbox, self._say, self._set_phase)
        return built

    def _say(self, text: str) -> None:
        left = MOST_LOGGED - self._logged[self._kind]
        if left <= 0:
            return
        self._logged[self._kind] += len(text)
        rest = "" if len(text) <= left else "\n(the rest of what was printed is left out)\n"
        self._texts.append((self._kind, text[:left].replace("\0", "�") + rest))

    def _set_phase(self, phase: str) -> None:
        self._phase = phase
        self._has_news.set()

    async def _fetch(self, archive: Path) -> None:
        request = pb.FetchArchiveRequest(submission_id=self._claimed.submission.submission_id)
        while True:
            content = bytearray()
            try:
                async for part in self._worker.calls.stream(request):
                    content += part.content
            except CallFailed as error:
                if not error.is_away:
                    raise _Lost from None
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            await asyncio.to_thread(archive.write_bytes, bytes(content))
            return

    async def _uploaded(self, archive: Path) -> str:
        content = await asyncio.to_thread(archive.read_bytes)
        return await upload(self._worker._until_there, content)  # noqa: SLF001 - its own

    async def _finish(self, **verdict: Any) -> pb.Submission:  # noqa: ANN401 - fields
        await self.report_once()
        request = pb.FinishBuildRequest(claim=self._claimed.claim, **verdict)
        response: pb.FinishBuildResponse = await self._call(request)
        return response.submission

    async def _call(self, request: Any) -> Any:  # noqa: ANN401 - the response to this request
        try:
            return await self._worker._until_there(request)  # noqa: SLF001 - its own
        except CallFailed as error:
            if error.status is grpc.StatusCode.ABORTED:
                raise _Lost from None
            raise


async def upload(call: Any, content: bytes) -> str:  # noqa: ANN401 - makes calls
    """
    Upload an archive by calls of a referee; the id of the upload.

    Raises:
        CallFailed: a call was refused.
    """
    digest = hashlib.sha256(content).hexdigest()
    started = await call(pb.StartUploadRequest(size=len(content), sha256=digest))
    for start in range(0, len(content), _PART):
        await call(
            pb.UploadPartRequest(
                upload_id=started.upload_id, offset=start, content=content[start : start + _PART]
            )
        )
    return str(started.upload_id)
