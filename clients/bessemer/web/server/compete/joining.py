"""Signing up by an invitation code: a new team, or another member of one."""

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import grpc
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bessemer.accounts.tokens import split
from bessemer.faces.language import tr
from bessemer.rpc.limits.registrations import Registrations
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import team_service_pb2 as pb
from bessemer.web.pages import page
from bessemer.web.server.accounts.failed_sign_ins import Failures
from bessemer.web.server.accounts.people import People, address_of
from bessemer.web.server.forms import Refused, check_origin, read_form
from bessemer.web.server.sources import Source

_MOST_FAILURES: Final = 10
_FAILURE_SECONDS: Final = 600.0


class _Invited(NamedTuple):
    source: Source
    invitation: pb.Invitation


class JoinPages:
    """The address /compete/join. `sources` may be filled later."""

    def __init__(self, people: People, sources: Sequence[Source]) -> None:
        self._people = people
        self._sources = sources
        self._registrations = Registrations(time.time)
        self._failures = Failures(_MOST_FAILURES, _FAILURE_SECONDS)
        self.routes = [
            Route("/compete/join", self._show, methods=["GET"]),
            Route("/compete/join", self._join, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        return await self._page(request, {})

    async def _join(self, request: Request) -> Response:
        check_origin(request)
        form = {name: value.strip() for name, value in (await read_form(request)).items()}
        try:
            team, token = await self._register(request, form)
            session_id = await self._people.sign_in(request, token)
        except Refused as error:
            return await self._page(request, form, error)
        content = page("compete/welcome.html", "compete", team=team, token=token)
        response = HTMLResponse(content)
        self._people.set_cookie(request, response, session_id)
        return response

    async def _register(self, request: Request, form: dict[str, str]) -> tuple[str, str]:
        """
        Register somebody; the team and the token.

        Raises:
            Refused: the code is not good, or the referee wants other names.
        """
        code, address = form.get("token", ""), address_of(request)
        invited = await self._invited(code, address)
        one = invited.invitation
        if wait := self._registrations.wait(address, one.invitation_id, one.per_address):
            sentence = tr("So many have signed up from your address today; come back tomorrow.")
            raise Refused(429, sentence, int(wait))
        wanted = pb.RegisterRequest(
            team="" if one.team else form.get("team", ""), member=form.get("member", "")
        )
        try:
            made = await invited.source.calls(code)(wanted)
        except CallFailed as error:
            raise Refused(409, f"{error}.".capitalize()) from None
        self._registrations.note(address, one.invitation_id)
        return str(made.team), str(made.token)

    async def _invited(self, code: str, address: str) -> _Invited:
        """
        The invitation with this code, at the referee that knows it.

        Raises:
            Refused: none knows it, or it is no longer good.
        """
        if wait := self._failures.wait(address):
            raise Refused(429, tr("There were too many wrong codes; wait a few minutes."), wait)
        trouble: CallFailed | None = None
        for source in self._sources if split(code) is not None else ():
            if not source.config.referee:
                continue
            try:
                found = await source.calls(code)(pb.GetInvitationRequest())
                return _Invited(source, found.invitation)
            except CallFailed as error:
                if error.status is not grpc.StatusCode.UNAUTHENTICATED:
                    trouble = error
        if trouble is not None:
            is_away = trouble.status is not grpc.StatusCode.PERMISSION_DENIED
            raise Refused(503 if is_away else 403, f"{trouble}.".capitalize())
        self._failures.note(address)
        raise Refused(403, tr("This code is not good: it is wrong, or was revoked."))

    async def _page(
        self, request: Request, form: dict[str, str], error: Refused | None = None
    ) -> Response:
        content = page(
            "compete/join.html",
            "compete",
            person=await self._people.of(request),
            fields=form,
            trouble=error.detail if error is not None else "",
        )
        status = error.status_code if error is not None else 200
        return HTMLResponse(content, status, error.headers if error is not None else None)
