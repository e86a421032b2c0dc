"""The server over HTTP: which hosts and origins it answers, and the token of those from elsewhere."""

import hmac
from collections.abc import Sequence
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PATH: Final = "/mcp"
LEAST_TOKEN: Final = 16
"""Characters: nobody guesses one that is as long."""
_MOST_BYTES: Final = 64 * 1024
_MOST_SESSIONS: Final = 64


def http_app(server: MCPServer[Any], names: Sequence[str], token: str) -> ASGIApp:
    """
    The application; `server.session_manager.run()` must be entered around it.

    Args:
        server: the tools.
        names: the hosts under which it is reached; others are refused, and so are pages of others.
        token: everybody must bring it; nobody needs one if it is empty.
    """
    hosts = [f"[{name}]" if ":" in name else name for name in names]
    security = TransportSecuritySettings(
        allowed_hosts=[*hosts, *(f"{host}:*" for host in hosts)],
        allowed_origins=[
            f"{scheme}://{host}{port}"
            for scheme in ("http", "https")
            for host in hosts
            for port in ("", ":*")
        ],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BYTES,
        max_sessions=_MOST_SESSIONS,
        transport_security=security,
    )
    return _WithToken(app, token) if token else app


class _WithToken:
    """Lets requests with the token through."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = Headers(scope=scope).get("authorization", "").encode()
            if not hmac.compare_digest(given, self._expected):
                refused = PlainTextResponse(
                    "This server needs its token: send the header Authorization: Bearer TOKEN.",
                    401,
                    {"WWW-Authenticate": "Bearer"},
                )
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)
