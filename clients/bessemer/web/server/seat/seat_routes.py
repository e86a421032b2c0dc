"""A person's seat by its address: the page, what it is sent, and what it wishes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from http import HTTPStatus
from typing import Final

import grpc
import msgspec
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from bessemer.faces.language import key, tr, tr_key
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.table.client import SeatAddress
from bessemer.v1 import choice_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server import home_page
from bessemer.web.server.accounts.people import People, Person
from bessemer.web.server.accounts.sign_in import sign_in_address
from bessemer.web.server.forms import Refused, read_body
from bessemer.web.server.guards import numbers  # noqa: F401 - declares {seat:seat}
from bessemer.web.server.ladder.rating_changes import rating_changes
from bessemer.web.server.seat.seats import Seat, SeatLost, Seats
from bessemer.web.server.seat.wishes import ActRefused, Wish
from bessemer.web.server.server_sent import event, last_seen
from bessemer.web.server.sources import Source, found_match, with_match
from bessemer.web.server.start.lessons import lesson_of
from bessemer.web.server.start.table_book import Table
from bessemer.web.server.watch.live import LiveMatches

_MOST_BYTES: Final = 64 * 1024
_NOT_YOURS: Final = key(
    "This seat is another player's. Sign in as that player, or open the link of your own seat."
)

Counted = Callable[[Request, AsyncIterator[bytes]], Response]
"""The answer with a stream, which is counted for its address; a refusal if there are too many."""


class SeatRoutes:
    """The pages of seats."""

    def __init__(
        self,
        people: People,
        sources: Sequence[Source],
        live: LiveMatches,
        counted: Counted,
        table_of: Callable[[str], Table | None],
    ) -> None:
        self._people = people
        self._sources = sources
        self._counted = counted
        self._table_of = table_of
        self.seats = Seats(live)
        path = "/seat/{match_id}/{seat:seat}"
        self.routes = [
            Route(path, self._page),
            Route(f"{path}/events", self._events),
            Route(f"{path}/act", self._act, methods=["POST"]),
            Route(f"{path}/rating", self._rating),
        ]

    async def _page(self, request: Request) -> Response:
        match_id, number = _place(request)
        try:
            person, _ = await self._opened(request)
        except ActRefused as refused:
            if refused.status == HTTPStatus.UNAUTHORIZED:
                return RedirectResponse(sign_in_address(request.url.path), HTTPStatus.SEE_OTHER)
            return HTMLResponse(home_page.error_page(refused.status, str(refused)), refused.status)
        table = self._table_of(match_id)
        plan = table.plan if table is not None and table.person == person.name else None
        match = await self._match(match_id)
        return HTMLResponse(home_page.seat_page((match_id, number), match, person.csrf, plan))

    async def _match(self, match_id: str) -> match_pb2.Match | None:
        """The match; `None` while the referee is away."""
        try:
            _, match = await found_match(self._sources, match_id)
        except Refused:
            return None
        return match

    async def _events(self, request: Request) -> Response:
        known, tab = last_seen(request), request.query_params.get("tab", "")
        if known is None or not tab:
            return PlainTextResponse("from= is a number, and tab= names the tab.", 400)
        try:
            person, seat = await self._opened(request)
        except ActRefused as refused:
            return PlainTextResponse(str(refused), refused.status)
        return self._counted(request, self._until_gone(seat, tab, known, person))

    async def _until_gone(
        self, seat: Seat, tab: str, known: int, person: Person
    ) -> AsyncIterator[bytes]:
        """What the seat is told, until the session ends."""
        ended = asyncio.ensure_future(self._people.sessions.ended(person.session))
        ended.add_done_callback(lambda _: seat.wake())
        try:
            async with aclosing(seat.events(tab, known, ended.done)) as events:
                async for some in events:
                    yield some
        except SeatLost:
            yield event("signed_out", None)
        finally:
            ended.cancel()
            self.seats.leave(*seat.place)

    async def _act(self, request: Request) -> Response:
        await self._people.check_form(request)
        try:
            _, seat = await self._opened(request)
            await seat.act(await _wish(request))
        except ActRefused as refused:
            return PlainTextResponse(str(refused), refused.status)
        return Response(status_code=204)

    async def _rating(self, request: Request) -> Response:
        """What the match did to the rating of whoever sits here, once the pages of its ladder know it."""
        match_id, number = _place(request)
        try:
            await self._opened(request)
        except ActRefused as refused:
            return PlainTextResponse(str(refused), refused.status)
        source, match = await found_match(self._sources, match_id)
        known = await rating_changes(source, match.ladder, match.seats[number].player)
        found = known.get(match_id)
        if found is None:
            return Response(status_code=204, headers={"Retry-After": "2"})
        said = tr("Your rating is {rating} now.", rating=found.rating)
        return JSONResponse({"change": found.change, "said": said if found.change else ""})

    async def _opened(self, request: Request) -> tuple[Person, Seat]:
        """
        The seat of whoever asks.

        Raises:
            ActRefused: it is not theirs, or there is none.
            Refused: no referee has the match, or none answers.
        """
        match_id, number = _place(request)
        person = await self._people.of(request)
        if person is None:
            raise ActRefused(401, tr("Sign in first: this page is for whoever plays this seat."))
        held = self.seats.held(match_id, number, person.session)
        if held is not None:
            return person, held
        source = await with_match(self._sources, match_id)
        token = self._people.seat_token(person, match_id, number, source)
        await _check_rights(source, match_id, number, token)
        address = SeatAddress(match_id, token, number)
        table = self._table_of(match_id)
        course = None if table is None else lesson_of(table)
        return person, self.seats.take(source, address, person.session, course)


async def _check_rights(source: Source, match_id: str, number: int, token: str) -> None:
    """
    Let the referee say whether the token opens the seat.

    Raises:
        ActRefused: it does not.
    """
    request = pb.ListChoicesRequest(match_id=match_id, seat=number, paths=[choice_pb2.ChoicePath()])
    try:
        await source.calls(token)(request)
    except CallFailed as error:
        code = error.status
        if code in (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED):
            return  # it is theirs: only that nothing is asked now
        if code in (grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.UNAUTHENTICATED):
            raise ActRefused(403, tr_key(_NOT_YOURS)) from None
        if code in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT):
            raise ActRefused(404, tr("There is no such seat.")) from None
        raise ActRefused(
            503, tr("The referee does not answer now; try again in a moment.")
        ) from None


async def _wish(request: Request) -> Wish:
    content = await read_body(request, _MOST_BYTES)
    if content is None:
        raise ActRefused(413, tr("This is too long."))
    try:
        return msgspec.json.decode(content, type=Wish)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ActRefused(400, tr("This cannot be read.")) from None


def _place(request: Request) -> tuple[str, int]:
    return request.path_params["match_id"], request.path_params["seat"]
