"""Streams and calls that are open: how one is ended, with its token, when it stalls, or as the referee closes."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bessemer.errors import NotAuthenticated, RefereeError, SlowReader
from bessemer.matches.match import Match
from bessemer.rpc.calls.error_statuses import Context

STALL_SECONDS: Final = 20.0
"""A client that takes nothing for this time is cut off; it may come back."""
_SHORTEST_PAUSE: Final = 0.025
"""Between two messages to a spectator: people do not see more, and fast matches come in batches."""
_LONGEST_PAUSE: Final = 1.0
_MESSAGES_PER_SECOND: Final = 200.0
"""To all spectators together: the more there are, the longer each waits for the next."""
STALLED: Final = "the stream did not read what it was sent; connect again"


class OpenStream:
    """A stream that a client opened with a token: how its task is ended, and when it stalls."""

    def __init__(self, token_id: str) -> None:
        self.token_id = token_id
        self.writing_since = 0.0
        """Since when a message waits to be taken by the client, 0 when none does."""
        self._failure: RefereeError | None = None
        self._task = asyncio.current_task()

    @property
    def is_ending(self) -> bool:
        """Whether it will end by itself."""
        return False

    def is_running(self) -> bool:
        """Whether this is what runs now: an organiser may revoke its own token."""
        return self._task is asyncio.current_task()

    def stop(self, failure: RefereeError) -> None:
        """End it with `failure`."""
        self._failure = failure
        if self._task is not None:
            self._task.cancel()

    def check_stalled(self, now: float, timeout: float) -> None:
        """End it if its client has not taken a message for `timeout` seconds."""
        if self.writing_since and now - self.writing_since > timeout:
            self.stop(SlowReader(STALLED))

    def failure_of(self, cancelled: asyncio.CancelledError) -> BaseException:
        """The error to raise when its task is cancelled: our reason, if it was us."""
        if self._failure is None:
            return cancelled
        if self._task is not None:
            self._task.uncancel()
        return self._failure


class WaitingCall(OpenStream):
    """A call while it is answered: it may wait for long, and ends with its token."""


def spectators_pause(spectators: int) -> float:
    """How long each of so many spectators waits between two messages, in seconds."""
    return min(max(_SHORTEST_PAUSE, spectators / _MESSAGES_PER_SECOND), _LONGEST_PAUSE)


class SpectatorStream(OpenStream):
    """A stream that shows a match and takes nothing."""

    def __init__(
        self,
        context: Context,
        token_id: str,
        now: Callable[[], float],
        connections: "Connections",
    ) -> None:
        super().__init__(token_id)
        self._context = context
        self._now = now
        self._connections = connections
        self._match: Match | None = None

    @property
    def is_ending(self) -> bool:
        """Whether its match has ended, or is about to."""
        return self._match is not None and self._match.result is not None

    @property
    def pause(self) -> float:
        """How long to wait between two messages, in seconds."""
        return spectators_pause(self._connections.spectators)

    def follow(self, match: Match) -> None:
        """This is the match that it shows."""
        self._match = match

    async def write(self, message: bytes) -> None:
        """Send a message."""
        self.writing_since = self._now()
        await self._context.write(message)
        self.writing_since = 0.0


class Connections:
    """All open streams, of seats, of players who enlisted, of spectators; and the calls that wait."""

    def __init__(self) -> None:
        self._streams: set[OpenStream] = set()
        self._calls: set[WaitingCall] = set()
        self.spectators = 0
        """The number of streams that only show a match."""

    @contextmanager
    def open(self, stream: OpenStream) -> Iterator[None]:
        """Know of a stream while the body runs."""
        is_spectator = isinstance(stream, SpectatorStream)
        self._streams.add(stream)
        self.spectators += is_spectator
        try:
            yield
        finally:
            self._streams.discard(stream)
            self.spectators -= is_spectator

    @contextmanager
    def answering(self, call: WaitingCall) -> Iterator[None]:
        """Know of a call while the body runs."""
        self._calls.add(call)
        try:
            yield
        finally:
            self._calls.discard(call)

    def close(self, failure: RefereeError) -> None:
        """End every stream whose match goes on."""
        for stream in tuple(self._streams):
            if not stream.is_ending:
                stream.stop(failure)

    def revoke(self, token_id: str) -> None:
        """End every stream, and every call that waits, that was opened with a token."""
        for stream in (*self._streams, *self._calls):
            if stream.token_id == token_id and not stream.is_running():
                stream.stop(NotAuthenticated("the token of this call was revoked"))

    async def watch_stalled(self, now: Callable[[], float], timeout: float) -> None:  # noqa: ASYNC109 - no limit of its own
        """End streams whose clients take nothing for `timeout` seconds."""
        while True:
            await asyncio.sleep(timeout / 4)
            for stream in tuple(self._streams):
                stream.check_stalled(now(), timeout)
