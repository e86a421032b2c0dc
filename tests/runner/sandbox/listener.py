"""A socket to which processes under test connect, which tells that they run, and when they end."""

import asyncio
import contextlib
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 60.0


class ConnectedProcess:
    """A process that has connected; the connection ends when the process does."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    async def end(self) -> None:
        """Wait for its end."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while await loop.sock_recv(self._connection, 100):
                pass


class Listener:
    """Takes connections at a unix socket."""

    def __init__(self, path: Path, stack: contextlib.ExitStack) -> None:
        self.socket = path
        self._stack = stack
        self._server = self._serve()

    async def next_process(self) -> ConnectedProcess:
        """Wait for a process that connects."""
        async with asyncio.timeout(PATIENCE):
            connection, _ = await asyncio.get_running_loop().sock_accept(self._server)
        self._stack.enter_context(connection)
        return ConnectedProcess(connection)

    def restart(self) -> None:
        """As a referee does that was started again: no connection is left, the socket is new."""
        self._stack.close()
        self.socket.unlink()
        self._server = self._serve()

    def _serve(self) -> socket.socket:
        server = self._stack.enter_context(socket.socket(socket.AF_UNIX))
        server.setblocking(False)
        server.bind(str(self.socket))
        server.listen()
        return server


@contextlib.contextmanager
def listening() -> Iterator[Listener]:
    """A listener whose socket is alone in its folder."""
    # Not pytest's folder: the path of a socket must be short.
    with (
        tempfile.TemporaryDirectory(prefix="bessemer-") as folder,
        contextlib.ExitStack() as stack,
    ):
        yield Listener(Path(folder, "socket"), stack)
