"""A wire between a client and a referee, which a test can cut, or make deaf."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Wire:
    """Passes bytes on to `target`, which may change, until it is told otherwise."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.address = ""
        self.connections = 0
        """How many there were, those that are gone included."""
        self.swallows = False
        """Whether what the client sends is lost from now on."""
        self.swallowed = asyncio.Event()
        """Set when something was."""
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """End every connection without a word; new ones work again."""
        self.swallows = False
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        host, _, port = self.target.rpartition(":")
        try:
            reader_there, writer_there = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        self.connections += 1
        self._writers += [writer, writer_there]
        await asyncio.gather(
            self._pump(reader, writer_there, is_ours=True),
            self._pump(reader_there, writer, is_ours=False),
        )

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_ours: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if is_ours and self.swallows:
                    self.swallowed.set()
                    continue
                writer.write(data)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def wired(target: str) -> AsyncIterator[Wire]:
    """A wire to a referee."""
    wire = Wire(target)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        server.close()
        wire.cut()
        await server.wait_closed()
