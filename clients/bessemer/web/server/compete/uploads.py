"""An archive that a browser hands in: taken in parts, counted, and passed on to the referee."""

import hashlib
import tempfile
from collections.abc import Callable
from typing import IO, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bessemer.faces.language import tr
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.submissions.archives import SUBMITTED
from bessemer.v1 import submission_service_pb2 as pb
from bessemer.web.server.accounts.people import People, address_of
from bessemer.web.server.compete.facts import asked
from bessemer.web.server.compete.team_pages import calls_for
from bessemer.web.server.forms import CSRF_HEADER, Refused
from bessemer.web.server.watch.queue import WorkQueue

_COST: Final = 20.0
_PART_BYTES: Final = 128 * 1024
_IN_MEMORY: Final = 1024 * 1024
_WAITING: Final = 8


class UploadPages:
    """The address /compete/submissions, to which the page's script sends archives."""

    def __init__(self, people: People, take: Callable[[str, float], bool]) -> None:
        self._people = people
        self._take = take
        self._queue = WorkQueue(2, _WAITING, each=2, retry_seconds=5)
        self.routes = [Route("/compete/submissions", self._upload, methods=["POST"])]

    async def _upload(self, request: Request) -> Response:
        # The body is an archive: only the header can say that a page of ours has sent it.
        if CSRF_HEADER not in request.headers:
            raise Refused(403, tr("The page is too old, or not ours: load it again and repeat."))
        await self._people.check_form(request)
        person = await self._people.required(request)
        address = address_of(request)
        if not self._take(address, _COST):
            raise Refused(429, tr("Too many archives at once; wait a little."), 2)
        async with self._queue.place(f"{person.name} {address}") as work:
            with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as archive:
                size, digest = await _received(request, archive)
                async with work:
                    note = request.query_params.get("note", "")[:200]
                    found = await _passed_on(calls_for(person), archive, size, digest, note)
        return JSONResponse({"address": f"/compete/submissions/{found.submission_id}"})


async def _received(request: Request, archive: IO[bytes]) -> tuple[int, str]:
    """Take what a browser sends; how many bytes, and their hash."""
    size, digest = 0, hashlib.sha256()
    async for part in request.stream():
        size += len(part)
        if size > SUBMITTED.size:
            raise Refused(
                413,
                tr("The archive is too large: at most {n} MB.", n=SUBMITTED.size // 1024 // 1024),
            )
        digest.update(part)
        archive.write(part)
    if not size:
        raise Refused(400, tr("The archive is empty."))
    return size, digest.hexdigest()


async def _passed_on(
    calls: RefereeCalls, archive: IO[bytes], size: int, digest: str, note: str
) -> pb.Submission:
    begun = await asked(calls, pb.StartUploadRequest(size=size, sha256=digest))
    archive.seek(0)
    offset = 0
    while part := archive.read(_PART_BYTES):
        wanted = pb.UploadPartRequest(upload_id=begun.upload_id, offset=offset, content=part)
        await asked(calls, wanted)
        offset += len(part)
    done = await asked(calls, pb.SubmitRequest(upload_id=begun.upload_id, note=note))
    found: pb.Submission = done.submission
    return found
