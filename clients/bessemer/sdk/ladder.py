"""
Offers a bot to a ladder and plays whatever seats it is given, all over one stream.

    await enlist("127.0.0.1:7777", token, "main", MyBot, concurrency=8)

Each seat has a bot of its own. What several bots answer at the same moment travels in one message.
A connection that is lost is made anew, and the matches that still run go on.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc

from bessemer.runtime.threads import patient_threads
from bessemer.sdk.bot import Bot, MatchEnd
from bessemer.sdk.channels import open_channel
from bessemer.sdk.errors import ConnectionGone, SeatError, SeatRefused, refusal_in
from bessemer.sdk.reconnect import FIRST_PAUSE, LONGEST_PAUSE, RETRY
from bessemer.sdk.seat import PATIENCE, SeatPlayer, metadata_of
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc, match_pb2
from bessemer.v1 import match_service_pb2 as match_pb

_START_SECONDS: Final = 0.05

_log: Final = logging.getLogger("bessemer.sdk")


async def enlist(
    address: str,
    token: str,
    ladder: str,
    new_bot: Callable[[str], Bot],
    *,
    concurrency: int = 1,
    tls_ca: str | Path | None = None,
    ended: Callable[[MatchEnd], None] | None = None,
    leave: asyncio.Event | None = None,
) -> None:
    """
    Play for a ladder until we leave, or until the referee does not want us.

    Args:
        address: the referee's, `host:port` or `unix:/path`.
        token: the player's.
        ladder: its name.
        new_bot: makes a bot for each seat; it is told the name of the game.
        concurrency: how many matches at once.
        tls_ca: connect by TLS, and trust this CA.
        ended: told of every match that has ended.
        leave: set it to take no more matches; those that run are played to their end.

    Raises:
        ConnectionGone: the referee was away for longer than `PATIENCE`.
        SeatRefused: the referee does not let us play.
    """
    with patient_threads():
        channel = open_channel(address, tls_ca=tls_ca)
        channel.get_state(try_to_connect=True)
        await asyncio.sleep(_START_SECONDS)  # gRPC starts its threads by and by
    async with channel:
        stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
        wanted = pb.Enlistment(ladder=ladder, concurrency=concurrency, omit_history=True)
        desk = _Desk(new_bot, ended or (lambda _end: None))
        loop = asyncio.get_running_loop()
        lost_since: float | None = None
        pause = FIRST_PAUSE
        while True:
            delay = 0.0
            call = stub.Enlist(metadata=metadata_of(token))
            try:
                if await desk.serve(call, wanted, leave):
                    return
            except grpc.aio.AioRpcError as error:
                if error.code() not in RETRY:
                    raise SeatRefused(error) from None
                if (refusal := refusal_in(error)) is not None:
                    delay = refusal.retry_delay.ToMicroseconds() / 1e6
            finally:
                call.cancel()
            now = loop.time()
            if desk.was_enlisted:
                desk.was_enlisted, lost_since, pause = False, None, FIRST_PAUSE
            if lost_since is None:
                lost_since = now
                _log.info("ladder %s: connection lost; coming back", ladder)
            if now - lost_since > PATIENCE:
                raise ConnectionGone(f"the referee was not reached for {PATIENCE:g} seconds")
            await asyncio.sleep(max(delay, pause * random.uniform(0.5, 1.5)))  # noqa: S311 - no secret
            pause = min(pause * 2, LONGEST_PAUSE)


async def next_seat(channel: grpc.aio.Channel, token: str, ladder: str) -> tuple[str, int]:
    """
    The match and seat that a ladder gives to somebody who plays one match, over a stream of its own.

    Raises:
        AioRpcError: the referee does not let us play.
    """
    call: Any = ladder_service_pb2_grpc.LadderServiceStub(channel).Enlist(
        metadata=metadata_of(token)
    )
    await call.write(
        pb.EnlistRequest(enlistment=pb.Enlistment(ladder=ladder, assignments_only=True))
    )
    async for response in call:
        for seat in response.assignments:
            # The seat is kept for us by our name; nothing else is wanted of the ladder.
            await call.write(pb.EnlistRequest(leaving=True))
            return str(seat.match_id), int(seat.seat)
    raise ConnectionGone("the referee closed")


class _Seat(NamedTuple):
    player: SeatPlayer
    voice: "_Voice"
    thinking: "asyncio.Task[None] | None"


class _Voice:
    """What the player of one seat speaks through."""

    def __init__(self, desk: "_Desk") -> None:
        self._desk = desk
        self.line = 0
        """The number of its line; 0 while there is none."""
        self.known_turn = 0

    async def write(self, answer: match_pb.Answer) -> None:
        """Send an answer with the next message."""
        if self.line:
            self._desk.say(self.line, answer)


class _Desk:
    """All seats that we play, through all connections."""

    def __init__(self, new_bot: Callable[[str], Bot], ended: Callable[[MatchEnd], None]) -> None:
        self._new_bot = new_bot
        self._ended = ended
        self._seats: dict[tuple[str, int], _Seat] = {}
        self._lines: dict[int, tuple[str, int]] = {}
        self._outgoing = pb.EnlistRequest()
        self._has_answers = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.was_enlisted = False
        """Whether the last connection came so far."""

    async def serve(
        self,
        call: Any,  # noqa: ANN401 - grpc.aio
        wanted: pb.Enlistment,
        leave: asyncio.Event | None,
    ) -> bool:
        """Play over one connection; whether it ended because we have left."""
        await call.write(pb.EnlistRequest(enlistment=wanted))
        self._outgoing = pb.EnlistRequest()
        helpers = [self._start(self._write(call))]
        if leave is not None:
            helpers.append(self._start(self._leave(leave)))
        try:
            return await self._read(call)
        finally:
            for helper in helpers:
                helper.cancel()

    def say(self, line: int, answer: match_pb.Answer) -> None:
        """Have an answer sent with all others of this moment."""
        said = self._outgoing.requests.add()
        said.channel = line
        said.request.answer.CopyFrom(answer)
        self._has_answers.set()

    async def _read(self, call: Any) -> bool:  # noqa: ANN401 - grpc.aio
        while True:
            response = await call.read()
            if response is grpc.aio.EOF:
                return True
            if response.HasField("enlisted"):
                self._come_back(frozenset(response.enlisted.running))
            for news in response.responses:
                await self._hear(news)

    async def _write(self, call: Any) -> None:  # noqa: ANN401 - grpc.aio
        while True:
            await self._has_answers.wait()
            self._has_answers.clear()
            outgoing, self._outgoing = self._outgoing, pb.EnlistRequest()
            try:
                await call.write(outgoing)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                call.cancel()  # whoever reads shall notice, whatever the other side still believes
                return

    async def _leave(self, leave: asyncio.Event) -> None:
        await leave.wait()
        self._outgoing.leaving = True
        self._has_answers.set()

    def _come_back(self, running: frozenset[str]) -> None:
        self.was_enlisted = True
        self._lines.clear()
        for place, seat in tuple(self._seats.items()):
            seat.voice.line = 0
            if place[0] not in running:
                _log.info("match %s, seat %d: it ended while we were away", *place)
                self._forget(place)

    async def _hear(self, news: pb.ServerEnvelope) -> None:
        said = news.response
        if said.HasField("decision"):
            seat = self._seats[self._lines[news.channel]]
            answer = seat.player.answer_at_once(said.decision)
            if answer is not None:
                self.say(news.channel, answer)
                return
        elif said.HasField("joined"):
            joined = said.joined
            place = joined.match.match_id, joined.seat
            if place not in self._seats:
                self._seats[place] = self._sit_down(joined.match, joined.seat)
            self._lines[news.channel] = place
            self._seats[place].voice.line = news.channel
        place = self._lines[news.channel]
        seat = self._seats[place]
        if said.HasField("refusal"):
            self._start(self._answer_refusal(seat.player, said))  # it may wait a while
            return
        result = await seat.player.take(said)
        if result is not None:
            del self._lines[news.channel]
            self._forget(place)
            self._start(self._end(seat.player, result))

    def _sit_down(self, match: match_pb2.Match, number: int) -> _Seat:
        voice = _Voice(self)
        player = SeatPlayer(voice, match.match_id, number, self._new_bot(match.game), strict=False)
        thinking = None if player.mind.runs_inline else self._start(player.think())
        return _Seat(player, voice, thinking)

    def _forget(self, place: tuple[str, int]) -> None:
        seat = self._seats.pop(place)
        if seat.thinking is not None:
            seat.thinking.cancel()

    async def _answer_refusal(self, player: SeatPlayer, said: match_pb.PlayResponse) -> None:
        try:
            await player.take(said)
        except SeatError as error:
            _log.warning("%s", error)

    async def _end(self, player: SeatPlayer, result: match_pb2.MatchResult) -> None:
        try:
            self._ended(await player.end(result))
        finally:
            player.mind.close()

    def _start(self, work: Any) -> "asyncio.Task[Any]":  # noqa: ANN401 - any coroutine
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
