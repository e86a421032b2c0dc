"""
A seat's stream: one task reads its moves, another writes its decisions.

Nothing is queued for a stream. Its writer looks at the match and sends what the seat has not been
told yet; whoever changes the match only wakes it. So a stream that stalls holds up nobody and grows
nothing, a stream that comes back is told the same as one that was always there, and the newest
stream of a seat simply takes the listener's place.

The usual case takes a short cut: a move that makes one other seat decide is handed to that seat's
stream by the task that read it, without waking another. Should that client not take it, the task
is stuck only until the seat's time is up, and until then nobody else is asked anything.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.v1 import match_service_pb2
from referee.errors import BadRequest, NotAuthenticated, RefereeError, SlowReader, Superseded
from referee.games.errors import GameError
from referee.games.game import Seat
from referee.matches.desk import Desk
from referee.matches.match import Match
from referee.matches.places import Accepted
from referee.rpc import encoding
from referee.rpc.answers import READERS
from referee.rpc.encoding import MatchEncoder, encoder_of
from referee.rpc.errors import Context, refusal_of
from referee.rpc.games import WIRES
from referee.rpc.messages import result_message
from referee.rpc.metrics import Meter
from referee.rpc.services import SLOW_TEXT

_woken: list["SeatLine"] | None = None
"""While a move is being played: the streams that it woke."""
_CUT_OFF_SECONDS: Final = 0.05


class SeatLine:
    """One stream of one seat."""

    __slots__ = (
        "_context",
        "_count_refusal",
        "_desk",
        "_eager",
        "_encoder",
        "_failure",
        "_has_news",
        "_is_handed",
        "_known",
        "_legal_moves",
        "_match",
        "_meter",
        "_refusals",
        "_seat",
        "_sent_turn",
        "_task",
        "_unconfirmed",
        "_wake",
        "has_left",
        "token_id",
        "writing_since",
    )

    def __init__(
        self,
        desk: Desk,
        match: Match,
        join: match_service_pb2.JoinSeat,
        context: Context,
        meter: Meter,
        count_refusal: Callable[[], None],
    ) -> None:
        self._desk = desk
        self._match = match
        self._seat = Seat(join.seat)
        self._context = context
        self._meter = meter
        self._count_refusal = count_refusal
        self._encoder: MatchEncoder = encoder_of(match)
        self._known = max(0, min(join.known_turn, len(match.events)))
        self._eager = join.eager
        self._legal_moves = join.legal_moves
        self._sent_turn = 0
        self._unconfirmed: deque[int] = deque()
        self._refusals: deque[bytes] = deque()
        self._failure: RefereeError | None = None
        self._wake: asyncio.Future[None] | None = None
        self._has_news = True
        self._is_handed = False
        self._task: asyncio.Task[Any] | None = None
        self.has_left = False
        """Whether the client said that it is done, rather than being cut off."""
        self.token_id = ""
        self.writing_since = 0.0
        """Since when a message waits to be taken by the client, 0 when none does."""

    async def run(self) -> None:
        """
        Play until the match is over or the stream ends.

        Raises:
            RefereeError: what ended the stream.
        """
        match, seat = self._match, self._seat
        self._task = asyncio.current_task()
        older = self._encoder.lines[seat]
        if isinstance(older, SeatLine):
            older.stop(Superseded("a newer connection plays this seat"))
        self._encoder.lines[seat] = self
        place = match.places[seat]
        place.listener = self.wake
        place.lost = False
        if self._eager:
            match.waiters.add(self.wake)
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
            match.waiters.discard(self.wake)
            if self._encoder.lines[seat] is self:
                self._encoder.lines[seat] = None
                place.listener = None
                place.lost = not self.has_left

    def wake(self) -> None:
        """There may be something new to send."""
        self._has_news = True
        if _woken is not None:
            _woken.append(self)
        elif self._wake is not None and not self._is_handed:
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
        read_answer = READERS[self._match.charter.game].read
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
                accepted, woken = self._play(turn, move, arrived)
                if message is not None and accepted is not None:
                    self._encoder.keep(turn, message)
                if len(woken) == 1 and woken[0].is_idle:
                    await woken[0].hand_over()
                else:
                    for line in woken:
                        line.wake()
            except (RefereeError, GameError) as error:
                self._refuse(error, move)
            except DecodeError:
                self._refuse(BadRequest("these bytes are no PlayRequest"), None)
            else:
                if self._eager:
                    self._unconfirmed.append(turn)
                    self.wake()

    def _play(
        self,
        turn: int,
        move: Any,  # noqa: ANN401 - any game's
        arrived: float,
    ) -> tuple[Accepted | None, list["SeatLine"]]:
        """Play the move; also which streams have something to send because of it."""
        global _woken  # noqa: PLW0603 - all streams are of one event loop, and nothing here waits
        woken: list[SeatLine] = []
        _woken = woken
        try:
            accepted = self._desk.play(self._match, self._seat, turn, move, arrived)
        finally:
            _woken = None
        return accepted, woken

    @property
    def is_ending(self) -> bool:
        """Whether its match has ended, or is about to."""
        return self._match.ending is not None

    @property
    def is_idle(self) -> bool:
        """Whether its writer waits for something to send."""
        return self._wake is not None and not self._is_handed

    async def hand_over(self) -> None:
        """Send what there is to send, on behalf of the writer, which waits."""
        self._has_news = False
        message = self._next()
        if message is None:
            return
        place = self._match.places[self._seat]
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

    def _refuse(self, error: RefereeError | GameError, move: Any) -> None:  # noqa: ANN401 - any game's
        try:
            self._count_refusal()
        except RefereeError as too_many:
            self.stop(too_many)
            return
        game, wire = self._match.game, WIRES[self._match.charter.game]
        refusal = refusal_of(error, wire=wire, game=game, move=move)
        question = self._match.question(self._seat)
        refusal.turn = question.turn if question is not None else 0
        self._meter.refused(refusal.reason)
        self._refusals.append(encoding.as_refusal(refusal.SerializeToString()))
        self.wake()

    # --------------------------------------------------------------------------------- writing

    async def _write(self) -> None:
        write, now = self._context.write, self._desk.now
        loop = asyncio.get_running_loop()
        while True:
            # Whoever wakes us while we write sets this again: nothing is missed.
            self._has_news, former_turn = False, self._sent_turn
            message = self._next()
            if message is not None:
                self.writing_since = now()
                await write(message)
                self.writing_since = 0.0
                # A decision is the last thing to say until something happens; look again otherwise.
                if self._has_news or self._sent_turn == former_turn:
                    continue
            if self._failure is not None:
                raise self._failure
            if self.has_left or self._is_told_the_end():
                return
            if not self._has_news:
                self._wake = loop.create_future()
                await self._wake

    def _next(self) -> bytes | None:
        """What the seat has not been told yet."""
        match, seat = self._match, self._seat
        if self._refusals:
            return self._refusals.popleft()
        if self._failure is not None or self.has_left:
            return None
        if self._eager and (message := self._next_of_eager()) is not None:
            return message
        question = match.places[seat].question
        if (
            question is not None
            and question.answer is None
            and question.turn != self._sent_turn
            and match.places[seat].forfeit is None
        ):
            now = self._desk.now()
            match.show(question, now)
            message = self._encoder.decision(seat, question, self._known, now, self._legal_moves)
            self._sent_turn = question.turn
            self._known = len(match.events)
            if match.arrived:  # not the first decision, which no move led to
                self._meter.decided(now - match.arrived)
            return message
        if match.is_over and match.ending is not None and self._known >= 0:
            result = result_message(match.charter, match.ending).SerializeToString()
            message = self._encoder.ended(seat, result, self._known)
            self._known = -1
            return encoding.as_ended(message)
        return None

    def _next_of_eager(self) -> bytes | None:
        match = self._match
        if self._unconfirmed and match.is_published(self._unconfirmed[0]):
            return encoding.as_accepted(self._unconfirmed.popleft())
        if 0 <= self._known < len(match.events):
            moves = self._encoder.news(encoding.NEWS_IN_NEWS, self._known)
            self._known = len(match.events)
            return encoding.as_news(moves)
        return None

    def _is_told_the_end(self) -> bool:
        return self._known < 0


class Lines:
    """All open streams of seats."""

    def __init__(self) -> None:
        self._lines: set[SeatLine] = set()

    def __len__(self) -> int:
        return len(self._lines)

    @contextmanager
    def open(self, line: SeatLine, token_id: str) -> Iterator[None]:
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
