"""A receiver of webhooks to test with: it remembers what comes, and answers as a test wants."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_network
from typing import Any, Final, NamedTuple

from tests.referees.in_process import eventually

LOOPBACK: Final = (ip_network("127.0.0.0/8"),)
"""What a referee must allow before it can be reached."""


class Received(NamedTuple):
    """A request."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The body as JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def type(self) -> str:
        """What the event tells of."""
        return str(self.content["type"])


class Receiver:
    """Answers every request with `answer`."""

    def __init__(self) -> None:
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        self.received: list[Received] = []
        self.url = ""

    def of(self, kind: str) -> list[Received]:
        """The requests of a type."""
        return [one for one in self.received if one.type == kind]

    async def has(self, count: int, kind: str = "match.ended") -> list[Received]:
        """Wait for so many requests of a type."""
        await eventually(lambda: len(self.of(kind)) >= count)
        return self.of(kind)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line, *fields = head.rstrip().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (field.partition(": ") for field in fields)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(line, headers, body))
        writer.write(self.answer)
        writer.close()
        with suppress(OSError):  # whoever sent it need not wait for the end
            await writer.wait_closed()


@asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    """A receiver on a port of this machine."""
    made = Receiver()
    server = await asyncio.start_server(made.take, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook?from=bessemer"
    try:
        yield made
    finally:
        server.close()
