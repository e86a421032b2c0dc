"""The addresses of matches that are over: their page, their frames, and files that somebody drops."""

from collections.abc import Callable, Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bessemer.faces.language import current_language, tr
from bessemer.web.server import home_page
from bessemer.web.server.accounts.people import address_of
from bessemer.web.server.forms import Refused, check_origin, read_body
from bessemer.web.server.sources import Source, found_match
from bessemer.web.server.watch.analyses import Analyses
from bessemer.web.server.watch.kept_frames import KeptFrames
from bessemer.web.server.watch.queue import WorkQueue
from bessemer.web.server.watch.reading import read_frames

_FRAMES_COST: Final = 10.0
_UPLOAD_COST: Final = 10.0
_ANALYSIS_COST: Final = 50.0
_WAITING: Final = 16
_UPLOADS_WAITING: Final = 8
"""Each is in memory while it waits."""


class ReplayRoutes:
    """Pages of matches that are over. `sources` may be filled later."""

    def __init__(
        self, sources: Sequence[Source], take: Callable[[str, float], bool], upload_bytes: int
    ) -> None:
        self._sources = sources
        self._take = take
        self._upload_bytes = upload_bytes
        self._kept = KeptFrames()
        self._analyses = Analyses()
        self._reading = WorkQueue(2, _WAITING, each=4, retry_seconds=2)
        self._uploads = WorkQueue(1, _UPLOADS_WAITING, each=1, retry_seconds=5)
        self._analysing = WorkQueue(1, 4, each=1, retry_seconds=10)
        self.routes = [
            Route("/matches/{match_id}", self._page),
            Route("/matches/{match_id}/frames.json", self._frames),
            Route("/matches/{match_id}/replay", self._file),
            Route("/replay", self._upload, methods=["POST"]),
        ]

    async def close(self) -> None:
        """Stop reading."""
        await self._kept.close()

    async def _page(self, request: Request) -> Response:
        _, match = await found_match(self._sources, request.path_params["match_id"])
        return HTMLResponse(home_page.viewer_page(match, "json"))

    async def _frames(self, request: Request) -> Response:
        match_id, address = request.path_params["match_id"], address_of(request)
        is_analysed = "analysed" in request.query_params
        key = match_id, current_language(), is_analysed
        found = self._kept.known(key)
        if found is None:
            if not self._take(address, _ANALYSIS_COST if is_analysed else _FRAMES_COST):
                raise Refused(429, tr("Too many matches at once; wait a little."), 2)
            make = self._make_analysed if is_analysed else self._make
            found = await self._kept.get(key, lambda: make(match_id, address))
        return Response(found, media_type="application/json")

    async def _file(self, request: Request) -> Response:
        """The replay, to keep."""
        match_id = request.path_params["match_id"]
        if not self._take(address_of(request), _FRAMES_COST):
            raise Refused(429, tr("Too many matches at once; wait a little."), 2)
        _, match = await found_match(self._sources, match_id)
        content = await self._replay(match_id)
        name = f"{match.game}-{match.match_id}.replay"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def _make(self, match_id: str, address: str) -> bytes:
        async with self._reading.place(address) as work, work:
            return (await read_frames(await self._replay(match_id))).json

    async def _make_analysed(self, match_id: str, address: str) -> bytes:
        async with self._analysing.place(address) as work, work:
            replay = await self._replay(match_id)
            plain = await read_frames(replay)
            facts = await self._analyses.facts(match_id, plain.game, replay)
            return (await read_frames(replay, facts)).json if facts else plain.json

    async def _replay(self, match_id: str) -> bytes:
        for source in self._sources:
            if content := await source.replay(match_id):
                return content
        raise Refused(404, tr("This match is not here, not over, or not to be told yet."))

    async def _upload(self, request: Request) -> Response:
        """The frames of a replay that somebody dropped on the page."""
        check_origin(request)
        address = address_of(request)
        if not self._take(address, _UPLOAD_COST):
            raise Refused(429, tr("Too many replays at once; wait a little."), 2)
        async with self._uploads.place(address) as work:
            content = await read_body(request, self._upload_bytes)
            if content is None:
                raise Refused(413, tr("The file is too large for a replay."))
            async with work:
                return Response((await read_frames(content)).json, media_type="application/json")
