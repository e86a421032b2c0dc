"""Listening: where, and with which protection."""

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from bessemer.rpc.serving.serve_config import is_loopback_host

_BACKLOG: Final = 2048


class WebConfigError(ValueError):
    """The server cannot be started so; says why."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = 8080
    tls_cert: Path | None = None
    tls_key: Path | None = None
    insecure_public: bool = False

    def check(self) -> None:
        """
        Whether it may be so.

        Raises:
            WebConfigError: beyond this machine without TLS, and nobody said that this is meant.
        """
        if (self.tls_cert is None) != (self.tls_key is None):
            raise WebConfigError("a certificate and its key go together: --tls-cert, --tls-key")
        if self.tls_cert is None and not self.insecure_public and not is_loopback_host(self.host):
            raise WebConfigError(
                f"{self.host} is open to others: give --tls-cert and --tls-key, or say "
                "--insecure-public, for example behind a proxy that has TLS"
            )

    @property
    def scheme(self) -> str:
        """What addresses begin with."""
        return "http" if self.tls_cert is None else "https"


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs it."""

    def install_signal_handlers(self) -> None:
        """None of its own."""


async def serve(app: ASGIApp, listen: Listen, on_ready: Callable[[str], None]) -> None:
    """
    Serve until SIGINT or SIGTERM; `on_ready` gets the address.

    Raises:
        WebConfigError: the address is in use, or not ours to use.
    """
    listen.check()
    config = uvicorn.Config(
        app,
        host=listen.host,
        port=listen.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=1,
        ssl_certfile=listen.tls_cert,
        ssl_keyfile=listen.tls_key,
    )
    try:
        socket = config.bind_socket()
    except SystemExit:
        raise WebConfigError(
            f"cannot listen on {listen.host}:{listen.port}: it is in use"
        ) from None
    server = _Server(config)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, server)
    socket.listen(_BACKLOG)  # whoever comes before the first page is ready waits for it
    on_ready(f"{listen.scheme}://{listen.host}:{socket.getsockname()[1]}/")
    await server.serve(sockets=[socket])


def _stop(server: uvicorn.Server) -> None:
    server.should_exit = True
