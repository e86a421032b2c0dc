"""
Reflection: which services there are and what they are made of, for clients without .proto files.

gRPC's own servicer knows one version of the service, v1alpha, and no methods as symbols. Clients of
today ask v1 first, whose messages are the same, and name methods as well.

It needs no token, so a stream on which nothing is asked ends soon.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection, reflection_pb2

_V1ALPHA: Final = "grpc.reflection.v1alpha"
_V1: Final = "grpc.reflection.v1"
SERVICE_NAMES: Final = (f"{_V1}.ServerReflection", f"{_V1ALPHA}.ServerReflection")

_SILENCE_SECONDS: Final = 20.0

_Request = reflection_pb2.ServerReflectionRequest
_Response = reflection_pb2.ServerReflectionResponse


def reflection_handlers(services: Sequence[str]) -> tuple[grpc.GenericRpcHandler, ...]:
    """Tell which `services` there are; what cannot be read is answered as a request for nothing."""
    servicer = _ReflectionServicer((*services, *SERVICE_NAMES))
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        request_deserializer=_read_or_nothing,
        response_serializer=_Response.SerializeToString,
    )
    return tuple(
        grpc.method_handlers_generic_handler(name, {"ServerReflectionInfo": handler})
        for name in SERVICE_NAMES
    )


class _ReflectionServicer(reflection.aio.ReflectionServicer):
    """Knows the files of its services and no others, and methods as symbols, too."""

    def __init__(self, services: Sequence[str]) -> None:
        self._pool: Any = descriptor_pool.DescriptorPool()
        for file in _files_of(services).values():
            self._pool.Add(file)
        super().__init__(services, self._pool)

    async def ServerReflectionInfo(  # type: ignore[override] # noqa: N802 - gRPC's is a generator, too
        self,
        request_iterator: AsyncIterator[_Request],
        context: Any,  # noqa: ANN401
    ) -> AsyncIterator[_Response]:
        """Answer until nothing has been asked for a while."""
        answered: Any = super().ServerReflectionInfo(_asked(aiter(request_iterator)), context)
        async for response in answered:
            yield response

    def _file_containing_symbol(self, request: _Request, fully_qualified_name: str) -> _Response:
        # Protobuf knows no methods by their names, only their services.
        service, _, method = fully_qualified_name.rpartition(".")
        try:
            found: Any = self._pool.FindServiceByName(service)
            is_method = method in found.methods_by_name
        except KeyError:
            is_method = False
        name = service if is_method else fully_qualified_name
        return super()._file_containing_symbol(request, name)  # type: ignore[misc,no-any-return]


async def _asked(requests: AsyncIterator[_Request]) -> AsyncIterator[_Request]:
    """The requests, until there is a silence or an end."""
    while True:
        try:
            async with asyncio.timeout(_SILENCE_SECONDS):
                request = await anext(requests)
        except (TimeoutError, StopAsyncIteration):
            return
        yield request


def _files_of(services: Sequence[str]) -> dict[str, descriptor_pb2.FileDescriptorProto]:
    """The files that define `services`, each after those that it imports."""
    default = descriptor_pool.Default()
    files: dict[str, descriptor_pb2.FileDescriptorProto] = {}

    def add(descriptor: Any) -> None:  # noqa: ANN401 - a FileDescriptor
        for imported in descriptor.dependencies:
            if imported.name not in files:
                add(imported)
        files[descriptor.name] = descriptor_pb2.FileDescriptorProto()
        descriptor.CopyToProto(files[descriptor.name])

    for service in services:
        if service.startswith(f"{_V1}."):
            file = _reflection_v1()
            files[file.name] = file
        else:
            add(default.FindFileContainingSymbol(service))
    return files


def _reflection_v1() -> descriptor_pb2.FileDescriptorProto:
    """The file of reflection's v1, which gRPC does not bring along: v1alpha under another name."""
    file = descriptor_pb2.FileDescriptorProto()
    reflection_pb2.DESCRIPTOR.CopyToProto(file)
    file.name = "grpc/reflection/v1/reflection.proto"
    file.package = _V1
    for message in file.message_type:
        for field in filter(lambda field: field.type_name, message.field):
            field.type_name = field.type_name.replace(_V1ALPHA, _V1)
    for service in file.service:
        for method in service.method:
            method.input_type = method.input_type.replace(_V1ALPHA, _V1)
            method.output_type = method.output_type.replace(_V1ALPHA, _V1)
    return file


def _read_or_nothing(data: bytes) -> _Request:
    try:
        return _Request.FromString(data)
    except DecodeError:
        return _Request()
