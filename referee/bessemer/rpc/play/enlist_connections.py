"""
Many seats over one stream: a bot that plays hundreds of matches at once needs only one.

Each seat has a lane, a number that both sides put in front of what they say. A move is played as it
is read: no task, no future and no gRPC call for a single decision.

What lanes have to say is gathered for a moment, the longer the more lanes there are, and travels
together: a message costs as much as ten decisions. A question is put only when it is sent, so the
moment is nobody's time; and a bot that plays one match at a time is told at once.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.errors import BadRequest, RefereeError, SlowReader
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.errors import Context
from bessemer.rpc.handlers import SLOW_TEXT
from bessemer.rpc.messages import match_message
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.answers import READERS, AnswerReader
from bessemer.rpc.play.sessions import SeatSession
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_service_pb2
from bessemer.wire.encode import field, number_field

_LARGEST_MESSAGE: Final = 1 << 20
"""What travels together; clients take 4 MiB unless told otherwise."""
_GATHERING: Final = 15e-6
"""So many seconds for each lane news are gathered before they are sent."""
_LONGEST_GATHERING: Final = 2e-3
_FEW: Final = 3
"""With no more lanes than this nothing is gathered."""
_NEWS, _LINE, _SAID = 2, 1, 2
"""The fields `EnlistResponse.responses`, `ServerEnvelope.channel` and `ServerEnvelope.response`."""
_ANSWERS_TAG: Final = 0x12
"""`EnlistRequest.requests`."""
_LINE_TAG: Final = 0x08
_SAID_TAG: Final = 0x12


class Lane(SeatSession):
    """One seat of a post."""

    __slots__ = ("_is_waiting", "_number", "_post", "_read_answer")

    def __init__(
        self,
        post: "Post",
        number: int,
        desk: MatchRegistry,
        match: Match,
        seat: Seat,
        meter: Metrics,
        count_refusal: Callable[[], None],
        *,
        without_news: bool,
    ) -> None:
        super().__init__(desk, match, seat, meter, count_refusal)
        self._has_news_left_out = without_news
        self._post = post
        self._number = number
        self._is_waiting = False
        self._read_answer: AnswerReader = READERS[match.spec.game]

    def look(self) -> None:
        """Have it said with the next message what there is to say."""
        if not self._is_waiting:
            self._is_waiting = True
            self._post.wait(self)

    def speak(self) -> None:
        """Say all there is to say: now the seat is asked, and its time runs."""
        self._is_waiting = False
        while (message := self.next()) is not None:
            self._post.say(self._number, message)
        if self.is_told_the_end:
            self._post.close(self._number)

    def stop(self, failure: RefereeError) -> None:
        """End the lane with `failure`, and no other."""
        if self._failure is None:
            self._failure = failure
            self._post.close(self._number)

    def take(self, data: bytes, arrived: float) -> None:
        """Play the move in a serialised `PlayRequest`, or say why not."""
        move = None
        try:
            turn, move, message = self._read_answer.read(data)
            accepted, woken = self.play(turn, move, arrived)
            if message is not None and accepted is not None:
                self._encoder.keep(turn, message)
            for line in woken:
                line.look()
        except (RefereeError, GameError) as error:
            self.refuse(error, move)
        except DecodeError:
            self.refuse(BadRequest("these bytes are no PlayRequest"), None)


class Post:
    """One `Enlist` stream: reads what its lanes are sent and sends what they have to say."""

    __slots__ = (
        "_context",
        "_count_refusal",
        "_desk",
        "_failure",
        "_is_leaving",
        "_lanes",
        "_left",
        "_meter",
        "_next_number",
        "_outgoing",
        "_task",
        "_waiting",
        "_wake",
        "_without_news",
        "token_id",
        "writing_since",
    )

    def __init__(
        self,
        desk: MatchRegistry,
        context: Context,
        meter: Metrics,
        count_refusal: Callable[[], None],
        left: Callable[[], None],
        *,
        without_news: bool = False,
    ) -> None:
        """`left` is called when the client says that it takes no more matches."""
        self._without_news = without_news
        self._desk = desk
        self._context = context
        self._meter = meter
        self._count_refusal = count_refusal
        self._left = left
        self._lanes: dict[int, Lane] = {}
        self._next_number = 1
        self._outgoing: list[bytes] = []
        self._waiting: list[Lane] = []
        """The lanes that have something to say."""
        self._wake: asyncio.Future[None] | None = None
        self._failure: RefereeError | None = None
        self._is_leaving = False
        self._task: asyncio.Task[Any] | None = None
        self.token_id = ""
        self.writing_since = 0.0
        """Since when a message waits to be taken by the client, 0 when none does."""

    @property
    def is_ending(self) -> bool:
        """A post ends when its client leaves."""
        return False

    def seat(self, match: Match, seat: Seat) -> None:
        """Open a lane for a seat; what the seat is asked follows by itself."""
        number = self._next_number
        self._next_number += 1
        lane = Lane(
            self,
            number,
            self._desk,
            match,
            seat,
            self._meter,
            self._count_refusal,
            without_news=self._without_news,
        )
        self._lanes[number] = lane
        joined = match_service_pb2.Joined(seat=seat, match=match_message(match, self._desk.now()))
        self.say(number, match_service_pb2.PlayResponse(joined=joined).SerializeToString())
        lane.sit_down()
        lane.look()

    def assign(self, match_id: str, seat: Seat) -> None:
        """Tell of a seat that the client joins by itself."""
        assignment = pb.SeatAssignment(match_id=match_id, seat=seat)
        self._send(pb.EnlistResponse(assignments=[assignment]).SerializeToString())

    def welcome(self, enlisted: pb.Enlisted) -> None:
        """Say the first message."""
        self._send(pb.EnlistResponse(enlisted=enlisted).SerializeToString())

    def wait(self, lane: Lane) -> None:
        """A lane has something to say."""
        self._waiting.append(lane)
        self._look()

    def say(self, number: int, message: bytes) -> None:
        """Say something on a lane: `message` is a serialised `PlayResponse`."""
        said = field(_NEWS, number_field(_LINE, number) + field(_SAID, message))
        self._outgoing.append(said)

    def close(self, number: int) -> None:
        """There is nothing more to say on a lane."""
        lane = self._lanes.pop(number, None)
        if lane is not None:
            lane.stand_up()
            if self._is_leaving:
                self._look()

    def stop(self, failure: RefereeError) -> None:
        """End the stream with `failure`."""
        self._failure = failure
        if self.writing_since and self._task is not None:
            self._task.cancel()
        self._look()

    def check_pace(self, now: float, patience: float) -> None:
        """End the stream if its client has not taken a message for so long."""
        if self.writing_since and now - self.writing_since > patience:
            self.stop(SlowReader(SLOW_TEXT))

    async def run(self) -> None:
        """
        Carry what is said until the client has left and its matches are over.

        Raises:
            RefereeError: what ended the stream.
        """
        self._task = asyncio.current_task()
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(self._read())
                await self._write()
                reader.cancel()
        except asyncio.CancelledError:
            if self._failure is None:
                raise
            raise self._failure from None  # we ended it ourselves while it was stuck in a write
        finally:
            for lane in tuple(self._lanes.values()):
                lane.stand_up()
            self._lanes.clear()

    # --------------------------------------------------------------------------------- private

    async def _read(self) -> None:
        read, now = self._context.read, self._desk.now
        while True:
            data = await read()
            if data is grpc.aio.EOF:
                self._leave()
                return
            self._take(data, now())

    def _take(self, data: bytes, arrived: float) -> None:
        """Play all moves of a message."""
        answers = split_answers(data)
        if answers is None:
            answers = self._parsed(data)
        for number, said in answers:
            lane = self._lanes.get(number)
            # A lane that is gone: its match ended while the answer was on its way.
            if lane is not None:
                lane.take(said, arrived)

    def _parsed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The answers of a message that is written in an unusual way, or says more than answers."""
        try:
            request = pb.EnlistRequest.FromString(data)
        except DecodeError:
            self.stop(BadRequest("these bytes are no EnlistRequest"))
            return []
        if request.HasField("enlistment"):
            self.stop(BadRequest("the stream has enlisted already", field="enlistment"))
            return []
        if request.leaving:
            self._leave()
        return [(one.channel, one.request.SerializeToString()) for one in request.requests]

    def _leave(self) -> None:
        if not self._is_leaving:
            self._is_leaving = True
            self._left()
            self._look()

    def _send(self, message: bytes) -> None:
        self._outgoing.append(message)
        self._look()

    def _look(self) -> None:
        if self._wake is not None:
            if not self._wake.done():
                self._wake.set_result(None)
            self._wake = None

    async def _write(self) -> None:
        write, now = self._context.write, self._desk.now
        loop = asyncio.get_running_loop()
        while True:
            if self._waiting or self._outgoing:
                if len(self._lanes) > _FEW and not self._outgoing:
                    moment = min(_GATHERING * len(self._lanes), _LONGEST_GATHERING)
                    await asyncio.sleep(moment)
                waiting, self._waiting = self._waiting, []
                for lane in waiting:
                    lane.speak()
                if self._outgoing:
                    self.writing_since = now()
                    await write(self._bundle())
                    self.writing_since = 0.0
            elif self._failure is not None:
                raise self._failure
            elif self._is_leaving and not self._lanes:
                return
            else:
                self._wake = loop.create_future()
                await self._wake

    def _bundle(self) -> bytes:
        """What waits to be said, as one message: fields that are repeated just follow each other."""
        outgoing, self._outgoing = self._outgoing, []
        size = 0
        for count, message in enumerate(outgoing):
            size += len(message)
            if size > _LARGEST_MESSAGE and count:
                self._outgoing = outgoing[count:]
                return b"".join(outgoing[:count])
        return b"".join(outgoing)


def split_answers(data: bytes) -> list[tuple[int, bytes]] | None:
    """
    The answers in a serialised `EnlistRequest`: line and serialised `PlayRequest`.

    `None` if it has anything but answers, or one that is not written as most clients would, the
    line first: protobuf itself reads those.
    """
    answers: list[tuple[int, bytes]] = []
    at, end = 0, len(data)
    try:
        while at < end:
            if data[at] != _ANSWERS_TAG:
                return None
            size, at = _varint(data, at + 1)
            after = at + size
            if data[at] != _LINE_TAG:
                return None
            line, at = _varint(data, at + 1)
            if data[at] != _SAID_TAG:
                return None
            size, at = _varint(data, at + 1)
            if at + size != after or after > end:
                return None
            answers.append((line, data[at:after]))
            at = after
    except IndexError:
        return None
    return answers


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that is written from `at` on, and where it ends; none is above 2**28."""
    value = shift = 0
    while shift < 28:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise IndexError("a number that is too long")
