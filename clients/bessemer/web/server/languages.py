"""Each request in the language of whoever asks: `?lang=pl`, which is remembered, or the browser's."""

from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bessemer.faces.language import ENGLISH, code_of, language
from bessemer.web.pages import Site, made_for

COOKIE: Final = "bessemer_lang"
_YEAR: Final = 365 * 86400


class Languages:
    """Answers in the language that is asked for."""

    def __init__(self, site: Site, app: ASGIApp) -> None:
        self._site = site
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Scripts and styles are the same in every language, and are kept by that.
        if scope["type"] != "http" or scope["path"].startswith("/assets/"):
            await self._app(scope, receive, send)
            return
        asked = asked_language(scope)
        code = asked or remembered_language(scope) or browser_language(scope)
        with language(code), made_for(self._site):
            # What the scripts of a page ask for is in that page's language, and leaves the wish alone.
            is_page = "text/html" in Headers(scope=scope).get("accept", "")
            await self._app(scope, receive, _said_in(code, asked if is_page else "", send))


def asked_language(scope: Scope) -> str:
    """What the address asks for; empty if nothing."""
    words = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])
    return code_of(words[-1])


def remembered_language(scope: Scope) -> str:
    """What this browser asked for before; empty if nothing."""
    try:
        cookie = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return code_of(cookie.value) if cookie is not None else ""


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


def _said_in(code: str, remembered: str, send: Send) -> Send:
    headers = [(b"content-language", code.encode()), (b"vary", b"Accept-Language, Cookie")]
    if remembered:
        kept = f"{COOKIE}={remembered}; Path=/; Max-Age={_YEAR}; SameSite=Lax; HttpOnly"
        headers.append((b"set-cookie", kept.encode()))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return sending
