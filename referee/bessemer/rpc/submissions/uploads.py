"""The calls by which archives come and go: in parts, since no message is large."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest, NotAllowed
from bessemer.rpc.play.streams import SpectatorStream
from bessemer.rpc.submissions.access import SubmissionAccess
from bessemer.storage.submissions.archive_store import LARGEST_PART, ArchiveStore
from bessemer.submissions.archives import BUILT, SUBMITTED
from bessemer.v1 import submission_service_pb2 as pb

_SHA256: Final = re.compile(r"[0-9a-f]{64}")


class UploadCalls:
    """See proto/bessemer/v1/submission_service.proto for what each call promises."""

    def __init__(
        self, store: ArchiveStore, access: SubmissionAccess, wall: Callable[[], float]
    ) -> None:
        self._store = store
        self._access = access
        self._wall = wall

    async def StartUpload(
        self, request: pb.StartUploadRequest, caller: Caller
    ) -> pb.StartUploadResponse:
        _require_uploader(caller)
        largest = BUILT.size if caller.role is Role.WORKER else SUBMITTED.size
        if caller.role is Role.ORGANISER:
            largest = BUILT.size
        if not 0 < request.size <= largest:
            raise BadRequest(f"an archive has 1 to {largest:,} bytes", field="size")
        if not _SHA256.fullmatch(request.sha256):
            raise BadRequest("give the SHA-256 in 64 hexadecimal digits", field="sha256")
        upload_id = await asyncio.to_thread(
            self._store.start, caller.account, request.sha256, request.size, self._wall()
        )
        return pb.StartUploadResponse(upload_id=upload_id)

    async def UploadPart(
        self, request: pb.UploadPartRequest, caller: Caller
    ) -> pb.UploadPartResponse:
        _require_uploader(caller)
        if not 0 < len(request.content) <= LARGEST_PART:
            raise BadRequest(f"a part has 1 to {LARGEST_PART:,} bytes", field="content")
        received = await asyncio.to_thread(
            self._store.add,
            caller.account,
            request.upload_id,
            request.offset,
            request.content,
            self._wall(),
        )
        return pb.UploadPartResponse(received=received)

    async def FetchArchive(
        self, request: pb.FetchArchiveRequest, caller: Caller, _stream: SpectatorStream
    ) -> AsyncIterator[bytes]:
        found = await self._access.readable(request.submission_id, caller, "read archive")
        archive = found.built if request.built else found.archive
        if not archive:
            raise BadRequest(
                f"submission {found.number} is {found.status}: nothing was built", field="built"
            )
        start = 0
        while (part := await asyncio.to_thread(self._store.part, archive, start)) is not None:
            yield pb.FetchArchiveResponse(content=part).SerializeToString()
            start += len(part)


def _require_uploader(caller: Caller) -> None:
    if caller.role is Role.SPECTATOR:
        raise NotAllowed("this needs the token of a player, and yours is that of a spectator")
