"""The headers that every answer carries, and the limit of requests."""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bessemer.web.server.request_limits import Buckets

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A chart brings its own colours; as a picture it can load and run nothing."""


class CommonHeaders:
    """Adds them to every answer, and refuses who asks too often; streams pass through untouched."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self._app = app
        self._buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        if not self._buckets.take(client[0] if client else ""):
            response = Response("Too many requests; wait a little.", 429, {"Retry-After": "1"})
            await response(scope, receive, _with_headers(scope, send))
            return
        await self._app(scope, receive, _with_headers(scope, send))


def _with_headers(scope: Scope, send: Send) -> Send:
    policy = _PICTURE_POLICY if str(scope["path"]).endswith(".svg") else POLICY
    headers = [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        # With no-referrer browsers would not say that a form comes from our own page.
        (b"referrer-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
    ]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = Headers(raw=message["headers"])
            # Pages are private unless they say otherwise: the next person at the browser must not find them.
            more = [] if "cache-control" in own else [(b"cache-control", b"no-store")]
            message = {**message, "headers": [*message["headers"], *headers, *more]}
        await send(message)

    return sending
