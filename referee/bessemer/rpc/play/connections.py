"""
A seat's stream: one task reads its moves, another writes its decisions.

The newest stream of a seat simply takes the place of an older one.

The usual case takes a short cut: a move that makes one other seat decide is handed to that seat's
stream by the task that read it, without waking another. Should that client not take it, the task
is stuck only until the seat's time is up, and until then nobody else is asked anything.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

import grpc
from google.protobuf.message import DecodeError

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.errors import BadRequest, NotAuthenticated, RefereeError, SlowReader
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.errors import Context
from bessemer.rpc.handlers import SLOW_TEXT
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.answers import READERS
from bessemer.rpc.play.sessions import SeatSession
from bessemer.v1 import match_service_pb2

_CUT_OFF_SECONDS: Final = 0.05


class SeatLine(SeatSession):
    """One stream of one seat."""

    __slots__ = (
        "_context",
        "_has_news",
        "_is_handed",
        "_task",
        "_wake",
        "token_id",
        "writing_since",
    )

    def __init__(
        self,
        desk: MatchRegistry,
        match: Match,
        join: match_service_pb2.JoinSeat,
        context: Context,
        meter: Metrics,
        count_refusal: Callable[[], None],
    ) -> None:
        super().__init__(
            desk,
            match,
            Seat(join.seat),
            meter,
            count_refusal,
            known=join.known_turn,
            eager=join.push_moves,
            legal_moves=join.max_legal_moves,
        )
        self._context = context
        self._wake: asyncio.Future[None] | None = None
        self._has_news = True
        self._is_handed = False
        self._task: asyncio.Task[Any] | None = None
        self.token_id = ""
        self.writing_since = 0.0
        """Since when a message waits to be taken by the client, 0 when none does."""

    async def run(self) -> None:
        """
        Play until the match is over or the stream ends.

        Raises:
            RefereeError: what ended the stream.
        """
        self._task = asyncio.current_task()
        self.sit_down()
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
            self.stand_up()

    def wake(self) -> None:
        """There may be something new to send."""
        self._has_news = True
        super().wake()

    def look(self) -> None:
        """Let the writer look, if it waits."""
        self._has_news = True
        if self._wake is not None and not self._is_handed:
            # A stream that is cut is cancelled first and leaves its seat a moment later.
            if not self._wake.done():
                self._wake.set_result(None)
            self._wake = None

    def stop(self, failure: RefereeError) -> None:
        """End the stream with `failure`."""
        self._failure = failure
        if self.writing_since and self._task is not None:
            self._task.cancel()
        self.wake()

    def check_pace(self, now: float, patience: float) -> None:
        """End the stream if its client has not taken a message for so long."""
        if self.writing_since and now - self.writing_since > patience:
            self.stop(SlowReader(SLOW_TEXT))

    # --------------------------------------------------------------------------------- reading

    async def _read(self) -> None:
        read, now = self._context.read, self._desk.now
        read_answer = READERS[self._match.spec.game].read
        while True:
            data = await read()
            arrived = now()
            if data is grpc.aio.EOF:
                # A client that was cut off looks like one that is done, for a moment.
                await asyncio.sleep(_CUT_OFF_SECONDS)
                self.has_left = True
                self.wake()
                return
            move = None
            try:
                turn, move, message = read_answer(data)
                accepted, woken = self.play(turn, move, arrived)
                if message is not None and accepted is not None:
                    self._encoder.keep(turn, message)
                if len(woken) == 1 and woken[0].is_idle:
                    await woken[0].hand_over()
                else:
                    for line in woken:
                        line.look()
            except (RefereeError, GameError) as error:
                self.refuse(error, move)
            except DecodeError:
                self.refuse(BadRequest("these bytes are no PlayRequest"), None)
            else:
                if self._eager:
                    self._unconfirmed.append(turn)
                    self.wake()

    @property
    def is_idle(self) -> bool:
        """Whether its writer waits for something to send."""
        return self._wake is not None and not self._is_handed

    async def hand_over(self) -> None:
        """Send what there is to send, on behalf of the writer, which waits."""
        self._has_news = False
        message = self.next()
        if message is None:
            return
        place = self._match.seats[self._seat]
        self._is_handed, self.writing_since = True, self._desk.now()
        place.unstick = self._give_up
        try:
            await self._context.write(message)
        except Exception:  # noqa: BLE001 - its client is gone, which its own tasks will notice
            self._has_news = True
        finally:
            self._is_handed, self.writing_since = False, 0.0
            place.unstick = None
            if self._has_news:
                self.wake()

    def _give_up(self) -> None:
        self.stop(SlowReader(SLOW_TEXT))

    # --------------------------------------------------------------------------------- writing

    async def _write(self) -> None:
        write, now = self._context.write, self._desk.now
        loop = asyncio.get_running_loop()
        while True:
            # Whoever wakes us while we write sets this again: nothing is missed.
            self._has_news, former_turn = False, self._sent_turn
            message = self.next()
            if message is not None:
                self.writing_since = now()
                await write(message)
                self.writing_since = 0.0
                # A decision is the last thing to say until something happens; look again otherwise.
                if self._has_news or self._sent_turn == former_turn:
                    continue
            if self._failure is not None:
                raise self._failure
            if self.has_left or self.is_told_the_end:
                return
            if not self._has_news:
                self._wake = loop.create_future()
                await self._wake


class Stream(Protocol):
    """Whatever carries seats: a `SeatLine`, or a `Post` with many lanes."""

    token_id: str

    @property
    def is_ending(self) -> bool:
        """Whether it will end by itself."""

    def stop(self, failure: RefereeError) -> None:
        """End it with `failure`."""

    def check_pace(self, now: float, patience: float) -> None:
        """End it if its client has not taken a message for so long."""


class Lines:
    """All open streams of seats."""

    def __init__(self) -> None:
        self._lines: set[Stream] = set()

    def __len__(self) -> int:
        return len(self._lines)

    @contextmanager
    def open(self, line: Stream, token_id: str) -> Iterator[None]:
        """Know of a line while the body runs."""
        line.token_id = token_id
        self._lines.add(line)
        try:
            yield
        finally:
            self._lines.discard(line)

    def close(self, failure: RefereeError) -> None:
        """End every stream whose match goes on."""
        for line in tuple(self._lines):
            if not line.is_ending:
                line.stop(failure)

    def revoke(self, token_id: str) -> None:
        """End every stream that was opened with a token."""
        for line in tuple(self._lines):
            if line.token_id == token_id:
                line.stop(NotAuthenticated("the token of this stream was revoked"))

    async def watch_pace(self, now: Callable[[], float], patience: float) -> None:
        """End streams whose clients take nothing for `patience` seconds."""
        while True:
            await asyncio.sleep(patience / 4)
            for line in tuple(self._lines):
                line.check_pace(now(), patience)
