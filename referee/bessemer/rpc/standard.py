"""The services of every gRPC server, health and reflection: garbage is a refusal there too."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from bessemer.matches.errors import BadRequest
from bessemer.rpc.errors import Context, refusals

_Handler = Callable[[bytes, Context], Awaitable[Any]]


def health_handler(servicer: health.aio.HealthServicer) -> grpc.GenericRpcHandler:
    """Serve `servicer`."""
    serialize = health_pb2.HealthCheckResponse.SerializeToString
    return grpc.method_handlers_generic_handler(
        health.SERVICE_NAME,
        {
            "Check": grpc.unary_unary_rpc_method_handler(
                _guarded(servicer.Check), response_serializer=serialize
            ),
            "Watch": grpc.unary_stream_rpc_method_handler(
                _guarded(servicer.Watch), response_serializer=serialize
            ),
        },
    )


def reflection_handler(services: Sequence[str]) -> grpc.GenericRpcHandler:
    """Tell which `services` there are; what cannot be read is answered as a request for nothing."""
    servicer = reflection.aio.ReflectionServicer(services)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        request_deserializer=_read_or_nothing,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    return grpc.method_handlers_generic_handler(
        reflection.SERVICE_NAME, {"ServerReflectionInfo": handler}
    )


def _guarded(serve: Callable[[Any, Context], Awaitable[Any]]) -> _Handler:
    async def answer(data: bytes, context: Context) -> Any:  # noqa: ANN401 - its response, if any
        async with refusals(context):
            try:
                request = health_pb2.HealthCheckRequest.FromString(data)
            except DecodeError:
                raise BadRequest("these bytes are no HealthCheckRequest") from None
            return await serve(request, context)

    return answer


def _read_or_nothing(data: bytes) -> reflection_pb2.ServerReflectionRequest:
    try:
        return reflection_pb2.ServerReflectionRequest.FromString(data)
    except DecodeError:
        return reflection_pb2.ServerReflectionRequest()
