"""
From a service in a .proto file to what gRPC serves.

Requests reach us as bytes and are read here, so that garbage is a refusal like any other, and no
servicer sees a request whose sender is not known.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from bessemer.matches.errors import BadRequest, NotAuthenticated, SlowReader
from bessemer.rpc.access.limits import Quotas
from bessemer.rpc.access.tokens import Authenticator, Caller
from bessemer.rpc.errors import Context, ErrorBoundary, refusals
from bessemer.rpc.ops.metrics import Metrics

SLOW_SECONDS: Final = 20.0
"""A client that takes nothing for so long is cut off; it may come back."""
SLOW_TEXT: Final = "the stream did not read what it was sent; connect again"

Unary = Callable[[Any, Caller, ErrorBoundary], Awaitable[Message]]
Streaming = Callable[[Any, Caller], AsyncIterator[bytes]]
Bidirectional = Callable[[Context, Caller], Awaitable[None]]


class Spectators:
    """Who watches, so that a stream ends with its token."""

    def __init__(self) -> None:
        self._watching: dict[asyncio.Task[Any], str] = {}
        self._revoked: set[asyncio.Task[Any]] = set()

    @contextmanager
    def watching(self, token_id: str) -> Iterator[None]:
        """
        Know of the stream that this task serves.

        Raises:
            NotAuthenticated: its token was revoked meanwhile.
        """
        task = asyncio.current_task()
        if task is None:
            raise AssertionError("a stream is served by a task")
        self._watching[task] = token_id
        try:
            yield
        except asyncio.CancelledError:
            if task not in self._revoked:
                raise
            task.uncancel()
            raise NotAuthenticated("the token of this stream was revoked") from None
        finally:
            del self._watching[task]
            self._revoked.discard(task)

    def revoke(self, token_id: str) -> None:
        """End the streams of a token."""
        for task, its_token in self._watching.items():
            if its_token == token_id:
                self._revoked.add(task)
                task.cancel()


class CallGuard:
    """What every call passes first: who is it, and not too often."""

    def __init__(self, doorman: Authenticator, quotas: Quotas, meter: Metrics) -> None:
        self.spectators = Spectators()
        self.doorman = doorman
        self.quotas = quotas
        self.meter = meter

    def admit(self, context: Context) -> Caller:
        """
        Who calls.

        Raises:
            NotAuthenticated, TooManyRequests.
        """
        caller = self.doorman.authenticate(context.invocation_metadata())
        self.quotas.rate.request(caller.account)
        return caller


def service_handler(
    service: ServiceDescriptor, servicer: object, gate: CallGuard
) -> grpc.GenericRpcHandler:
    """Serve each method of `service` by the method of `servicer` with the same name."""
    handlers = {
        method.name: _handler(method, getattr(servicer, method.name), gate)
        for method in service.methods
    }
    return grpc.method_handlers_generic_handler(service.full_name, handlers)


def _handler(
    method: MethodDescriptor,
    serve: Any,  # noqa: ANN401 - one of the three shapes above
    gate: CallGuard,
) -> "grpc.RpcMethodHandler[Any, Any]":
    request_class = GetMessageClass(method.input_type)
    if method.client_streaming:
        return grpc.stream_stream_rpc_method_handler(_bidirectional(serve, gate))
    if method.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_streaming(serve, gate, request_class))
    return grpc.unary_unary_rpc_method_handler(
        _unary(serve, gate, request_class),
        response_serializer=GetMessageClass(method.output_type).SerializeToString,
    )


def _unary(
    serve: Unary, gate: CallGuard, request_class: type[Message]
) -> Callable[[bytes, Context], Awaitable[Message]]:
    async def answer(data: bytes, context: Context) -> Message:
        async with refusals(context, gate.meter) as about:
            caller = gate.admit(context)
            return await serve(_read(request_class, data), caller, about)
        raise AssertionError("a refusal ends the call")

    return answer


def _streaming(
    serve: Streaming, gate: CallGuard, request_class: type[Message]
) -> Callable[[bytes, Context], Awaitable[None]]:
    async def answer(data: bytes, context: Context) -> None:
        async with refusals(context, gate.meter):
            caller = gate.admit(context)
            request = _read(request_class, data)
            # Now: an abort could not send it while the first message waits to be taken.
            await context.send_initial_metadata(())
            with (
                gate.quotas.streams.take(caller.account),
                gate.spectators.watching(caller.token_id),
            ):
                async for message in serve(request, caller):
                    try:
                        async with asyncio.timeout(SLOW_SECONDS):
                            await context.write(message)
                    except TimeoutError:
                        raise SlowReader(SLOW_TEXT) from None

    return answer


def _bidirectional(
    serve: Bidirectional, gate: CallGuard
) -> Callable[[object, Context], Awaitable[None]]:
    async def answer(_: object, context: Context) -> None:
        async with refusals(context, gate.meter):
            caller = gate.admit(context)
            with gate.quotas.streams.take(caller.account):
                await context.send_initial_metadata(())
                await serve(context, caller)

    return answer


def _read(request_class: type[Message], data: bytes) -> Message:
    try:
        return request_class.FromString(data)
    except DecodeError:
        raise BadRequest(f"these bytes are no {request_class.DESCRIPTOR.name}") from None
