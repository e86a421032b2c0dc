"""The web server's pages by their addresses, and what holds for every answer."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from bessemer.faces.language import tr
from bessemer.web.assets import served_files
from bessemer.web.pages import COMPETED, PLAYED, WATCHED, Site
from bessemer.web.rules_pages import rules_page
from bessemer.web.server import home_page
from bessemer.web.server.accounts.my_matches import my_matches
from bessemer.web.server.accounts.people import People, PeopleConfig, address_of
from bessemer.web.server.accounts.preferences import Preferences
from bessemer.web.server.accounts.settings import SettingsOfVisitors
from bessemer.web.server.accounts.settings_page import SettingsPage
from bessemer.web.server.accounts.sign_in import SignInPages
from bessemer.web.server.compete.competition import CompetePages
from bessemer.web.server.forms import Refused
from bessemer.web.server.guards.headers import CommonHeaders
from bessemer.web.server.guards.hosts import LOCAL_NAMES, KnownHosts
from bessemer.web.server.ladder.waiting_room import WaitingRoom
from bessemer.web.server.languages import Languages
from bessemer.web.server.organise.organiser_routes import OrganiserRoutes
from bessemer.web.server.request_limits import Buckets, WebLimits
from bessemer.web.server.seat.seat_routes import SeatRoutes
from bessemer.web.server.server_sent import last_seen
from bessemer.web.server.sources import Source, SourceConfig, found_match, with_match
from bessemer.web.server.start.leaving import LeavingPages
from bessemer.web.server.start.start_routes import StartPages
from bessemer.web.server.start.table_book import Table
from bessemer.web.server.start.tables import Tables
from bessemer.web.server.state_file import StateSaved
from bessemer.web.server.watch.live import LiveMatches
from bessemer.web.server.watch.replay_routes import ReplayRoutes
from bessemer.web.site.ladder_site import LadderSite

_TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "css": "text/css",
}


class WebApp:
    """The pages of some folders and referees."""

    def __init__(
        self,
        sources: Sequence[SourceConfig],
        limits: WebLimits,
        organiser_token: str = "",
        people: PeopleConfig | None = None,
        hosts: Sequence[str] = LOCAL_NAMES,
    ) -> None:
        """`hosts` are the names under which they are served, see `guards.hosts`."""
        self._configs = tuple(sources)
        self._sources: list[Source] = []
        self._limits = limits
        self._buckets = Buckets(limits)
        self._streams: Counter[str] = Counter()
        self.live = LiveMatches()
        self._replays = ReplayRoutes(self._sources, self._buckets.take, limits.upload_bytes)
        config = people or PeopleConfig(plays=False)
        self.people = People(self._sources, config)
        self.preferences = Preferences(config.state / "people.json" if config.state else None)
        self._settings = SettingsOfVisitors(self.people, self.preferences)
        self.tables = (
            Tables(
                self._sources,
                config.state,
                config.bots,
                self.preferences,
                is_own_machine=config.guests,
            )
            if config.plays
            else None
        )
        if self.tables is not None:
            self.people.on_seat = self.tables.wake
        self._seats = SeatRoutes(self.people, self._sources, self.live, self._counted, self._table)
        organiser = OrganiserRoutes(self.people, self._sources, organiser_token, self._sites)
        self._waiting_room = WaitingRoom(self.people, self._sources, self._counted)
        pages = Languages(
            _site_of(config),
            Starlette(
                routes=[
                    Route("/", self._home),
                    Route("/index.html", self._home),
                    Route("/assets/{name}", self._asset),
                    Route("/rules/{name}", self._rules),
                    *self._waiting_room.routes,
                    Route("/ladders/{ladder}/{path:path}", self._ladder),
                    Route("/live.json", self._live_list),
                    Route("/live/{match_id}", self._live_page),
                    Route("/live/{match_id}/events", self._live_events),
                    Route("/live/{match_id}/moment.json", self._live_moment),
                    *self._replays.routes,
                    *organiser.routes,
                    *SettingsPage(self.people, self._settings, plays=config.plays).routes,
                    *self._playing_routes(),
                ],
                exception_handlers={
                    404: _not_found,
                    Refused: _refused,
                    ClientDisconnect: _gone,
                },
            ),
            self._settings,
        )
        self._files = [self.people.sessions.file, self.preferences.file]
        self._files += [self.tables.book.file] if self.tables is not None else []
        saved = StateSaved(pages, self._files)
        self.asgi: ASGIApp = CommonHeaders(KnownHosts(saved, hosts), self._buckets)

    def _playing_routes(self) -> list[Route]:
        if self.tables is None:
            return []
        start = StartPages(self.people, self._sources, self.tables, self._seats.seats)
        pages = (
            SignInPages(self.people, self._sources, self.preferences),
            CompetePages(self.people, self._sources, self._buckets.take),
            start,
            self._seats,
            LeavingPages(self.people, self._sources, self.preferences),
        )
        return [route for page in pages for route in page.routes]

    def _table(self, match_id: str) -> Table | None:
        """The table of a match, if it was started from here."""
        return self.tables.book.find(match_id) if self.tables is not None else None

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """What runs while pages are served."""
        plays = self.people.config.plays
        self._sources.extend(Source(config, offers_seats=plays) for config in self._configs)
        try:
            async with AsyncExitStack() as stack:
                if self.tables is not None:
                    await stack.enter_async_context(self.tables.running())
                yield
        finally:
            await self._seats.seats.close()
            await self._waiting_room.close()
            await self._replays.close()
            await self.live.close()
            for source in self._sources:
                await source.close()
            self._sources.clear()
            for file in self._files:
                await file.saved()

    async def _sites(self) -> list[LadderSite]:
        found = await asyncio.gather(*(source.sites() for source in self._sources))
        # A ladder that several referees know is shown once, as the first of them knows it.
        named = {name: site for sites in reversed(found) for name, site in sites.items()}
        return [site for sites in found for name, site in sites.items() if named[name] is site]

    # --- Pages ------------------------------------------------------------------------------------

    async def _home(self, request: Request) -> Response:
        sites = await self._sites()
        await asyncio.gather(*(source.matches() for source in self._sources))
        troubles = [source.trouble for source in self._sources if source.trouble]
        return HTMLResponse(home_page.home(sites, troubles, await self._visitor(request)))

    async def _visitor(self, request: Request) -> home_page.Visitor | None:
        if self.tables is None:
            return None
        person = await self.people.of(request)
        if person is None:
            return home_page.Visitor("")
        matches = await my_matches(person, self._sources, self.tables)
        return home_page.Visitor(person.name, matches)

    async def _rules(self, request: Request) -> Response:
        content = rules_page(request.path_params["name"])
        if content is None:
            return _missing(tr("There is no such page."))
        return HTMLResponse(content)

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = served_files().get(name)
        if found is None:
            return _missing(tr("There is no such file."))
        age = "public, max-age=31536000, immutable" if found.is_lasting else "no-cache"
        headers = {"Cache-Control": age, "Vary": "Accept-Encoding"}
        is_compressed = "gzip" in request.headers.get("accept-encoding", "")
        if is_compressed:
            headers["Content-Encoding"] = "gzip"
        content = found.compressed if is_compressed else found.content
        return Response(content, media_type=found.media_type, headers=headers)

    async def _ladder(self, request: Request) -> Response:
        folder = f"ladders/{request.path_params['ladder']}/"
        path = request.path_params["path"] or "index.html"
        for site in await self._sites():
            if site.folder == folder:
                content = await asyncio.to_thread(site.file, path)
                if content is not None:
                    kind = _TYPES[path.rpartition(".")[2]]
                    return Response(content, media_type=kind)
        return _missing(tr("There is no such page of a ladder."))

    # --- Matches ----------------------------------------------------------------------------------

    async def _live_list(self, _request: Request) -> Response:
        found = await asyncio.gather(*(source.matches() for source in self._sources))
        listed = [match for matches in found for match in matches]
        facts = [home_page.match_facts(match) for match in home_page.lively(listed, time.time())]
        troubles = [source.trouble for source in self._sources if source.trouble]
        return JSONResponse({"matches": facts, "troubles": troubles})

    async def _live_page(self, request: Request) -> Response:
        _, match = await found_match(self._sources, request.path_params["match_id"])
        return HTMLResponse(home_page.viewer_page(match, "live"))

    async def _live_events(self, request: Request) -> Response:
        match_id = request.path_params["match_id"]
        known = last_seen(request)
        if known is None:
            return Response("from= is a number.", 400)
        source = await with_match(self._sources, match_id)
        return self._counted(request, self.live.watch(source, match_id, known))

    async def _live_moment(self, request: Request) -> Response:
        """The position alone, for a small board."""
        match_id = request.path_params["match_id"]
        moment = await self.live.moment(await with_match(self._sources, match_id), match_id)
        return Response(status_code=204) if moment is None else JSONResponse(moment)

    def _counted(self, request: Request, events: AsyncIterator[bytes]) -> Response:
        """The events for a browser, unless its address has too many streams already."""
        address = address_of(request)
        is_full = self._streams[address] >= self._limits.streams
        if is_full or self._streams.total() >= self._limits.all_streams:
            return Response(tr("Too many matches are watched from here."), 429)
        return StreamingResponse(
            self._counting(address, events),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    async def _counting(self, address: str, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        self._streams[address] += 1
        try:
            async for some in events:
                yield some
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def _site_of(config: PeopleConfig) -> Site:
    """What the menu leads to: nobody competes at a machine where anyone who says a name is a player."""
    if not config.plays:
        return WATCHED
    return PLAYED if config.guests else COMPETED


async def _gone(_request: Request, _error: Any) -> Response:  # noqa: ANN401 - Starlette's
    """Nobody reads this: the client has gone, or was cut off because it was too slow."""
    return Response(status_code=408)


def _missing(message: str) -> Response:
    return HTMLResponse(home_page.error_page(404, message), 404)


async def _not_found(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's
    if isinstance(error, Refused):
        return await _refused(request, error)
    return _missing(tr("There is no such page."))


async def _refused(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's
    """A page for whoever looks at one, the sentence alone for a script."""
    if "text/html" not in request.headers.get("accept", ""):
        return Response(error.detail, error.status_code, error.headers)
    content = home_page.error_page(error.status_code, error.detail)
    return HTMLResponse(content, error.status_code, error.headers)
