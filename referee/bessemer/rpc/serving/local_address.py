"""The socket in a referee's data folder, by which commands on that folder talk to the referee that runs."""

import os
import sys
from pathlib import Path
from typing import Final

import grpc
import structlog

_LONGEST_PATH: Final = 107 if sys.platform == "linux" else 103
"""Of a unix socket, in bytes."""


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
