"""Where a server listens: ports and unix sockets, with TLS or without."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import grpc

from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig, is_unix
from bessemer.rpc.serving.tls import server_credentials


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
