"""
The names under which the pages are served: a request for any other is refused.

Without this another site's name could be made to lead here (DNS rebinding), and a proxy's visitors
could have any host written into the links that they send to friends.
"""

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bessemer.rpc.serving.serve_config import is_loopback_host

LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "::1")
_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not listened on
ANY_ADDRESS: Final = "(address)"
"""In a list of names: every address in figures, which no other site can have as its name."""


def names_of(host: str, more: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of a server that listens on `host`: `more`, and those that follow from the address."""
    if host in _EVERYWHERE:
        own: tuple[str, ...] = (ANY_ADDRESS, "localhost", socket.gethostname())
    elif is_loopback_host(host):
        own = (*LOCAL_NAMES, host)
    else:
        own = (host,)
    return tuple(dict.fromkeys(name.lower().strip("[]") for name in (*more, *own)))


def host_name(host: str) -> str:
    """The name in a Host header, without the port; "" if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class KnownHosts:
    """Lets requests for these names through; see `names_of`."""

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._knows(Headers(scope=scope).getlist("host")):
            response = PlainTextResponse(
                "These pages are not served under this name. If it is theirs, start bessemer web "
                "with --allow-host NAME.",
                421,
            )
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _knows(self, hosts: Sequence[str]) -> bool:
        if len(hosts) != 1 or not (name := host_name(hosts[0])):
            return False
        return name in self._names or (ANY_ADDRESS in self._names and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
