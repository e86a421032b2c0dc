"""
Leaving a match: calling it off before it begins, resigning while it runs, taking it off one's list after.

Each is asked about on a page of its own, which needs no script.
"""

from collections.abc import Sequence
from typing import Final

import grpc
from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.faces.language import key, tr, tr_key
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import People, Person
from bessemer.web.server.accounts.preferences import Preferences
from bessemer.web.server.forms import Refused
from bessemer.web.server.guards import numbers  # noqa: F401 - declares {seat:seat}
from bessemer.web.server.home_page import match_name
from bessemer.web.server.sources import Source, found_match

_WAYS: Final = {
    "cancel": (
        key("Call the match off?"),
        key("Nobody can sit down any more."),
        key("Call it off"),
    ),
    "resign": (
        key("Resign?"),
        key("You will be last. Default moves are made for you, and the others play on."),
        key("Resign"),
    ),
    "remove": (
        key("Take the match off your list?"),
        key("Its replay stays, and so does its result."),
        key("Take it off"),
    ),
}
"""By what is done: the question, what follows, and the button."""


class LeavingPages:
    """The addresses below /leave."""

    def __init__(self, people: People, sources: Sequence[Source], preferences: Preferences) -> None:
        self._people = people
        self._sources = sources
        self._preferences = preferences
        path = "/leave/{match_id}/{seat:seat}"
        self.routes = [Route(path, self._ask), Route(path, self._leave, methods=["POST"])]

    async def _ask(self, request: Request) -> Response:
        match_id, seat = request.path_params["match_id"], request.path_params["seat"]
        person = await self._person(request)
        _, match = await found_match(self._sources, match_id)
        question, follows, button = map(tr_key, _WAYS[_way(match, person)])
        content = page(
            "start/leave.html",
            f"leave/{match_id}/{seat}",
            person=person,
            match_id=match_id,
            seat=seat,
            name=match_name(match),
            question=question,
            follows=follows,
            button=button,
        )
        return HTMLResponse(content)

    async def _leave(self, request: Request) -> Response:
        match_id, seat = request.path_params["match_id"], request.path_params["seat"]
        await self._people.check_form(request)
        person = await self._person(request)
        source, match = await found_match(self._sources, match_id)
        match _way(match, person):
            case "remove":
                self._preferences.hide(person.name, match_id)
            case "cancel":
                off = pb.CancelMatchRequest(match_id=match_id)
                await _call(source.calls(person.token_at(source)), off)
            case _:
                token = self._people.seat_token(person, match_id, seat, source)
                resignation = pb.ResignRequest(match_id=match_id, seat=seat)
                await _call(source.calls(token), resignation)
        return RedirectResponse("/", 303)

    async def _person(self, request: Request) -> Person:
        person = await self._people.of(request)
        if person is None:
            raise Refused(401, tr("Sign in first."))
        return person


def _way(match: match_pb2.Match, person: Person) -> str:
    """
    What leaving a match means for this person now.

    Raises:
        Refused: somebody else invites to it.
    """
    if match.status == match_pb2.MATCH_STATUS_RUNNING:
        return "resign"
    if match.status != match_pb2.MATCH_STATUS_OPEN:
        return "remove"
    if match.creator != person.name:
        raise Refused(403, tr("Only {name} can call this match off.", name=match.creator))
    return "cancel"


async def _call(calls: RefereeCalls, request: Message) -> None:
    try:
        await calls(request)
    except CallFailed as error:
        code = 403 if error.status is grpc.StatusCode.PERMISSION_DENIED else 409
        raise Refused(code, str(error)) from None
