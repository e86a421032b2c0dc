"""An ASGI app behind the web server's own socket, and raw connections to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp

from bessemer.web.server.app import WebApp
from bessemer.web.server.guards.connections import ConnectionLimits
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.serving import Listen, serve
from tests.referees.in_process import PATIENCE


@asynccontextmanager
async def served(
    app: ASGIApp | None = None,
    limits: ConnectionLimits | None = None,
    **listen: Any,  # noqa: ANN401 - Listen's
) -> AsyncIterator[int]:
    """The port at which the pages without any source are served, or another app."""
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    stopped = asyncio.Event()
    app = app or WebApp([], WebLimits()).asgi
    wanted = Listen(port=0, **listen)
    task = asyncio.create_task(serve(app, wanted, ready.set_result, stopped, limits))
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
        yield int(ready.result().rstrip("/").rpartition(":")[2])
    finally:
        stopped.set()
        await task


async def answer(port: int, request: bytes, source: str = "127.0.0.1") -> bytes:
    """All that comes back until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request)
        return await everything(reader)
    finally:
        writer.close()


async def everything(reader: asyncio.StreamReader) -> bytes:
    """What is sent until the connection is closed, in whatever way."""
    found = b""
    async with asyncio.timeout(PATIENCE):
        try:
            while some := await reader.read(10_000):
                found += some
        except ConnectionResetError:
            pass
    return found


def get(path: str, *headers: str, host: str = "localhost") -> bytes:
    """A request for a page, after which the connection is closed."""
    lines = (f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "Connection: close", "", "")
    return "\r\n".join(lines).encode()
