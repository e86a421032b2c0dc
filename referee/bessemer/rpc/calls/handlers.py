"""
From a service in a .proto file to what gRPC serves.

Requests reach us as bytes and are read here, so that garbage is a refusal like any other, and no
servicer sees a request whose sender is not known.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import signature
from typing import Any, Final, NamedTuple, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.engine.errors import GameError
from bessemer.errors import BadRequest, Draining, NotAuthenticated, RefereeError, TooManyMatches
from bessemer.matches.durable.sharing import Elsewhere
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.calls.error_statuses import Context, ErrorBoundary
from bessemer.rpc.calls.waiting import Timeout
from bessemer.rpc.limits.decision_calls import PLAYING
from bessemer.rpc.play.streams import SpectatorStream, WaitingCall

_FIRST_MESSAGE_SECONDS: Final = 10.0
_MOMENT: Final = 0.1
RequestT = TypeVar("RequestT", bound=Message)
Unary = Callable[[Any, Caller, ErrorBoundary], Coroutine[Any, Any, Message | bytes]]
Streaming = Callable[[Any, Caller, SpectatorStream], AsyncIterator[bytes]]
Bidirectional = Callable[[Context, Caller], Awaitable[None]]


class _Method(NamedTuple):
    """How a method is answered."""

    handler: "Callable[..., grpc.RpcMethodHandler[Any, Any]]"
    """Makes gRPC's handler for its kind of call."""
    answer: Callable[..., Awaitable[Any]]
    """Answers a caller."""


def service_handler(
    service: ServiceDescriptor,
    call_guard: CallGuard,
    *servicers: object,
    role: Role = Role.SPECTATOR,
) -> grpc.GenericRpcHandler:
    """
    Serve each method of `service` by the method of the same name that one of `servicers` has.

    `role` is what a unary call needs at least. A method takes its request and, if it needs them, the
    caller and what a refusal is about.
    """
    methods = {
        f"/{service.full_name}/{method.name}": _answered_by(
            method, _method(servicers, method.name), call_guard, role
        )
        for method in service.methods
    }
    return _GuardedService(methods, call_guard)


def _method(servicers: Iterable[object], name: str) -> Any:  # noqa: ANN401 - one of the shapes above
    return next(getattr(servicer, name) for servicer in servicers if hasattr(servicer, name))


class _GuardedService(grpc.GenericRpcHandler):
    """
    Refuses calls without a good token as soon as they begin.

    gRPC reads the message of a unary call before it asks for an answer. A caller without a token could
    have thousands of calls open, of which the message never comes.
    """

    def __init__(self, methods: dict[str, _Method], call_guard: CallGuard) -> None:
        self._methods = methods
        self._call_guard = call_guard

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """The handler of a method, if there is one of this name."""
        method = self._methods.get(handler_call_details.method)
        if method is None:
            return None
        try:
            caller = self._call_guard.authenticate(handler_call_details.invocation_metadata)
        except NotAuthenticated:
            refuse = partial(self._refuse, handler_call_details.method)
            return grpc.stream_stream_rpc_method_handler(refuse)
        return method.handler(partial(method.answer, caller))

    async def _refuse(self, method: str, _: object, context: Context) -> None:
        # A stream in both directions: nothing is read before it is answered.
        async with ErrorBoundary(context, self._call_guard.metrics):
            await self._call_guard.quotas.refusals.hold_stranger(context.peer())
            try:
                self._call_guard.authenticate(context.invocation_metadata())
            except NotAuthenticated:
                if await self._call_guard.relay.of_stranger(context, method):
                    return
                self._check_known(context)
            raise Draining("the token was made a moment ago: call again", retry_after=_MOMENT)

    def _check_known(self, context: Context) -> None:
        """
        Look again whether the caller's token is known, after it was not.

        Raises:
            NotAuthenticated: it is not.
        """
        try:
            self._call_guard.authenticate(context.invocation_metadata())
        except NotAuthenticated:
            self._call_guard.note_failed(context)
            raise


