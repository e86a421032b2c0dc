"""The matches that a server's clients play: on private referees of its own, or on one elsewhere."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, NamedTuple, Self

import grpc

from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.errors import ConnectionGone, SeatRefused
from bessemer.sdk.seats.ladder import next_seat
from bessemer.table.client import SeatAddress
from bessemer.table.private_matches.hosting import HostedMatch, HostingFailed, hosting
from bessemer.table.private_matches.kept_tables import KeptTableError
from bessemer.text.mcp.seat import ModelSeat

MOST: Final = 8
"""Matches at the same time: a private one has a referee and bots as processes."""
_FIRST_SECONDS: Final = 30.0
"""How long a seat waits for its first decision before the match is told to be there."""
_CALL_SECONDS: Final = 30.0
_log: Final = logging.getLogger(__name__)
Replay = Callable[[], Awaitable[bytes]]


class NoMatch(Exception):
    """There is no such match, or it cannot begin; the message says why."""


class RefereeElsewhere(NamedTuple):
    """A referee that somebody else serves, and the player's token there."""

    channel: grpc.aio.Channel
    token: str


class OpenMatch(NamedTuple):
    """A match that somebody plays."""

    match_id: str
    seat: ModelSeat
    replay: Replay
    """The file, once the match is over."""
    left: asyncio.Event


class Matches:
    """All of them by id; they end with the body of `async with`."""

    def __init__(self, referee: RefereeElsewhere | None = None) -> None:
        self.referee = referee
        self._open: dict[str, OpenMatch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        """Those of them that have no match yet."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._starting:
            task.cancel()
        for match in self._open.values():
            match.left.set()
        # Not cancelled: their referees and bots end in good order.
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def find(self, match_id: str) -> OpenMatch:
        """
        An open match; the only one if none is named.

        Raises:
            NoMatch: there is none of this name, or none at all, or it is not clear which.
        """
        if not self._open:
            raise NoMatch(f"No match is open: begin with {self._begins}.")
        if not match_id and len(self._open) == 1:
            return next(iter(self._open.values()))
        if match_id not in self._open:
            what = f"No match {match_id[:40]!r} is open" if match_id else "Several matches are open"
            raise NoMatch(f"{what}: name one of {', '.join(self._open)}.")
        return self._open[match_id]

    @property
    def _begins(self) -> str:
        return "start_match" if self.referee is None else "join_match or join_ladder"

    async def start(self, match: HostedMatch) -> OpenMatch:
        """
        Start a private match with its bots.

        Raises:
            NoMatch: there can be none, or there are too many.
        """
        return await self._begin(partial(self._host, match))

    async def join(self, match_id: str, seat: int) -> OpenMatch:
        """
        Sit down in a match of the referee elsewhere.

        Raises:
            NoMatch: the referee does not let us, or there are too many.
        """
        if match_id in self._open:
            raise NoMatch(f"Match {match_id} is open already.")
        referee = self._elsewhere
        address = SeatAddress(match_id, referee.token, seat)
        calls = RefereeCalls(referee.channel, referee.token, seconds=_CALL_SECONDS)
        replay = partial(calls.replay, match_id)
        return await self._begin(partial(self._sit, referee.channel, address, replay))

    async def join_ladder(self, ladder: str, seconds: float) -> OpenMatch:
        """
        Wait so long for the next match of a ladder, and sit down.

        Raises:
            NoMatch: there was none, the referee does not let us, or there are too many.
        """
        referee = self._elsewhere
        self._make_room()
        try:
            async with asyncio.timeout(seconds):
                match_id, seat = await next_seat(referee.channel, referee.token, ladder)
        except TimeoutError:
            raise NoMatch(
                f"The ladder {ladder[:40]!r} had no match within {seconds:.0f} seconds: call again."
            ) from None
        except (SeatRefused, ConnectionGone) as error:
            raise NoMatch(f"The referee refuses: {error}") from None
        return self._open.get(match_id) or await self.join(match_id, seat)

    def leave(self, match: OpenMatch) -> None:
        """Leave a match; a private one ends with it."""
        match.left.set()
        self._open.pop(match.match_id, None)

    @property
    def _elsewhere(self) -> RefereeElsewhere:
        if self.referee is None:
            raise NoMatch("There is no referee to join: start bessemer mcp with --connect.")
        return self.referee

    def _make_room(self) -> None:
        """
        Close the oldest match that is over if there are too many.

        Raises:
            NoMatch: all of them are being played.
        """
        if len(self._open) < MOST:
            return
        over = next((match for match in self._open.values() if match.seat.is_over), None)
        if over is None:
            raise NoMatch(f"{MOST} matches are open, which is the most: leave one first.")
        over.left.set()
        del self._open[over.match_id]

    async def _begin(self, play: Callable[["_Opened"], Coroutine[Any, Any, None]]) -> OpenMatch:
        self._make_room()
        opened: _Opened = asyncio.get_running_loop().create_future()
        # A task of its own: a call that is cancelled leaves nothing half open.
        task = asyncio.create_task(self._kept(play(opened), opened))
        for tasks in (self._tasks, self._starting):
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        opened.add_done_callback(lambda _: self._starting.discard(task))
        return await asyncio.shield(opened)

    async def _kept(self, playing: Coroutine[Any, Any, None], opened: "_Opened") -> None:
        """Play a match until somebody leaves it; it says why if it cannot go on."""
        try:
            await playing
        except (CallFailed, HostingFailed, KeptTableError, NoMatch) as error:
            self._ended(opened, str(error))
        except Exception:  # noqa: BLE001 - it ends this match alone, and is logged
            _log.exception("a match ended by an error of the server")
            self._ended(opened, "an error of this server, which is in its log")

    @staticmethod
    def _ended(opened: "_Opened", why: str) -> None:
        if opened.done():
            opened.result().seat.stop(why)
        else:
            opened.set_exception(NoMatch(f"The match cannot begin: {why}"))

    async def _host(self, match: HostedMatch, opened: "_Opened") -> None:
        async with hosting(match) as (host, table):
            replay = partial(host.replay, table.address.match_id)
            await self._sit(host.channel, table.address, replay, opened)

    async def _sit(
        self, channel: grpc.aio.Channel, address: SeatAddress, replay: Replay, opened: "_Opened"
    ) -> None:
        """Play a seat until somebody leaves it."""
        match = OpenMatch(address.match_id, ModelSeat(channel, address), replay, asyncio.Event())
        playing = asyncio.create_task(match.seat.run())
        leaving = asyncio.create_task(match.left.wait())
        try:
            await match.seat.settled(_FIRST_SECONDS)
            if match.seat.stopped:
                raise NoMatch(match.seat.stopped)
            self._open[match.match_id] = match
            opened.set_result(match)
            await asyncio.wait([playing, leaving], return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()  # raises what it raised
            await leaving
        finally:
            for task in (playing, leaving):
                task.cancel()
            await asyncio.gather(playing, leaving, return_exceptions=True)


_Opened = asyncio.Future[OpenMatch]
