"""
The organisers' page: how the bots are, and what only an organiser may do.

Reading it takes the page's password, or signing in as an organiser. Doing something takes the latter, and
the token itself within the last minutes: an unlocked screen is not enough to throw somebody out.
"""

import asyncio
import base64
import binascii
import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.web.server.accounts.failed_sign_ins import Failures
from bessemer.web.server.accounts.people import People, Person, address_of
from bessemer.web.server.accounts.sign_in import sign_in_address
from bessemer.web.server.forms import Refused
from bessemer.web.server.organise import organiser_page
from bessemer.web.server.sources import Source
from bessemer.web.site.ladder_site import LadderSite

_LOG_BYTES: Final = 4000
_MOST_FAILURES: Final = 10
_FAILURE_SECONDS: Final = 600.0


class OrganiserRoutes:
    """The page, and its forms."""

    def __init__(
        self,
        people: People,
        sources: Sequence[Source],
        password: str,
        sites: Callable[[], Awaitable[list[LadderSite]]],
    ) -> None:
        self._people = people
        self._sources = sources
        self._password = password
        self._sites = sites
        self._failures = Failures(_MOST_FAILURES, _FAILURE_SECONDS)
        self.routes = [
            Route("/organiser", self._show, methods=["GET"]),
            Route("/organiser", self._act, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        person = await self._organiser(request)
        if person is None and not self._knows_password(request):
            return self._asked(request)
        return await self._page(request, person)

    def _knows_password(self, request: Request) -> bool:
        """
        Whether the request carries the password of the page.

        Raises:
            Refused: too many wrong ones came from there.
        """
        address = address_of(request)
        if wait := self._failures.wait(address):
            raise Refused(429, "There were too many wrong passwords; wait a few minutes.", wait)
        given = _password(request)
        is_right = bool(self._password) and hmac.compare_digest(given, self._password.encode())
        if given and not is_right:
            self._failures.note(address)
        return is_right

    def _asked(self, request: Request) -> Response:
        """How whoever has no right to the page can show that they have."""
        if self._password:
            return Response(
                "Sign in as an organiser, or give the password of this page.",
                401,
                {"WWW-Authenticate": 'Basic realm="Bessemer", charset="UTF-8"'},
            )
        if not self._people.config.plays:
            raise Refused(
                404, "There is no page for organisers here: BESSEMER_WEB_PASSWORD opens one."
            )
        return RedirectResponse(sign_in_address(request.url.path), 303)

    async def _act(self, request: Request) -> Response:
        form = await self._people.check_form(request)
        person = await self._organiser(request)
        if person is None:
            raise Refused(403, "This is for organisers.")
        try:
            await self._confirm(request, form.get("token", ""))
            said = await self._done(person, form)
        except Refused as error:
            return await self._page(request, person, error.detail, error.status_code)
        return await self._page(request, person, said)

    async def _confirm(self, request: Request, token: str) -> None:
        """
        Whether the organiser has shown the token within the last minutes, or does so now.

        Raises:
            Refused: neither.
        """
        if self._people.is_confirmed(request):
            return
        if not token:
            raise Refused(403, "Type your token again: this cannot be undone.")
        await self._people.confirm(request, token)

    async def _done(self, person: Person, form: Mapping[str, str]) -> str:
        """
        Do what a form asks for; what was done, in a sentence.

        Raises:
            Refused: the referee does not want it.
        """
        name, reason = form.get("name", "").strip(), form.get("reason", "").strip()
        actions: dict[str, tuple[Any, str]] = {
            "abort": (
                admin.AbortMatchRequest(match_id=name, message=reason),
                "the match is ended",
            ),
            "ban": (admin.BanPlayerRequest(name=name, reason=reason), "banned"),
            "unban": (
                admin.UnbanPlayerRequest(name=name, reason=reason),
                "may play again",
            ),
        }
        if form.get("do") not in actions or person.source is None:
            raise Refused(400, "There is no such action.")
        message, said = actions[form["do"]]
        try:
            await person.source.calls(person.token)(message)
        except CallFailed as error:
            raise Refused(409, str(error)) from None
        return f"{name}: {said}."

    async def _organiser(self, request: Request) -> Person | None:
        person = await self._people.of(request)
        return person if person is not None and person.organises else None

    async def _page(
        self, request: Request, person: Person | None, said: str = "", status: int = 200
    ) -> Response:
        folders = [source.config.data for source in self._sources]
        logs = await asyncio.to_thread(_logs, folders)
        content = organiser_page.organiser_page(
            await self._sites(),
            logs,
            person,
            said,
            is_confirmed=self._people.is_confirmed(request),
        )
        return HTMLResponse(content, status)


def _password(request: Request) -> bytes:
    """What the browser gives as the password; empty for nothing that could be one."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return b""
    try:
        return base64.b64decode(value).partition(b":")[2]
    except (binascii.Error, ValueError):
        return b""


def _logs(folders: Sequence[Path | None]) -> list[tuple[str, str]]:
    """The ends of the bots' logs, by name."""
    found = []
    for folder in folders:
        if folder is None:
            continue
        for path in sorted((folder / "logs").glob("*.log")):
            end = path.read_bytes()[-_LOG_BYTES:].decode(errors="replace")
            if end.strip():
                found.append((path.stem, end))
    return found
