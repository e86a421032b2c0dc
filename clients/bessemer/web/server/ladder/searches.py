"""
People who look for a match on a ladder: each search is an `Enlist` stream with the person's token.

It asks for assignments only and for one match. Once a seat is found the stream is left, which keeps the
person from being given another, and the seat is played with `Play` at its own address. So a reload changes
nothing; after a restart of the web process whoever searches again is given the same seat again.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from bessemer.sdk.connection.reconnect import Reconnect, new_client_id
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.sdk.errors import SeatRefused
from bessemer.sdk.seats.ladder import wait_for_seat
from bessemer.v1 import match_pb2
from bessemer.web.server.sources import Source

_LOOK_SECONDS: Final = 2.0
"""So often it is asked how many others wait, and the browser hears that we are still there."""
_LINGER_SECONDS: Final = 30.0
"""So long a search goes on after its last page was closed: a reload is no goodbye."""


class Search:
    """One person's search on one ladder."""

    def __init__(self, source: Source, ladder: str, token: str) -> None:
        self.source = source
        self.ladder = ladder
        self.others = 0
        """How many others could play now."""
        self.found: tuple[str, int] | None = None
        """The match and the seat."""
        self.trouble = ""
        """Why it cannot go on now, or at all."""
        self._token = token
        self._client_id = new_client_id()
        """So a search that another one has replaced does not replace that in its turn."""
        self._began = time.monotonic()
        self._pages = 0
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(lambda _task: self._tell())

    @property
    def seconds(self) -> int:
        """How long it has lasted."""
        return int(time.monotonic() - self._began)

    @property
    def is_over(self) -> bool:
        """Whether it has found a seat, was refused or was given up."""
        return self._task.done()

    async def is_played(self) -> bool:
        """Whether the seat that was found is in a match that is not over."""
        if self.found is None:
            return False
        try:
            match = await self.source.calls(self._token).match(self.found[0])
        except CallFailed:
            return False
        return match.status in (match_pb2.MATCH_STATUS_OPEN, match_pb2.MATCH_STATUS_RUNNING)

    async def leave(self) -> None:
        """Give it up: nobody is drawn who is not there."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def looks(self) -> AsyncGenerator[None, None]:
        """Yields whenever there is something to tell a page, and now and then; ends with the search."""
        self._pages += 1
        try:
            while not self.is_over:
                changed = (
                    self._changed
                )  # before the page is told: what comes meanwhile is not missed
                yield
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await changed.wait()
            yield
        finally:
            self._pages -= 1
            asyncio.get_running_loop().call_later(_LINGER_SECONDS, self._leave_if_alone)

    def _leave_if_alone(self) -> None:
        if not self._pages:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                counting = tasks.create_task(self._count())
                await self._enlist()
                counting.cancel()
        except* SeatRefused as refused:
            self.trouble = refused.exceptions[0].message

    async def _enlist(self) -> None:
        reconnect = Reconnect(self._lost)
        async for attempt in reconnect:
            with attempt:
                await self._wait_for_seat(reconnect)
            if self.found is not None:
                return

    async def _wait_for_seat(self, reconnect: Reconnect) -> None:
        def heard() -> None:
            reconnect.reached()
            self.trouble = ""
            self._tell()

        self.found = await wait_for_seat(
            self.source.ladders, self._token, self.ladder, self._client_id, heard
        )

    def _lost(self, why: str) -> None:
        self.trouble = why
        self._tell()

    async def _count(self) -> None:
        """Ask now and then how many others could play."""
        while True:
            lobby = await self.source.lobby(self.ladder, self._token)
            self.others = max(0, lobby.waiting_players - 1) if lobby is not None else 0
            self._tell()
            await asyncio.sleep(_LOOK_SECONDS)

    def _tell(self) -> None:
        """Wake the pages."""
        self._changed.set()
        self._changed = asyncio.Event()
