"""The waiting room of a ladder: a person looks for a match there, sees how it goes, and is led to the seat."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.faces.language import tr, trn
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_pb2
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import People, Person
from bessemer.web.server.accounts.sign_in import sign_in_address
from bessemer.web.server.forms import Refused
from bessemer.web.server.ladder.searches import Search
from bessemer.web.server.seat.seat_routes import Counted
from bessemer.web.server.server_sent import event
from bessemer.web.server.sources import Source
from bessemer.web.site.ladder_site import LadderSite

_MINUTE: Final = 60
_REMEMBERED_SECONDS: Final = 3600
_Key = tuple[str, str, str]
"""A referee, a ladder there, and a player."""


class WaitingRoom:
    """The addresses /ladders/NAME/play. `sources` may be filled later."""

    def __init__(self, people: People, sources: Sequence[Source], counted: Counted) -> None:
        self._people = people
        self._counted = counted
        self._sources = sources
        self._searches: dict[_Key, Search] = {}
        self.routes = [
            Route("/ladders/{ladder}/play", self._show, methods=["GET"]),
            Route("/ladders/{ladder}/play", self._begin, methods=["POST"]),
            Route("/ladders/{ladder}/play/leave", self._leave, methods=["POST"]),
            Route("/ladders/{ladder}/play/events", self._events),
        ]

    async def close(self) -> None:
        """Leave every lobby."""
        for search in self._searches.values():
            await search.leave()
        self._searches.clear()

    # --- Pages ------------------------------------------------------------------------------------

    async def _show(self, request: Request) -> Response:
        source, site = await self._ladder(request)
        person = await self._people.of(request)
        if person is None or not person.token_at(source):
            return RedirectResponse(sign_in_address(request.url.path), 303)
        lobby = await source.lobby(site.report.facts.name, person.token_at(source))
        # Last, because a seat may be found at any moment, and is not to be missed.
        search = self._searches.get(_key(source, site, person))
        if search is not None and await search.is_played():
            return RedirectResponse(seat_address(search), 303)
        return HTMLResponse(_page(site, person, search, lobby))

    async def _begin(self, request: Request) -> Response:
        """Look for a match; whoever has one that is not over is led back to it."""
        source, site = await self._ladder(request)
        person = await self._player(request, source)
        place = _key(source, site, person)
        known = self._searches.get(place)
        if known is None or known.is_over:
            self._forget_old()
            ladder = site.report.facts.name
            self._searches[place] = Search(source, ladder, person.token_at(source))
        return RedirectResponse(f"/{site.folder}play", 303)

    async def _leave(self, request: Request) -> Response:
        source, site = await self._ladder(request)
        person = await self._player(request, source)
        search = self._searches.pop(_key(source, site, person), None)
        if search is not None:
            await search.leave()
        # It may have been found just now: then it has begun, and is not run away from unseen.
        found = search is not None and search.found
        goes_to = seat_address(search) if search and found else f"/{site.folder}index.html"
        return RedirectResponse(goes_to, 303)

    async def _events(self, request: Request) -> Response:
        source, site = await self._ladder(request)
        person = await self._people.of(request)
        if person is None:
            raise Refused(401, tr("Sign in first."))
        search = self._searches.get(_key(source, site, person))
        return self._counted(request, _told(search))

    # --- Inside -----------------------------------------------------------------------------------

    async def _ladder(self, request: Request) -> tuple[Source, LadderSite]:
        """
        The ladder of an address.

        Raises:
            Refused: there is none, or people do not play here.
        """
        known = []
        for source in self._sources if self._people.config.plays else ():
            site = (await source.sites()).get(request.path_params["ladder"])
            if site is not None and source.config.referee:
                known.append((source, site))
        for source, site in known if len(known) > 1 else ():
            if await source.lobby(site.report.facts.name) is not None:
                return source, site
        if known:
            return known[0]
        raise Refused(404, tr("On this ladder nobody can take a seat here."))

    def _forget_old(self) -> None:
        """Searches that are over are kept for a while, to lead whoever reloads to the seat."""
        self._searches = {
            place: search
            for place, search in self._searches.items()
            if not search.is_over or search.seconds < _REMEMBERED_SECONDS
        }

    async def _player(self, request: Request, source: Source) -> Person:
        """
        Who has sent a form of ours.

        Raises:
            Refused: nobody is signed in at the ladder's referee, or it is no form of ours.
        """
        await self._people.check_form(request)
        person = await self._people.required(request)
        if not person.token_at(source):
            raise Refused(403, tr("The referee of this ladder does not know you."))
        return person


def seat_address(search: Search) -> str:
    """The page of the seat that was found."""
    match_id, seat = search.found or ("", 0)
    return f"/seat/{match_id}/{seat}"


def _key(source: Source, site: LadderSite, person: Person) -> _Key:
    return source.config.key, site.report.facts.name, person.name


async def _told(search: Search | None) -> AsyncIterator[bytes]:
    """What a page is sent: how the search goes, until it is over."""
    yield b"retry: 1000\n\n"
    if search is None:
        yield event("search", {"state": "none"})
        return
    async with aclosing(search.looks()) as looks:
        async for _ in looks:
            yield event("search", _facts(search))


def _facts(search: Search) -> dict[str, Any]:
    if search.found:
        said = tr("A match is found.")
        return {"state": "found", "said": said, "address": seat_address(search)}
    if search.is_over:
        return {"state": "over", "said": search.trouble or tr("The search has ended.")}
    return {"state": "looking", "said": _looking(search), "seconds": search.seconds}


def _looking(search: Search) -> str:
    if search.trouble:
        return tr("The referee does not answer; we go on looking. {why}", why=search.trouble)
    if not search.others:
        return tr("Looking for a match. Nobody else is ready yet.")
    return trn(
        "Looking for a match. One other is ready to play.",
        "Looking for a match. {n} others are ready to play.",
        search.others,
    )


def _page(
    site: LadderSite, person: Person, search: Search | None, lobby: pb.GetLobbyResponse | None
) -> str:
    clock = lobby.own_clock if lobby is not None else match_pb2.ClockSettings()
    return page(
        "ladder/waiting_room.html",
        f"{site.folder}play",
        title=tr("Play on the ladder {ladder}", ladder=site.report.facts.name),
        folder=site.folder,
        person=person,
        is_played=lobby is not None and not lobby.ladder.frozen,
        is_looking=search is not None and not search.is_over,
        trouble=search.trouble if search is not None and search.is_over else "",
        ready=_ready(lobby.waiting_players if lobby is not None else 0),
        bank=_minutes(clock.bank.seconds),
        increment=_minutes(clock.increment.seconds),
    )


def _ready(players: int) -> str:
    if not players:
        return tr("Nobody else is ready yet.")
    return trn("One player is ready now.", "{n} players are ready now.", players)


def _minutes(seconds: int) -> str:
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"
