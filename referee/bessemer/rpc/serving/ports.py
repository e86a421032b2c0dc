"""
Where a server listens: ports and unix sockets, with TLS or without.

By the socket in a referee's data folder commands on that folder talk to the referee that runs.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import grpc
import structlog

from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig, is_unix
from bessemer.rpc.serving.tls import server_credentials

_LONGEST_PATH: Final = 107 if sys.platform == "linux" else 103
"""Of a unix socket, in bytes."""


async def started(listening: Coroutine[Any, Any, grpc.aio.Server]) -> grpc.aio.Server:
    """A server that listens. gRPC's cannot be interrupted while it starts: it is stopped after."""
    starting = asyncio.ensure_future(listening)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await (await starting).stop(None)
        raise


def add_ports(
    server: grpc.aio.Server, config: ServeConfig, on_tls_reload: Callable[[str], None]
) -> list[str]:
    """
    Have the server listen where the configuration says; the addresses, with the ports really taken.

    Raises:
        ConfigError: one of the addresses cannot be listened on.
    """
    credentials = (
        server_credentials(config.tls_cert, config.tls_key, config.tls_client_ca, on_tls_reload)
        if config.tls_cert and config.tls_key
        else None
    )
    taken = []
    for address in config.listen:
        try:
            if is_unix(address) or credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, credentials)
        except RuntimeError:
            port = 0
        if not port:
            raise ConfigError(f"cannot listen on {address}: it is in use, or not ours to use")
        host = address.rpartition(":")[0]
        taken.append(address if is_unix(address) else f"{host}:{port}")
    return taken


def local_address(data: Path) -> str | None:
    """Where a referee on this folder listens for commands; `None` if the path is too long for a socket."""
    path = data.resolve() / "organiser.sock"
    return f"unix:{path}" if len(os.fsencode(path)) <= _LONGEST_PATH else None


def add_local_address(server: grpc.aio.Server, data: Path) -> Path | None:
    """Have `server` listen there, too; the socket, which is for the owner of the folder alone."""
    address = local_address(data)
    if address is None:
        structlog.get_logger().warning(
            "the data folder's path is too long for a socket: commands need --connect"
        )
        return None
    try:
        server.add_insecure_port(address)
    except RuntimeError:  # a folder that takes no sockets
        structlog.get_logger().warning("the data folder takes no socket: commands need --connect")
        return None
    return Path(address.removeprefix("unix:"))
