"""
One gRPC stream and the seats that are played over it.

A `Play` stream carries one seat, an `Enlist` stream any number, each with a channel: a number that
both sides put in front of its messages. One task reads moves, another writes what the sessions have
to send. The newest stream of a seat simply takes the place of an older one.

The usual case of `Play` takes a short cut: a move that makes one other seat decide is handed to that
seat's stream by the task that read it, without waking another. Should that client not take it, the
task is stuck only until the seat's time is up, and until then nobody else is asked anything.

What the sessions of an `Enlist` stream have to send is gathered for a moment, the longer the more
there are, and travels together: a message costs as much as ten decisions. A seat is asked only when
the message leaves, so the moment is nobody's time; and a bot that plays few matches is asked at once.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

import grpc
from google.protobuf.message import DecodeError

from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest, RefereeError, SlowReader
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.calls.error_statuses import VERDICTS, Context
from bessemer.rpc.play import feed as encoding
from bessemer.rpc.play.envelopes import as_response, split_requests
from bessemer.rpc.play.feed import MatchFeed
from bessemer.rpc.play.sessions import SeatOptions, SeatSession
from bessemer.rpc.play.streams import STALLED, OpenStream
from bessemer.v1 import ladder_service_pb2, match_service_pb2

_CUT_OFF_SECONDS: Final = 0.05
_LARGEST_MESSAGE: Final = 1 << 20
"""The most that travels together; clients take 4 MiB by default."""
_LONGEST_GATHERING: Final = 2e-3
_FEW: Final = 3
"""With no more sessions than this nothing is gathered."""


class Framing(NamedTuple):
    """How a stream carries its seats."""

    has_channels: bool
    """Whether messages travel in envelopes with the channel of their seat."""
    gathering: float
    """So many seconds for each session messages are gathered before they are sent."""


PLAY: Final = Framing(has_channels=False, gathering=0.0)
ENLIST: Final = Framing(has_channels=True, gathering=15e-6)


class Connection(OpenStream):
    """A `Play` or an `Enlist` stream."""

    def __init__(
        self,
        registry: MatchRegistry,
        context: Context,
        guard: CallGuard,
        caller: Caller,
        framing: Framing,
        on_leave: Callable[[], None] | None = None,
        awaits_seat: Callable[[], bool] = lambda: False,
    ) -> None:
        """
        A stream without seats.

        `on_leave` is called when the client says that it takes no more seats; without it the stream
        takes only those that it has when it runs. It does not end while it `awaits_seat`.
        """
        super().__init__(caller.token_id)
        self._registry = registry
        self._context = context
        self._guard = guard
        self._account = caller.account
        self._metrics = guard.metrics
        self._framing = framing
        self._on_leave = on_leave
        self._is_leaving = on_leave is None
        self._awaits_seat = awaits_seat
        self._sessions: dict[int, SeatSession] = {}
        """By channel."""
        self._next_channel = 1
        self._outbox: list[bytes] = []
        self._pending: list[SeatSession] = []
        """Those that have something to send."""
        self._wake: asyncio.Future[None] | None = None
        """The writer waits for this, if it waits."""
        self._is_handed = False
        """Whether another stream's reader writes here, on behalf of the writer."""

    # ----------------------------------------------------------------------------------- seats

    def add_seat(
        self,
        feed: MatchFeed,
        seat: Seat,
        joined: match_service_pb2.Joined,
        options: SeatOptions,
    ) -> None:
        """Play a seat over this stream; what it is asked follows by itself."""
        channel = self._next_channel
        self._next_channel += 1
        session = SeatSession(
            self,
            channel,
            self._registry,
            feed,
            seat,
            self._metrics,
            options,
        )
        self._sessions[channel] = session
        response = match_service_pb2.PlayResponse(joined=joined)
        self._enqueue(session, response.SerializeToString())
        session.attach()

    def count_refusal(self) -> None:
        """
        Count a refusal that is to be sent.

        Raises:
            TooManyRequests: there were too many, or they took too long.
        """
        self._guard.quotas.rate.request(self._account)
        self._guard.quotas.work.check(self._account)

    def charge_work(self, seconds: float) -> None:
        """A refusal, or something that the client need not have asked for, took processor time."""
        self._guard.quotas.work.charge(self._account, seconds)

    @property
    def has_room(self) -> bool:
        """Whether the client may be sent what it need not have asked for."""
        return self._guard.quotas.work.has_room(self._account)

    def close_seat(self, session: SeatSession, failure: RefereeError) -> None:
        """End a seat before its match; where it is the only one, the stream ends with it."""
        while (message := session.next_message()) is not None:  # refusals that wait
            self._enqueue(session, message)
        if not self._framing.has_channels:
            self.stop(failure)
            return
        self._metrics.refused(VERDICTS[type(failure)].reason)
        self._enqueue(session, encoding.as_closed(failure))
        self._end_seat(session)

    def _end_seat(self, session: SeatSession) -> None:
        if self._sessions.pop(session.channel, None) is not None:
            session.detach(lost=False)
        self.wake()

    # ------------------------------------------------------------------------------- the stream

    @property
    def is_ending(self) -> bool:
        """Whether it takes no more seats and the matches of those that it has are ending."""
        return self._is_leaving and all(one.is_ending for one in self._sessions.values())

    def send(self, message: bytes) -> None:
        """Send a whole message of the stream."""
        self._outbox.append(message)
        self.wake()

    def stop(self, failure: RefereeError) -> None:
        """End it with `failure`, as soon as what waits to be sent is sent."""
        self._failure = failure
        if self.writing_since and self._task is not None:
            self._task.cancel()
        self.wake()

    async def run(self) -> None:
        """
        Carry messages until the client has left and its matches are over.

        Raises:
            RefereeError: what ended the stream.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(self._read())
                await self._write()
                reader.cancel()
        except asyncio.CancelledError as cancelled:
            raise self.failure_of(cancelled) from None
        finally:
            for session in self._sessions.values():
                session.detach(lost=not session.is_closed)
            self._sessions.clear()

    # ---------------------------------------------------------------------------------- reading

    async def _read(self) -> None:
        read, now, registry = self._context.read, self._registry.now, self._registry
        has_channels = self._framing.has_channels
        while True:
            data = await read()
            arrived = now()
            if data is grpc.aio.EOF:
                await self._half_close()
                return
            if has_channels:
                self._receive(data, arrived)
                registry.dispatch()
                continue
            for session in self._sessions.values():
                session.receive(data, arrived)
            ready = registry.ready
            if len(ready) == 1:
                only = ready[0]
                if isinstance(only, SeatSession) and only.connection.is_idle:
                    ready.clear()
                    await only.connection.write_now(only)
                    continue
            registry.dispatch()

    def _receive(self, data: bytes, arrived: float) -> None:
        """Play all moves of a message."""
        requests = split_requests(data)
        if requests is None:
            requests = self._parsed(data)
        for channel, request in requests:
            session = self._sessions.get(channel)
            # A channel that is gone: its match ended while the answer was on its way.
            if session is not None:
                session.receive(request, arrived)

    def _parsed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The requests in a message that is encoded in an unusual way, or has more than requests."""
        try:
            message = ladder_service_pb2.EnlistRequest.FromString(data)
        except DecodeError:
            self.stop(BadRequest("these bytes are no EnlistRequest"))
            return []
        if message.HasField("enlistment"):
            self.stop(BadRequest("the stream has enlisted already", field="enlistment"))
            return []
        if message.leaving:
            self._leave()
        return [(one.channel, one.request.SerializeToString()) for one in message.requests]

    async def _half_close(self) -> None:
        """The client sends no more."""
        if self._framing.has_channels:
            self._leave()
            return
        # A client that was cut off looks like one that is done, for a moment.
        await asyncio.sleep(_CUT_OFF_SECONDS)
        for session in self._sessions.values():
            session.has_left = True
            session.notify()

    def _leave(self) -> None:
        if not self._is_leaving and self._on_leave is not None:
            self._is_leaving = True
            self._on_leave()
            self.wake()

    # ---------------------------------------------------------------------------------- writing

    def mark_ready(self, session: SeatSession) -> None:
        """A session has something to send."""
        self._pending.append(session)
        self.wake()

    @property
    def is_idle(self) -> bool:
        """Whether its writer waits for something to send, and nothing would be gathered."""
        return self._wake is not None and not self._is_handed and not self._framing.has_channels

    async def write_now(self, session: SeatSession) -> None:
        """Send the session's next message on behalf of the writer, which waits."""
        message = session.next_message()
        if message is None:
            return
        self._is_handed, self.writing_since = True, self._registry.now()
        try:
            await self._context.write(message)
        except Exception:  # noqa: BLE001 - its client is gone, which its own tasks will notice
            session.has_more = True
        finally:
            self._is_handed, self.writing_since = False, 0.0
            if session.has_more:
                session.notify()
            if self._pending:
                self.wake()

    def timed_out(self) -> None:
        """A seat has run out of time: if that holds up another stream, end this one."""
        if self._is_handed:
            self.stop(SlowReader(STALLED))

    def _enqueue(self, session: SeatSession, message: bytes) -> None:
        if self._framing.has_channels:
            message = as_response(session.channel, message)
        self._outbox.append(message)

    def wake(self) -> None:
        """Have the writer look whether there is something to send, or whether all is over."""
        if self._wake is not None and not self._is_handed:
            # A stream that is cut is cancelled first and leaves its seats a moment later.
            if not self._wake.done():
                self._wake.set_result(None)
            self._wake = None

    async def _write(self) -> None:
        write, now = self._context.write, self._registry.now
        loop = asyncio.get_running_loop()
        while True:
            if self._pending and self._failure is None:
                await self._gather()
                self._flush()
            if self._outbox:
                self.writing_since = now()
                await write(self._next_frame())
                self.writing_since = 0.0
            elif self._failure is not None:
                raise self._failure
            elif self._pending:
                continue
            elif self._is_leaving and not self._sessions and not self._awaits_seat():
                return
            else:
                self._wake = loop.create_future()
                await self._wake

    async def _gather(self) -> None:
        """Let more sessions have something to send."""
        gathering, count = self._framing.gathering, len(self._sessions)
        if gathering and count > _FEW and not self._outbox:
            await asyncio.sleep(min(gathering * count, _LONGEST_GATHERING))
        elif gathering and any(session.is_ending for session in self._pending):
            # A match that ends makes room for another: both are told in one message.
            await asyncio.sleep(0)

    def _flush(self) -> None:
        """Put what the sessions have to send into the outbox: now the seats' time runs."""
        pending, self._pending = self._pending, []
        for session in pending:
            session.is_pending = False
            while (message := session.next_message()) is not None:
                self._enqueue(session, message)
                if not session.has_more:
                    break
                if not self._framing.has_channels:
                    # One by one: what follows is looked for when this one is taken.
                    session.notify()
                    break
            else:
                if session.is_done:
                    self._end_seat(session)

    def _next_frame(self) -> bytes:
        """The waiting messages as one: fields that are repeated just follow each other."""
        outbox = self._outbox
        if len(outbox) == 1 or not self._framing.has_channels:
            return outbox.pop(0)
        size = 0
        for count, message in enumerate(outbox):
            size += len(message)
            if size > _LARGEST_MESSAGE and count:
                self._outbox = outbox[count:]
                return b"".join(outbox[:count])
        self._outbox = []
        return b"".join(outbox)
