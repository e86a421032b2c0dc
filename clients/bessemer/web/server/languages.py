"""
Each request as the visitor has set it.

In the language of `?lang=pl`, which is remembered, or else of the browser; and with the other settings of
`accounts/settings.py`.
"""

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bessemer.faces.language import ENGLISH, code_of, language
from bessemer.web.pages import Site, made_for
from bessemer.web.server.accounts.settings import SettingsOfVisitors


class Languages:
    """Answers in the language that is asked for."""

    def __init__(self, site: Site, app: ASGIApp, settings: SettingsOfVisitors) -> None:
        self._site = site
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Scripts and styles are the same in every language, and are kept by that.
        if scope["type"] != "http" or scope["path"].startswith("/assets/"):
            await self._app(scope, receive, send)
            return
        asked = asked_language(scope)
        # What the scripts of a page ask for is in that page's language, and leaves the wish alone.
        is_page = "text/html" in Headers(scope=scope).get("accept", "")
        cookie = self._settings.change(scope, {"language": asked}) if asked and is_page else ""
        settings = self._settings.of(scope)
        code = asked or settings.language or browser_language(scope)
        site = self._site._replace(settings=settings.unusual)
        with language(code), made_for(site):
            await self._app(scope, receive, _said_in(code, cookie, send))


def asked_language(scope: Scope) -> str:
    """What the address asks for; empty if nothing."""
    words = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])
    return code_of(words[-1])


def browser_language(scope: Scope) -> str:
    """The first of ours among the languages that the browser is set to; English if there is none."""
    wanted: list[tuple[float, str]] = []
    for part in Headers(scope=scope).get("accept-language", "").split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), code_of(name)))
        except ValueError:
            continue
    # Of equals the one that stands first.
    found = [code for weight, code in sorted(wanted, key=lambda one: one[0]) if code and weight]
    return found[0] if found else ENGLISH


def _said_in(code: str, cookie: str, send: Send) -> Send:
    headers = [(b"content-language", code.encode()), (b"vary", b"Accept-Language, Cookie")]
    if cookie:
        headers.append((b"set-cookie", cookie.encode()))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return sending
