"""Signing in and out: by a player's token, by an invitation, or as a guest at one's own machine."""

from collections.abc import Mapping
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.charts.html import paragraph, text
from bessemer.faces.language import tr
from bessemer.web.server.accounts.people import People, Person, suggested_name
from bessemer.web.server.forms import Refused, csrf_field, read_form
from bessemer.web.server.sources import PLAY_LINKS
from bessemer.web.site.shell import page


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
        parts = [f"<h1>{text(tr('Sign in'))}</h1>"]
        if trouble:
            parts.append(f'<p class="alert" role="alert">{text(trouble)}</p>')
        if person is not None and person.name:
            you = tr("You are {name}", name=person.name)
            parts = [f"<h1>{text(you)}</h1>", sign_out_forms(person)]
        else:
            if self._people.takes_guests(request):
                parts.append(_guest_form(goes_to))
            parts.append(_token_form(goes_to))
        return page(tr("Sign in"), "sign-in", PLAY_LINKS, parts)


def after(fields: Mapping[str, str]) -> str:
    """Where to go after signing in: a page of ours, home if none is named."""
    goes_to = fields.get("next", "")
    is_ours = goes_to.startswith("/") and not goes_to.startswith(("//", "/\\"))
    return goes_to if is_ours and goes_to.isprintable() and goes_to.isascii() else "/"


def sign_in_address(goes_to: str) -> str:
    """The sign-in page, which leads on to `goes_to`."""
    return f"/sign-in?next={quote(goes_to, safe='')}"


def sign_out_forms(person: Person) -> str:
    """Two buttons: here, and everywhere."""
    csrf = csrf_field(person.csrf)
    return (
        f'<form class="row" method="post" action="/sign-out">{csrf}<button>{text(tr("Sign out"))}'
        f'</button><button name="everywhere" value="1">{text(tr("Sign out everywhere"))}</button></form>'
    )


def _guest_form(goes_to: str) -> str:
    return (
        '<form class="card" method="post" action="/sign-in/guest">'
        f"<h2>{text(tr('Play as a guest'))}</h2>"
        f'<input type="hidden" name="next" value="{text(goes_to)}">'
        f'<label for="name">{text(tr("Your name"))}</label>'
        f'<input id="name" name="name" value="{suggested_name()}" required maxlength="40" '
        'pattern="[A-Za-z0-9._\\-]+" title="letters, digits, - _ and ." autocomplete="nickname">'
        f'<button class="main">{text(tr("Play"))}</button></form>'
    )


def _token_form(goes_to: str) -> str:
    return (
        '<form class="card" id="token-form" method="post" action="/sign-in">'
        f"<h2>{text(tr('With your token'))}</h2>"
        f'<input type="hidden" name="next" value="{text(goes_to)}">'
        f'<label for="token">{text(tr("The token that the organiser gave you"))}</label>'
        '<input id="token" name="token" type="password" required maxlength="200" '
        'autocomplete="current-password" spellcheck="false">'
        + paragraph(tr("It begins with bsm_. An invitation's link brings it along."), "soft")
        + f'<button class="main">{text(tr("Sign in"))}</button></form>'
    )
