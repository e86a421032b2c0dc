"""Listening: where, and with which protection."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from bessemer.rpc.serving.serve_config import is_loopback_host
from bessemer.web.server.guards.connections import (
    ConnectionLimits,
    Door,
    GuardedConnection,
    Network,
    raise_file_limit,
)

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
    behind_proxy: tuple[Network, ...] = ()
    """The proxies that are believed when they say who asks, and whether over TLS."""

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
    """Serves until it is told to stop. Signals are the caller's, and so is what the port promises."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self._door = door

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections, with deadlines that uvicorn does not know."""
        loop = asyncio.get_running_loop()
        connection = partial(
            GuardedConnection, self._door, self.config, self.server_state, self.lifespan.state
        )
        handshake = None if self.config.ssl is None else self._door.limits.head_seconds
        self.servers = [
            await loop.create_server(
                connection,
                sock=one,
                ssl=self.config.ssl,
                ssl_handshake_timeout=handshake,
                backlog=_BACKLOG,
            )
            for one in sockets or ()
        ]
        self.started = True


async def serve(
    app: ASGIApp,
    listen: Listen,
    on_ready: Callable[[str], None],
    stopped: asyncio.Event,
    limits: ConnectionLimits | None = None,
) -> None:
    """
    Serve until `stopped` is set.

    Args:
        app: the pages, whose own beginning and end are the caller's.
        listen: where.
        on_ready: gets the address.
        stopped: set by whoever wants it to end.
        limits: of connections; as many as this process may have files if they are not given.

    Raises:
        WebConfigError: the address is in use, or not ours to use.
    """
    listen.check()
    config = uvicorn.Config(
        app,
        host=listen.host,
        port=listen.port,
        ws="none",
        # Whatever strangers send wrong is no warning: it would fill the log.
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",  # a Ctrl-C in its middle would print a traceback: see `serve`
        proxy_headers=bool(listen.behind_proxy),
        forwarded_allow_ips=[str(network) for network in listen.behind_proxy],
        timeout_graceful_shutdown=1,
        ssl_certfile=listen.tls_cert,
        ssl_keyfile=listen.tls_key,
    )
    limits = limits or ConnectionLimits(total=raise_file_limit())
    config.timeout_keep_alive = limits.idle_seconds
    server = _Server(config, Door(limits, listen.behind_proxy))
    try:
        listening = config.bind_socket()
    except SystemExit:
        raise WebConfigError(
            f"cannot listen on {listen.host}:{listen.port}: it is in use"
        ) from None
    with closing(listening):
        listening.listen(_BACKLOG)  # whoever comes before the first page is ready waits for it
        on_ready(f"{listen.scheme}://{listen.host}:{listening.getsockname()[1]}/")
        stopping = asyncio.create_task(_stop(server, stopped))
        try:
            await server.serve(sockets=[listening])
        finally:
            stopping.cancel()


async def _stop(server: uvicorn.Server, stopped: asyncio.Event) -> None:
    await stopped.wait()
    # Live pages stay open until they are cut, which is no error to be told.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    server.should_exit = True