def _answered_by(
    method: MethodDescriptor,
    serve: Any,  # noqa: ANN401 - one of the three shapes above
    call_guard: CallGuard,
    role: Role,
) -> _Method:
    if method.client_streaming:
        answer = _bidirectional(serve, call_guard, method)
        return _Method(grpc.stream_stream_rpc_method_handler, answer)
    if method.server_streaming:
        return _Method(grpc.unary_stream_rpc_method_handler, _streaming(serve, call_guard, method))
    unary = _playing if method.name in PLAYING else _unary
    answered = _passed_on(_as_unary(serve, role), call_guard, method)
    return _Method(grpc.unary_unary_rpc_method_handler, unary(answered, call_guard, method))


def _as_unary(serve: Callable[..., Coroutine[Any, Any, Message | bytes]], role: Role) -> Unary:
    """A servicer's method, as all are called."""
    count = len(signature(serve).parameters)

    def call(
        request: Message, caller: Caller, about: ErrorBoundary
    ) -> Coroutine[Any, Any, Message | bytes]:
        require(caller, role)
        return serve(*(request, caller, about)[:count])

    return call


def _passed_on(serve: Unary, call_guard: CallGuard, method: MethodDescriptor) -> Unary:
    """The same, but another referee answers what is about a match or a ladder that it has."""

    async def call(request: Message, caller: Caller, about: ErrorBoundary) -> Message | bytes:
        try:
            return await serve(request, caller, about)
        except Elsewhere as elsewhere:
            data = request.SerializeToString()
            return await call_guard.relay.unary(elsewhere.peer, _path(method), data, caller)

    return call


