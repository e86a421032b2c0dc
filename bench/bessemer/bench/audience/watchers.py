"""Browsers that watch live matches, without browsers: the streams that they read, some hundred at once."""

import asyncio
import json
import os
import sys
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import uvloop


class Watchers:
    """So many who watch one running match after the other."""

    def __init__(self, pages: str, count: int) -> None:
        parts = urlsplit(pages)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._count = count
        self.told: Counter[str] = Counter()

    async def watch(self) -> None:
        """Watch for ever: whenever a match ends, all go on to another one."""
        while True:
            match_id = await self._running()
            if match_id is None:
                await asyncio.sleep(0.1)
                continue
            self.told["matches"] += 1
            await asyncio.gather(*(self._one(match_id) for _ in range(self._count)))

    async def _running(self) -> str | None:
        reader, writer = await self._ask("/live.json")
        content = await reader.read()
        writer.close()
        body = content.partition(b"\r\n\r\n")[2]
        matches: list[dict[str, Any]] = json.loads(body)["matches"]
        return next((str(one["id"]) for one in matches if one["status"] == "running"), None)

    async def _one(self, match_id: str) -> None:
        try:
            reader, writer = await self._ask(f"/live/{match_id}/events")
            try:
                while some := await reader.read(1 << 16):
                    self.told["frames"] += some.count(b"event: frame")
            finally:
                writer.close()
        except OSError:
            self.told["lost"] += 1

    async def _ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        head = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        return reader, writer


async def work() -> None:
    """Watch while it is told to."""
    loop = asyncio.get_running_loop()

    async def line() -> str:
        return await loop.run_in_executor(None, sys.stdin.readline)

    task = json.loads(await line())
    watchers = Watchers(task["pages"], task["count"])
    while await line():  # begin
        watchers.told.clear()
        watching = asyncio.create_task(watchers.watch())
        await line()  # stop
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        print(json.dumps(watchers.told), flush=True)


if __name__ == "__main__":
    os.nice(19)  # browsers are elsewhere, and take none of this machine's processors
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())
