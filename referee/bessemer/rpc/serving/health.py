"""
grpc.health.v1.Health, which says how the referee is: garbage is a refusal there too.

It needs no token, so only a few may watch at once.
"""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health, health_pb2

from bessemer.errors import BadRequest, TooManyStreams
from bessemer.rpc.calls.error_statuses import Context, ErrorBoundary
from bessemer.rpc.limits.limits import AtOnce

_SERVICE: Final[Any] = health_pb2.DESCRIPTOR.services_by_name["Health"]
_MOST_WATCHERS: Final = 64
_Handler = Callable[[bytes, Context], Awaitable[Any]]


class HealthServicer(health.aio.HealthServicer):
    """gRPC's own, and the method that it leaves out."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, int] = {}

    async def set(self, service: str, status: int) -> None:
        """Say from now on that `service` is so."""
        self._last[service] = status
        await super().set(service, status)

    async def set_all(self, services: Iterable[str], *, is_serving: bool) -> None:
        """Say from now on whether these services are served."""
        states = health_pb2.HealthCheckResponse
        for service in services:
            await self.set(service, states.SERVING if is_serving else states.NOT_SERVING)

    async def List(self, _: Message, __: Context) -> Message:  # noqa: N802 - as in the .proto file
        """How all services are."""
        # The type stubs do not know this message yet.
        response: Any = GetMessageClass(_SERVICE.methods_by_name["List"].output_type)()
        for service, status in self._last.items():
            response.statuses[service].status = status
        return response  # type: ignore[no-any-return]


def health_handler(servicer: HealthServicer) -> grpc.GenericRpcHandler:
    """Serve `servicer`."""
    handlers = {}
    watchers = AtOnce("watchers of the health", _MOST_WATCHERS, TooManyStreams, retry_after=30.0)
    for method in _SERVICE.methods:
        handler: Any = (
            grpc.unary_stream_rpc_method_handler
            if method.server_streaming
            else grpc.unary_unary_rpc_method_handler
        )
        handlers[method.name] = handler(
            _guarded(
                getattr(servicer, method.name),
                GetMessageClass(method.input_type),
                watchers if method.server_streaming else None,
            ),
            response_serializer=GetMessageClass(method.output_type).SerializeToString,
        )
    return grpc.method_handlers_generic_handler(health.SERVICE_NAME, handlers)


def _guarded(
    serve: Callable[[Any, Context], Awaitable[Any]],
    request_class: type[Message],
    at_once: AtOnce | None,
) -> _Handler:
    async def answer(data: bytes, context: Context) -> Any:  # noqa: ANN401 - its response, if any
        async with ErrorBoundary(context):
            try:
                request = request_class.FromString(data)
            except DecodeError:
                raise BadRequest(f"these bytes are no {request_class.DESCRIPTOR.name}") from None
            with at_once.take("") if at_once is not None else nullcontext():
                return await serve(request, context)

    return answer