def _path(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def _unary(
    serve: Unary, call_guard: CallGuard, method: MethodDescriptor
) -> Callable[[Caller, bytes, Context], Awaitable[bytes]]:
    """A call that plays no seat: what it is sent is counted."""
    request_class = GetMessageClass(method.input_type)

    async def answer(caller: Caller, data: bytes, context: Context) -> bytes:
        async with ErrorBoundary(context, call_guard.metrics) as about:
            call_guard.admit(caller, context, method.name)
            bill = await call_guard.count_reading(caller, method.name)
            request = _read(request_class, data)
            response = await _answered(serve, call_guard, request, caller, about, len(data))
            if bill is not None:
                bill.add(len(response))
            return response
        raise AssertionError("a refusal ends the call")

    return answer


def _playing(
    serve: Unary, call_guard: CallGuard, method: MethodDescriptor
) -> Callable[[Caller, bytes, Context], Awaitable[bytes]]:
    """A call that plays a seat: free while the match goes on, unless it is refused."""
    request_class = GetMessageClass(method.input_type)

    async def answer(caller: Caller, data: bytes, context: Context) -> bytes:
        async with ErrorBoundary(context, call_guard.metrics) as about:
            call_guard.admit(caller, context, method.name)
            try:
                request = _read(request_class, data)
            except BadRequest:
                await call_guard.count(caller)
                raise
            is_free = await call_guard.count_playing(caller, request)
            try:
                return await _answered(serve, call_guard, request, caller, about, len(data))
            except (RefereeError, GameError):
                if is_free:
                    call_guard.count_refusal(caller)
                raise
        raise AssertionError("a refusal ends the call")

    return answer


async def _answered(
    serve: Unary,
    call_guard: CallGuard,
    request: Message,
    caller: Caller,
    about: ErrorBoundary,
    size: int,
) -> bytes:
    """The response, serialised; it may take long, and ends if the token is revoked."""
    call = WaitingCall(caller.token_id)
    with call_guard.connections.answering(call):
        try:
            response = await call_guard.metered(caller, serve(request, caller, about), size)
        except asyncio.CancelledError as cancelled:
            raise call.failure_of(cancelled) from None
        except TooManyMatches:
            await call_guard.quotas.refusals.hold_caller(caller.account)
            raise
    return response if isinstance(response, bytes) else response.SerializeToString()


def _streaming(
    serve: Streaming, call_guard: CallGuard, method: MethodDescriptor
) -> Callable[[Caller, bytes, Context], Awaitable[None]]:
    request_class = GetMessageClass(method.input_type)

    async def answer(caller: Caller, data: bytes, context: Context) -> None:
        async with ErrorBoundary(context, call_guard.metrics):
            call_guard.admit(caller, context, method.name)
            bill = await call_guard.count_reading(caller, method.name)
            call_guard.charge_stream(caller)
            request = _read(request_class, data)
            # Now: an abort could not send it while the first message waits to be taken.
            await context.send_initial_metadata(())
            stream = SpectatorStream(
                context, caller.token_id, call_guard.clock.now, call_guard.connections
            )
            with (
                call_guard.quotas.streams.take(caller.account),
                call_guard.connections.open(stream),
            ):
                try:
                    messages = _passed_on_messages(
                        serve(request, caller, stream), call_guard, method, data, caller
                    )
                    while message := await call_guard.metered(caller, _sent(messages, stream)):
                        if bill is not None:
                            # The first message has all that was before; the others are paced.
                            bill.add(message)
                            bill = None
                        if not call_guard.has_room(caller):
                            await asyncio.sleep(call_guard.quotas.work.wait(caller.account))
                except asyncio.CancelledError as cancelled:
                    raise stream.failure_of(cancelled) from None

    return answer


async def _passed_on_messages(
    messages: AsyncIterator[bytes],
    call_guard: CallGuard,
    method: MethodDescriptor,
    data: bytes,
    caller: Caller,
) -> AsyncIterator[bytes]:
    """The same, but another referee sends what is about a match that it has."""
    try:
        async for message in messages:
            yield message
    except Elsewhere as elsewhere:
        async for message in call_guard.relay.messages(elsewhere.peer, _path(method), data, caller):
            yield message


async def _sent(messages: AsyncIterator[bytes], stream: SpectatorStream) -> int:
    """Send the next message; its size, or 0 if there is none."""
    message = await anext(messages, b"")
    if message:
        await stream.write(message)
    return len(message)


def _bidirectional(
    serve: Bidirectional, call_guard: CallGuard, method: MethodDescriptor
) -> Callable[[Caller, object, Context], Awaitable[None]]:
    async def answer(caller: Caller, _: object, context: Context) -> None:
        async with ErrorBoundary(context, call_guard.metrics):
            call_guard.admit(caller, context, method.name)
            await call_guard.count(caller)
            call_guard.charge_stream(caller)
            # Its first message may take a while: the token may be revoked meanwhile.
            call = WaitingCall(caller.token_id)
            with (
                call_guard.quotas.streams.take(caller.account),
                call_guard.connections.answering(call),
            ):
                try:
                    await context.send_initial_metadata(())
                    try:
                        await serve(context, caller)
                    except Begun as begun:
                        await call_guard.relay.stream(
                            begun.peer, _path(method), begun.first, context, caller
                        )
                except asyncio.CancelledError as cancelled:
                    raise call.failure_of(cancelled) from None

    return answer


class Begun(Exception):
    """A stream is for another referee, after its first message was read."""

    def __init__(self, elsewhere: Elsewhere, first: Message) -> None:
        super().__init__(str(elsewhere))
        self.peer = elsewhere.peer
        self.first = first.SerializeToString()


@contextmanager
def begun_by(first: Message) -> Iterator[None]:
    """
    A part of a stream's answer that finds out whether another referee has what `first` is about.

    Raises:
        Begun: one has.
    """
    try:
        yield
    except Elsewhere as elsewhere:
        raise Begun(elsewhere, first) from None


async def first_message(
    context: Context,
    timeout: Timeout,  # noqa: ASYNC109 - by the referee's clock
    request_class: type[RequestT],
    field: str,
    verb: str,
    otherwise: str,
) -> RequestT:
    """
    The first message of a bidirectional stream, which must have `field`.

    The refusal of a client that sends nothing says what it must do, `verb`; that of one that sends
    something else is `otherwise`.

    Raises:
        BadRequest: it is garbage, something else, or does not come.
    """
    try:
        async with timeout(_FIRST_MESSAGE_SECONDS):
            data = await context.read()
    except TimeoutError:
        raise BadRequest(f"a stream {verb} within ten seconds", field=field) from None
    request = None if data is grpc.aio.EOF else _read(request_class, data)
    if request is None or not request.HasField(field):
        raise BadRequest(otherwise, field=field)
    return request


def _read(request_class: type[RequestT], data: bytes) -> RequestT:
    try:
        return request_class.FromString(data)
    except DecodeError:
        raise BadRequest(f"these bytes are no {request_class.DESCRIPTOR.name}") from None
