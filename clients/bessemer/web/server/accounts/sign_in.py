"""Signing in and out: by a player's token, by an invitation, or as a guest at one's own machine."""

from collections.abc import Mapping
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.web.pages import page
from bessemer.web.server.accounts.people import People, Person, suggested_name
from bessemer.web.server.forms import Refused, read_form


class SignInPages:
    """The addresses below /sign-in and /sign-out."""

    def __init__(self, people: People) -> None:
        self._people = people
        self.routes = [
            Route("/sign-in", self._show, methods=["GET"]),
            Route("/sign-in", self._take_token, methods=["POST"]),
            Route("/sign-in/guest", self._take_guest, methods=["POST"]),
            Route("/sign-out", self._sign_out, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        person = await self._people.of(request)
        return HTMLResponse(self._page(request, person, goes_to=after(request.query_params)))

    async def _take_token(self, request: Request) -> Response:
        form = await read_form(request)
        try:
            session_id = await self._people.sign_in(request, form.get("token", ""))
        except Refused as error:
            return self._again(request, error, after(form))
        return self._signed_in(request, session_id, after(form))

    async def _take_guest(self, request: Request) -> Response:
        form = await read_form(request)
        try:
            session_id = await self._people.become_guest(request, form.get("name", "").strip())
        except Refused as error:
            return self._again(request, error, after(form))
        return self._signed_in(request, session_id, after(form))

    async def _sign_out(self, request: Request) -> Response:
        form = await self._people.check_form(request)
        if form.get("everywhere"):
            self._people.sign_out_everywhere(request)
        else:
            self._people.sign_out(request)
        response = RedirectResponse("/", 303)
        self._people.clear_cookie(request, response)
        return response

    def _signed_in(self, request: Request, session_id: str, goes_to: str) -> Response:
        response = RedirectResponse(goes_to, 303)
        self._people.set_cookie(request, response, session_id)
        return response

    def _again(self, request: Request, error: Refused, goes_to: str) -> Response:
        content = self._page(request, None, trouble=error.detail, goes_to=goes_to)
        return HTMLResponse(content, error.status_code, error.headers)

    def _page(
        self, request: Request, person: Person | None, *, trouble: str = "", goes_to: str = "/"
    ) -> str:
        return page(
            "start/sign_in.html",
            "sign-in",
            person=person,
            trouble=trouble,
            goes_to=goes_to,
            takes_guests=self._people.takes_guests(request),
            suggested=suggested_name(),
        )


def after(fields: Mapping[str, str]) -> str:
    """Where to go after signing in: a page of ours, home if none is named."""
    goes_to = fields.get("next", "")
    is_ours = goes_to.startswith("/") and not goes_to.startswith(("//", "/\\"))
    return goes_to if is_ours and goes_to.isprintable() and goes_to.isascii() else "/"


def sign_in_address(goes_to: str) -> str:
    """The sign-in page, which leads on to `goes_to`."""
    return f"/sign-in?next={quote(goes_to, safe='')}"
