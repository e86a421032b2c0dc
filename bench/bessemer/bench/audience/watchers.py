"""Browsers that watch live matches, without browsers: the streams that they read, some hundred at once."""

import asyncio
import json
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from bessemer.bench.audience.members import Begin, serve


class Watchers:
    """Browsers that watch one running match after the other."""

    def __init__(self, pages: str, count: int, counts: Counter[str]) -> None:
        parts = urlsplit(pages)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._count = count
        self._counts = counts

    async def watch(self) -> None:
        """Watch for ever: whenever a match ends, all turn to another one."""
        while True:
            match_id = await self._running()
            if match_id is None:
                await asyncio.sleep(0.1)
                continue
            self._counts["matches"] += 1
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
                    self._counts["frames"] += some.count(b"event: frame")
            finally:
                writer.close()
        except OSError:
            self._counts["lost"] += 1

    async def _ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        head = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        return reader, writer


def watchers(task: dict[str, Any], counts: Counter[str]) -> Begin:
    """As many as the task says."""
    found = Watchers(task["pages"], task["count"], counts)
    return lambda: [found.watch()]


if __name__ == "__main__":
    serve(watchers, niceness=19)
