"""Reflection and health as clients of today ask: both versions, every symbol, and the whole list."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import grpc
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from bessemer.rpc.serving.reflection import SERVICE_NAMES
from bessemer.rpc.serving.services import SERVICES
from tests.referees.in_process import House

Request = reflection_pb2.ServerReflectionRequest
Response = reflection_pb2.ServerReflectionResponse

every_version = pytest.mark.parametrize("service", SERVICE_NAMES)
_SERVING: Final = health_pb2.HealthCheckResponse.SERVING


async def reflected(house: House, service: str, *requests: Request) -> list[Response]:
    """What that version of reflection answers."""

    async def sent() -> AsyncIterator[Request]:
        for request in requests:
            yield request

    call: Any = house.channel.stream_stream(
        f"/{service}/ServerReflectionInfo",
        request_serializer=Request.SerializeToString,
        response_deserializer=Response.FromString,
    )
    return [response async for response in call(sent())]


def declared(descriptor: Any) -> Iterator[str]:  # noqa: ANN401 - of a message
    """The names of a message and of all within it."""
    yield descriptor.full_name
    yield from (field.full_name for field in descriptor.fields)
    yield from (oneof.full_name for oneof in descriptor.oneofs)
    for enum in descriptor.enum_types:
        yield enum.full_name
        yield from (f"{descriptor.full_name}.{value.name}" for value in enum.values)
    for nested in descriptor.nested_types:
        yield from declared(nested)


@pytest.mark.asyncio
@every_version
async def test_both_versions_tell_which_services_there_are(house: House, service: str) -> None:
    """Health and both versions of reflection among them."""
    (response,) = await reflected(house, service, Request(list_services="*"))

    names = {entry.name for entry in response.list_services_response.service}
    assert {*SERVICES, *SERVICE_NAMES, "grpc.health.v1.Health"} == names


@pytest.mark.asyncio
@every_version
async def test_whatever_is_listed_can_be_described(house: House, service: str) -> None:
    """The files of each service fit together in an empty pool, as a client builds it."""
    (response,) = await reflected(house, service, Request(list_services="*"))
    for entry in response.list_services_response.service:
        (found,) = await reflected(house, service, Request(file_containing_symbol=entry.name))
        files = [
            descriptor_pb2.FileDescriptorProto.FromString(file)
            for file in found.file_descriptor_response.file_descriptor_proto
        ]
        pool, left = descriptor_pool.DescriptorPool(), {file.name: file for file in files}
        while left:
            ready = next(f for f in left.values() if not left.keys() & set(f.dependency))
            pool.Add(left.pop(ready.name))

        described: Any = pool.FindServiceByName(entry.name)
        for method in described.methods:
            assert GetMessageClass(method.input_type)() is not None


@pytest.mark.asyncio
@every_version
async def test_methods_fields_and_values_are_symbols_too(house: House, service: str) -> None:
    """Whatever has a full name leads to its file, first in the answer."""
    pool: Any = descriptor_pool.Default()
    expected: dict[str, str] = {}
    for name in SERVICES:
        file = pool.FindFileContainingSymbol(name)
        methods = file.services_by_name[name.rpartition(".")[2]].methods
        expected |= {method.full_name: file.name for method in methods}
        for message in file.message_types_by_name.values():
            expected |= dict.fromkeys(declared(message), file.name)
    values = [f"bessemer.v1.{name}" for name in ("ErrorReason", "ERROR_REASON_STALE_TURN")]
    expected |= dict.fromkeys(values, "bessemer/v1/error_reason.proto")

    requests = [Request(file_containing_symbol=name) for name in expected]
    responses = await reflected(house, service, *requests)

    firsts = {
        response.original_request.file_containing_symbol: descriptor_pb2.FileDescriptorProto.FromString(
            response.file_descriptor_response.file_descriptor_proto[0]
        ).name
        for response in responses
    }
    assert expected == firsts


@pytest.mark.asyncio
@every_version
@pytest.mark.parametrize("name", ["", "bessemer.v1", "bessemer.v1.Nobody", "google.rpc.Status"])
async def test_what_is_not_served_is_not_found(house: House, service: str, name: str) -> None:
    """Nor is what else this process has loaded."""
    (response,) = await reflected(house, service, Request(file_containing_symbol=name))

    assert grpc.StatusCode.NOT_FOUND.value[0] == response.error_response.error_code


@pytest.mark.asyncio
async def test_health_lists_every_service(house: House) -> None:
    """Each with the status that Check gives."""
    method: Any = health_pb2.DESCRIPTOR.services_by_name["Health"].methods_by_name["List"]
    response_class = GetMessageClass(method.output_type)
    call: Any = house.channel.unary_unary(
        "/grpc.health.v1.Health/List", response_deserializer=response_class.FromString
    )

    answer = await call(b"")
    assert dict.fromkeys(("", *SERVICES), _SERVING) == {
        name: entry.status for name, entry in answer.statuses.items()
    }
    await house.referee.closing.drain()
    assert _SERVING not in {entry.status for entry in (await call(b"")).statuses.values()}
