"""
One seat of one match, or a spectator's place, kept through lost connections.

A seat is played over the Play stream and looks on over WatchMatch: decisions come on the one, every
move with the table after it on the other. When the referee goes away both come back by themselves,
and an answer that was not confirmed is sent again: the referee plays it once, however often it comes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import grpc

from bessemer.sdk.errors import SeatRefused
from bessemer.sdk.reconnect import Reconnect
from bessemer.sdk.seat import metadata_of
from bessemer.terminal.events import (
    Accepted,
    Asked,
    Back,
    Ended,
    Event,
    Listen,
    Lost,
    MatchUpdated,
    Played,
    Seen,
    Stopped,
)
from bessemer.terminal.reading import Reader, UnknownGame
from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb

_LOOK_EVERY: Final = 2.0
"""Seconds between two looks at everybody's clock."""


class SeatAddress(NamedTuple):
    """Where to sit, or where to look on from."""

    match_id: str
    token: str
    seat: int | None = None
    """`None` looks on."""


class MatchClient:
    """Tells `listen` what happens, in the order in which it does, until the match is over."""

    def __init__(self, channel: grpc.aio.Channel, place: SeatAddress, listen: Listen) -> None:
        self._stub = match_service_pb2_grpc.MatchServiceStub(channel)
        self._place = place
        self._metadata = metadata_of(place.token)
        self._listen = listen
        self._reader: Reader | None = None
        self._known = 0
        """The last turn whose move was told."""
        self._watched = 0
        """The last turn that the watched table shows."""
        self._answer: pb.Answer | None = None
        """What was sent and is not confirmed yet."""
        self._call: Any = None
        self._away: set[str] = set()
        """The streams that are lost."""
        self._reconnects = {
            name: Reconnect(partial(self._lost, name)) for name in ("watch", "play")
        }
        self._over = asyncio.Event()

    async def run(self) -> None:
        """Play or look on until the match is over, or the referee refuses us."""
        async with asyncio.TaskGroup() as tasks:
            running = [
                tasks.create_task(self._keep("watch", self._watch)),
                tasks.create_task(self._look_at_clocks()),
            ]
            if self._place.seat is not None:
                running.append(tasks.create_task(self._keep("play", self._play)))
            await self._over.wait()
            for task in running:
                task.cancel()

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Answer the decision of this turn; while the referee is away it waits for its return."""
        self._answer = pb.Answer(turn=turn, move=self._read.write_move(move))
        await self._send()

    @property
    def _read(self) -> Reader:
        if self._reader is None:
            raise RuntimeError("the referee has not told which game it is")
        return self._reader

    # --- Streams ------------------------------------------------------------------------------------

    async def _keep(self, name: str, stream: Callable[[], Awaitable[None]]) -> None:
        """Run a stream again whenever it is lost."""
        reconnect = self._reconnects[name]
        try:
            async for attempt in reconnect:
                with attempt:
                    await stream()
                if self._over.is_set():
                    return
        except SeatRefused as refused:
            self._finish(Stopped(refused.message))
        except UnknownGame as unknown:
            self._finish(Stopped(str(unknown)))

    def _lost(self, name: str, why: str) -> None:
        self._away.add(name)
        self._tell(Lost(why))

    def _reached(self, name: str) -> None:
        self._reconnects[name].reached()
        if name in self._away:
            self._away.remove(name)
            if not self._away:
                self._tell(Back())

    async def _watch(self) -> None:
        """Look on: the moves that are not known yet, then those to come."""
        self._watched = self._known
        request = pb.WatchMatchRequest(match_id=self._place.match_id, from_turn=self._known + 1)
        call = self._stub.WatchMatch(request, metadata=self._metadata)
        try:
            async for news in call:
                if news.HasField("match"):
                    self._meet(news.match)
                self._reached("watch")
                view = self._read.view(news.view) if news.HasField("view") else None
                self._hear(news.moves)
                self._watched = max([self._watched, *(made.turn for made in news.moves)])
                # The other stream may be ahead; then this one soon brings a newer table.
                if view is not None and self._watched >= self._known:
                    self._tell(Seen((), view))
                if news.HasField("result") and self._place.seat is None:
                    self._finish(Ended(news.result, view))
            if self._place.seat is not None:
                await self._over.wait()  # the seat's own stream has the last word
        finally:
            call.cancel()

    async def _play(self) -> None:
        """Play the seat: join, and send again what may have been lost."""
        call = self._stub.Play(metadata=self._metadata)
        place = self._place
        join = pb.JoinSeat(
            match_id=place.match_id, seat=place.seat or 0, known_turn=self._known, push_moves=True
        )
        try:
            await call.write(pb.PlayRequest(join=join))
            async for response in call:
                await self._take(response, call)
        finally:
            self._call = None
            call.cancel()

    async def _take(self, response: pb.PlayResponse, call: Any) -> None:  # noqa: ANN401 - a stream
        match response.WhichOneof("message"):
            case "joined":
                self._call = call
                self._meet(response.joined.match)
                self._reached("play")
                await self._send()
            case "update":
                self._hear(response.update.moves)
            case "decision":
                self._ask(response.decision)
            case "accepted":
                if self._answer is not None and self._answer.turn == response.accepted.turn:
                    self._answer = None
                self._tell(Accepted(response.accepted.turn))
            case "refusal":
                self._answer = None
                self._tell(self._read.refusal(response.refusal))
            case "ended":
                ended = response.ended
                self._hear(ended.moves_since)
                view = self._read.view(ended.view) if ended.HasField("view") else None
                self._finish(Ended(ended.result, view))

    async def _send(self) -> None:
        if self._call is None or self._answer is None:
            return
        # If the stream is lost, the answer goes out again on the next one.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.write(pb.PlayRequest(answer=self._answer))

    async def _look_at_clocks(self) -> None:
        """Ask now and then how everybody's clock stands."""
        request = pb.GetMatchRequest(match_id=self._place.match_id)
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            # If the referee is away the streams notice it too, and say so.
            with suppress(grpc.aio.AioRpcError):
                found = await self._stub.GetMatch(request, metadata=self._metadata, timeout=5)
                self._tell(MatchUpdated(found.match))

    # --- What is heard ------------------------------------------------------------------------------

    def _meet(self, match: match_pb2.Match) -> None:
        if self._reader is None:
            self._reader = Reader(match, self._place.seat)
        self._tell(MatchUpdated(match))

    def _hear(self, moves: Iterable[match_pb2.PlayedMove]) -> None:
        """Tell the moves that only one of the two streams has brought so far."""
        new = []
        for made in moves:
            if made.turn <= self._known:
                continue
            self._known = made.turn
            is_own = made.cause == match_pb2.MOVE_CAUSE_PLAYED
            new.append(Played(made.turn, made.seat, self._read.move(made.move), is_own))
            if self._answer is not None and self._answer.turn == made.turn:
                self._answer = None
        if new:
            self._tell(Seen(new, None))

    def _ask(self, decision: match_pb2.Decision) -> None:
        self._hear(decision.moves_since)
        if self._answer is not None:
            if self._answer.turn == decision.turn:
                return  # the answer is on its way again
            self._answer = None
        seconds = decision.time_left.ToTimedelta().total_seconds()
        self._tell(Asked(decision.turn, self._read.view(decision.view), seconds))

    def _tell(self, event: Event) -> None:
        if not self._over.is_set():  # the streams may bring more, but the end is the end
            self._listen(event)

    def _finish(self, event: Event) -> None:
        self._tell(event)
        self._over.set()
