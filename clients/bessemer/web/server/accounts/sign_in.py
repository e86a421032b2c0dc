"""Signing in and out: by a player's token, by an invitation, or as a guest at one's own machine."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.web.pages import page
from bessemer.web.server.accounts.my_matches import MyMatch, past_matches
from bessemer.web.server.accounts.people import People, Person, suggested_name
from bessemer.web.server.accounts.preferences import Preferences
from bessemer.web.server.forms import Refused, read_form
from bessemer.web.server.sources import Source


class SignInPages:
    """The addresses below /sign-in and /sign-out."""

    def __init__(self, people: People, sources: Sequence[Source], preferences: Preferences) -> None:
        self._people = people
        self._sources = sources
        self._preferences = preferences
        self.routes = [
            Route("/sign-in", self._show, methods=["GET"]),
            Route("/sign-in", self._take_token, methods=["POST"]),
            Route("/sign-in/guest", self._take_guest, methods=["POST"]),
            Route("/sign-out", self._sign_out, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        person = await self._people.of(request)
        past: list[MyMatch] = []
        if person is not None and person.name:
            hidden = self._preferences.hidden(person.name)
            past = await past_matches(person, self._sources, hidden)
        goes_to = after(request.query_params)
        return HTMLResponse(self._page(request, person, goes_to=goes_to, past=past))

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
        self,
        request: Request,
        person: Person | None,
        *,
        trouble: str = "",
        goes_to: str = "/",
        past: Sequence[MyMatch] = (),
    ) -> str:
        takes_guests = self._people.takes_guests(request)
        base = f"{request.url.scheme}://{request.headers.get('host', '')}"
        has_link = takes_guests and person is not None and bool(person.token)
        return page(
            "start/sign_in.html",
            "sign-in",
            person=person,
            trouble=trouble,
            goes_to=goes_to,
            past=past,
            way_back=f"{base}/sign-in#{person.token}" if person is not None and has_link else "",
            takes_guests=takes_guests,
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
