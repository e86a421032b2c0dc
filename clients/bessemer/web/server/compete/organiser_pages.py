"""What an organiser sees of a competition: the queue, the workers, builds, failures, teams, invitations."""

from collections.abc import Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.faces.language import tr
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.v1 import submission_service_pb2 as pb
from bessemer.v1 import team_service_pb2 as team_pb
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import People, Person
from bessemer.web.server.accounts.sign_in import sign_in_address
from bessemer.web.server.compete import facts
from bessemer.web.server.compete.facts import asked
from bessemer.web.server.compete.team_pages import calls_for
from bessemer.web.server.forms import Refused

_LISTS: Final = {
    "open": facts.OPEN,
    "failed": (pb.SUBMISSION_STATUS_REFUSED,),
    "accepted": (pb.SUBMISSION_STATUS_ACCEPTED,),
}
_MOST_USES: Final = 10_000


class CompetitionPage:
    """The address /compete/organise."""

    def __init__(self, people: People) -> None:
        self._people = people
        self.routes = [
            Route("/compete/organise", self._show, methods=["GET"]),
            Route("/compete/organise", self._act, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        person = await self._people.of(request)
        if person is None or not person.organises:
            return RedirectResponse(sign_in_address(request.url.path), 303)
        return await self._page(request, person)

    async def _act(self, request: Request) -> Response:
        form = await self._people.check_form(request)
        person = await self._people.of(request)
        if person is None or not person.organises:
            raise Refused(403, tr("This is for organisers."))
        try:
            done = await asked(calls_for(person), _wanted(form))
        except Refused as error:
            return await self._page(request, person, error)
        if isinstance(done, team_pb.CreateInvitationResponse):
            return await self._page(request, person, code=done.code)
        return RedirectResponse("/compete/organise", 303)

    async def _page(
        self, request: Request, person: Person, trouble: Refused | None = None, code: str = ""
    ) -> Response:
        calls = calls_for(person)
        lists = {name: await _listed(calls, some) for name, some in _LISTS.items()}
        invitations = await asked(calls, team_pb.ListInvitationsRequest(page_size=100))
        content = page(
            "compete/organise.html",
            "compete",
            person=person,
            base=f"{request.url.scheme}://{request.headers.get('host', '')}",
            lists=lists,
            workers=_workers(lists["open"]),
            ladders=await facts.ladders_of(calls),
            invitations=[
                one
                for one in invitations.invitations
                if not one.revoked and one.uses < one.max_uses
            ],
            facts=facts,
            trouble=trouble.detail if trouble is not None else "",
            code=code,
        )
        return HTMLResponse(content, trouble.status_code if trouble is not None else 200)


def _wanted(form: dict[str, str]) -> Any:  # noqa: ANN401 - a message
    """
    The call that a form asks for.

    Raises:
        Refused: there is no such action, or not with such numbers.
    """
    match form.get("do"):
        case "invite":
            return team_pb.CreateInvitationRequest(
                max_uses=_number(form, "uses", 1), per_address=_number(form, "each", 5)
            )
        case "revoke":
            return team_pb.RevokeInvitationRequest(invitation_id=form.get("id", ""))
    raise Refused(400, tr("There is no such action."))


async def _listed(calls: RefereeCalls, statuses: Sequence[Any]) -> list[pb.Submission]:
    wanted = pb.ListSubmissionsRequest(statuses=statuses, page_size=facts.MOST_LISTED)
    found = await asked(calls, wanted)
    return list(found.submissions)


def _workers(submissions: Sequence[pb.Submission]) -> list[pb.Submission]:
    """What each worker is doing now."""
    return [one for one in submissions if one.status == pb.SUBMISSION_STATUS_BUILDING]


def _number(form: dict[str, str], name: str, default: int) -> int:
    text = form.get(name, "") or str(default)
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_USES:
        raise Refused(400, tr("Write a number from 1 to {n}.", n=_MOST_USES))
    return int(text)
