"""
The way from a hosted bot to its referee: a socket of its own, behind which the host calls for it.

A bot in the sandbox has no network and no token. What it sends to its socket is passed on byte for
byte, over a connection of its own, with a token that only the host knows and that can do nothing but
play for this bot. Only how the bot enlists is changed: on the ladder that it is hosted for, with no more
matches at once than the host has room for.

The host can also say for the bot that it leaves: then it gets no more matches, and its stream ends once
the running ones are over.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.rpc.serving.server_options import server_options
from bessemer.runner.hosting.seat_watch import SeatWatch
from bessemer.sdk.connection.channels import metadata_of
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import ladder_service_pb2 as pb

_MOST_CONNECTIONS: Final = 16
_MOST_CALLS: Final = 64
"""At once, of one process of a bot."""
_STREAMS: Final = ("Enlist", "Play")
_LEAVING: Final = pb.EnlistRequest(leaving=True).SerializeToString()
_NOT_TAKEN: Final = (grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION)
"""The statuses by which a ladder refuses a player: NOT_ALLOWED, LADDER_CLOSED."""
_RENEWED: Final = "the host has asked for a new token: call again"

Token = Callable[[], Awaitable[str]]
"""Asks the referee for a new token; raises `CallFailed`."""


class BotRelay(grpc.GenericRpcHandler):
    """Calls a referee for one process of a bot."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        token: Token,
        watch: SeatWatch,
        *,
        ladder: str,
        concurrency: int,
        takes_challenges: bool,
    ) -> None:
        """The bot plays `concurrency` matches of the `ladder` at once, if it wants so many."""
        self._channel = channel
        self._new_token = token
        self._token = ""
        self._watch = watch
        self._ladder = ladder
        self._concurrency = concurrency
        self._takes_challenges = takes_challenges
        self._enlisted: set[Any] = set()
        """The calls by which the bot is in the ladder; at most one, but for a moment."""
        self.refusal: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Why the ladder does not take the bot, if it does not: it is closed, or for others."""
        self._is_leaving = False
        self._left = asyncio.Event()

    @asynccontextmanager
    async def listening(self, socket: Path) -> AsyncIterator[None]:
        """Call for whoever connects to a socket, while the body runs."""
        options = server_options(most=_MOST_CONNECTIONS)
        server = grpc.aio.server(options=options, maximum_concurrent_rpcs=_MOST_CALLS)
        server.add_generic_rpc_handlers((self,))
        server.add_insecure_port(f"unix:{socket}")
        await server.start()
        try:
            yield
        finally:
            await server.stop(None)
            await self._channel.close()

    async def leave(self) -> None:
        """Have the bot leave the ladder; return once its matches are over, or if it is not there."""
        self._is_leaving = True
        if not self._enlisted:
            return
        for call in tuple(self._enlisted):
            await _write(call, _LEAVING)
        await self._left.wait()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:  # noqa: ANN401 - gRPC's
        """Whatever the bot calls: what it may not call the referee refuses."""
        return grpc.stream_stream_rpc_method_handler(
            partial(self._carry, handler_call_details.method)
        )

    async def _carry(self, path: str, _: object, context: Any) -> None:  # noqa: ANN401 - gRPC's
        method = path.rpartition("/")[2]
        if method in _STREAMS:
            # A bot need not know that its referee is away, or is started again.
            await self._channel.channel_ready()
        try:
            token = self._token = self._token or await self._new_token()
        except CallFailed as error:
            await context.abort(error.status or grpc.StatusCode.UNAVAILABLE, str(error))
        # A call with one message or one answer is on the wire what a stream of one message is.
        call: Any = self._channel.stream_stream(path)
        call = call(metadata=metadata_of(token))
        sending = asyncio.create_task(self._send(call, method, context))
        try:
            while (message := await call.read()) is not grpc.aio.EOF:
                self._watch.received(call, method, message)
                await context.write(message)
            if method == "Enlist" and self._is_leaving:
                self._left.set()
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAUTHENTICATED and self._token == token:
                # The referee was started again, and knew the token by heart alone.
                self._token = ""
                await context.abort(grpc.StatusCode.UNAVAILABLE, _RENEWED)
            if method == "Enlist" and error.code() in _NOT_TAKEN:
                # It is not the bot's fault, which would end and be started again and again.
                if not self.refusal.done():
                    self.refusal.set_result(error.details() or "it is refused")
                await asyncio.Event().wait()
            trailing = tuple(error.trailing_metadata() or ())
            await context.abort(error.code(), error.details() or "", trailing)
        finally:
            sending.cancel()
            call.cancel()
            self._enlisted.discard(call)
            self._watch.closed(call)

    async def _send(self, call: Any, method: str, context: Any) -> None:  # noqa: ANN401 - gRPC's
        """Pass on what the bot sends; who reads the answers notices if that fails."""
        is_first = True
        while (data := await context.read()) is not grpc.aio.EOF:
            if is_first and method == "Enlist":
                data = self._with_terms(data)
            self._watch.sent(call, method, data)
            if not await _write(call, data):
                return
            if is_first and method == "Enlist":
                self._enlisted.add(call)
                if self._is_leaving:  # it has come back to end its matches
                    await _write(call, _LEAVING)
            is_first = False
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await call.done_writing()

    def _with_terms(self, data: bytes) -> bytes:
        """The first message of a bot, with what it has no say in."""
        try:
            request = pb.EnlistRequest.FromString(data)
        except DecodeError:
            return data
        if request.HasField("enlistment"):
            wanted = request.enlistment
            wanted.ladder = self._ladder
            wanted.concurrency = min(max(1, wanted.concurrency), self._concurrency)
            wanted.takes_challenges = self._takes_challenges
            # With 0 it would be asked although no processor is free.
            wanted.max_thinking = max(1, wanted.max_thinking)
        return request.SerializeToString()


async def _write(call: Any, data: bytes) -> bool:  # noqa: ANN401 - gRPC's
    """Whether the message could be sent."""
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await call.write(data)
        return True
    return False
