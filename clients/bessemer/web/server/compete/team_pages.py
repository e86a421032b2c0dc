"""A team's own pages: its bots, what became of them, its members. Teams see their own alone: the referee says so."""

import asyncio
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
from bessemer.web.server.forms import Refused
from bessemer.web.server.sources import Source

_LOGS: Final = (pb.LOG_KIND_BUILD, pb.LOG_KIND_CHECK, pb.LOG_KIND_RUN)
_LOG_CHARACTERS: Final = 64 * 1024
"""Of each log so much is shown: its end."""
_LOG_PARTS: Final = 30
"""A log of each kind has 1 MiB at most, and comes in parts of 128 KiB."""


class TeamPages:
    """The addresses /compete and below. `sources` may be filled later."""

    def __init__(self, people: People, sources: Sequence[Source]) -> None:
        self._people = people
        self._sources = sources
        self.routes = [
            Route("/compete", self._overview, methods=["GET"]),
            Route("/compete/members", self._change_members, methods=["POST"]),
            Route("/compete/submissions/{number:int}", self._submission, methods=["GET"]),
            Route("/compete/submissions/{number:int}", self._change, methods=["POST"]),
        ]

    # --- The overview -----------------------------------------------------------------------------

    async def _overview(self, request: Request) -> Response:
        return await self._page(request)

    async def _page(
        self, request: Request, trouble: Refused | None = None, code: str = ""
    ) -> Response:
        person = await self._people.of(request)
        shown: dict[str, Any] = {"trouble": trouble.detail if trouble else "", "code": code}
        if person is None or person.source is None or not person.name:
            content = page(
                "compete/overview.html",
                "compete",
                person=None,
                ladders=await self._open_ladders(),
                **shown,
            )
        else:
            own = await self._own(calls_for(person), person)
            base = f"{request.url.scheme}://{request.headers.get('host', '')}"
            content = page("compete/team.html", "compete", person=person, base=base, **own, **shown)
        return HTMLResponse(content, trouble.status_code if trouble is not None else 200)

    async def _open_ladders(self) -> list[facts.OpenLadder]:
        found = []
        for source in self._sources:
            calls = await source.spectating()
            if calls is not None:
                found += await facts.ladders_of(calls)
        return found

    async def _own(self, calls: RefereeCalls, person: Person) -> dict[str, Any]:
        """All that a team sees of itself."""
        listed = pb.ListSubmissionsRequest(player=person.name, page_size=facts.MOST_LISTED)
        ladders, submissions, team, invitations = await asyncio.gather(
            facts.ladders_of(calls),
            asked(calls, listed),
            asked(calls, team_pb.GetTeamRequest(team=person.name)),
            asked(calls, team_pb.ListInvitationsRequest(page_size=facts.MOST_LISTED)),
        )
        versions, matches = await facts.standing_of(calls, ladders, person.name)
        return {
            "ladders": ladders,
            "submissions": submissions.submissions,
            "members": team.members,
            "own_token": person.token.split("_")[1],
            "invitations": [
                one
                for one in invitations.invitations
                if one.team == person.name and not one.revoked and one.uses < one.max_uses
            ],
            "versions": versions,
            "matches": matches,
            "facts": facts,
            "is_waiting": any(one.status in facts.OPEN for one in submissions.submissions),
        }

    # --- Members ----------------------------------------------------------------------------------

    async def _change_members(self, request: Request) -> Response:
        form = await self._people.check_form(request)
        person = await self._people.required(request)
        name, one = person.name, form.get("id", "")
        requests: dict[str, Any] = {
            "invite": team_pb.CreateInvitationRequest(team=name),
            "revoke": team_pb.RevokeInvitationRequest(invitation_id=one),
            "remove": team_pb.RemoveMemberRequest(team=name, token_id=one),
        }
        wanted = requests.get(form.get("do", ""))
        if wanted is None:
            raise Refused(400, tr("There is no such action."))
        try:
            done = await asked(calls_for(person), wanted)
        except Refused as error:
            return await self._page(request, error)
        if isinstance(done, team_pb.CreateInvitationResponse):
            return await self._page(request, code=done.code)
        return RedirectResponse("/compete", 303)

    # --- A submission -----------------------------------------------------------------------------

    async def _submission(self, request: Request) -> Response:
        person = await self._people.of(request)
        if person is None or not person.name:
            return RedirectResponse(sign_in_address(request.url.path), 303)
        return await self._submission_page(request, person)

    async def _submission_page(
        self, request: Request, person: Person, trouble: Refused | None = None
    ) -> Response:
        calls, number = calls_for(person), request.path_params["number"]
        found = await self._found(calls, number)
        content = page(
            "compete/submission.html",
            "compete",
            person=person,
            one=found,
            logs=await _logs(calls, number),
            facts=facts,
            pb=pb,
            trouble=trouble.detail if trouble is not None else "",
        )
        return HTMLResponse(content, trouble.status_code if trouble is not None else 200)

    async def _found(self, calls: RefereeCalls, number: int) -> pb.Submission:
        try:
            response = await asked(calls, pb.GetSubmissionRequest(submission_id=number))
        except Refused as error:
            if error.status_code == 503:
                raise
            raise Refused(404, error.detail) from None
        found: pb.Submission = response.submission
        return found

    async def _change(self, request: Request) -> Response:
        form = await self._people.check_form(request)
        person = await self._people.required(request)
        number, reason = request.path_params["number"], form.get("reason", "").strip()[:200]
        wanted: Any
        match form.get("do"):
            case "play":
                wanted = pb.PlayVersionRequest(submission_id=number, reason=reason)
            case "withdraw":
                wanted = pb.WithdrawSubmissionRequest(submission_id=number, reason=reason)
            case _:
                raise Refused(400, tr("There is no such action."))
        try:
            await asked(calls_for(person), wanted)
        except Refused as error:
            return await self._submission_page(request, person, error)
        return RedirectResponse(request.url.path, 303)


async def _logs(calls: RefereeCalls, number: int) -> list[tuple[int, str]]:
    """
    The ends of the logs that have something in them, by their kinds.

    All are read together: what an organiser reads of others' is an entry in the audit log each time.
    """
    wanted, texts = pb.GetSubmissionLogRequest(submission_id=number), dict.fromkeys(_LOGS, "")
    for _ in range(_LOG_PARTS):
        part = await asked(calls, wanted)
        for entry in part.entries:
            texts[entry.kind] = (texts[entry.kind] + entry.text)[-_LOG_CHARACTERS:]
        if not part.more:
            break
        wanted.after = part.entries[-1].number
    return [
        (kind, text if len(text) < _LOG_CHARACTERS else f"…\n{text}")
        for kind, text in texts.items()
        if text
    ]


def calls_for(person: Person) -> RefereeCalls:
    """
    The calls of somebody who is signed in.

    Raises:
        Refused: no referee here knows them.
    """
    if person.source is None or not person.token:
        raise Refused(401, tr("Sign in first."))
    return person.source.calls(person.token, facts.CALL_SECONDS)
