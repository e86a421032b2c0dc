"""Connections on which nothing is said: they are few, soon over, and cannot use up the files."""

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from bessemer.rpc.serving import (
    health,
    reflection,
    server_options,
)
from bessemer.rpc.serving.server import serving
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    channel_to,
    config_of,
    eventually,
    opened,
    refusal_in,
    why,
)
from tests.referees.process import RefereeProcess

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""How HTTP/2 begins: the magic words, and settings of which none is changed."""


@asynccontextmanager
async def sockets(
    address: str, count: int, first: bytes = b""
) -> AsyncIterator[list[asyncio.StreamReader]]:
    """So many connections on which nothing is said after `first`."""
    host, _, port = address.rpartition(":")
    opened_ = [await asyncio.open_connection(host, int(port)) for _ in range(count)]
    try:
        for _, writer in opened_:
            writer.write(first)
        yield [reader for reader, _ in opened_]
    finally:
        for _, writer in opened_:
            writer.close()


async def closed(reader: asyncio.StreamReader) -> bool:
    """Wait until the referee has closed a connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            while await reader.read(1000):
                pass
        except ConnectionResetError:
            pass
    return True


@pytest.mark.parametrize(
    ("option", "first"),
    [
        pytest.param("grpc.server_handshake_timeout_ms", b"", id="nothing"),
        pytest.param("grpc.max_connection_idle_ms", PREFACE, id="no call"),
    ],
)
@pytest.mark.asyncio
async def test_a_silent_connection_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, first: bytes
) -> None:
    """Whether it says nothing at all or makes no call; clients come back by themselves."""
    known = dict(server_options._OPTIONS)
    assert 0 < known[option] <= 60_000
    monkeypatch.setattr(server_options, "_OPTIONS", tuple((known | {option: 300}).items()))
    async with opened(tmp_path) as house:
        await house.organiser.GetStatus(admin.GetStatusRequest())
        async with sockets(house.address, 5, first) as silent:
            assert [True] * 5 == await asyncio.gather(*map(closed, silent))
        await house.organiser.GetStatus(admin.GetStatusRequest())


@pytest.mark.asyncio
async def test_no_more_connections_than_there_are_files_for(tmp_path: Path) -> None:
    """
    A referee that may open 320 files, and an attacker who opens 400 connections.

    It has files left for what it needs: matches, replays, players; who was connected plays on.
    """
    most = 320 - server_options._OTHER_FILES
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (320, 320)); "
        "sys.argv = sys.argv[1:]; runpy.run_module(sys.argv[0], run_name='__main__')"
    )
    async with (
        RefereeProcess(tmp_path, python=(sys.executable, "-c", limited)) as command,
        channel_to(command.address) as channel,
    ):
        organiser = Client(channel, command.token)
        await organiser.GetStatus(admin.GetStatusRequest())
        async with sockets(command.address, 400) as silent:
            refused = [asyncio.ensure_future(closed(one)) for one in silent]
            await eventually(lambda: sum(one.done() for one in refused) >= 400 - most)
            for number in range(3):
                await organiser.CreatePlayer(admin.CreatePlayerRequest(name=f"late{number}"))
            table = await organiser.create()
            await organiser.AbortMatch(admin.AbortMatchRequest(match_id=table.match_id))
            await organiser.ListMatches(pb.ListMatchesRequest())
        await asyncio.gather(*refused)


def test_the_process_asks_for_the_files_that_it_may_have() -> None:
    """And leaves those free that are needed for anything but connections."""
    most = server_options.most_connections()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)

    assert 0 < most <= max(64, soft - 256)
    assert most // 2 == server_options.most_connections(2)


@pytest.mark.parametrize("method", ["GetStatus", "CreatePlayer"])
@pytest.mark.asyncio
async def test_a_call_without_a_token_is_refused_before_its_message_comes(
    house: House, method: str
) -> None:
    """Nobody holds calls open whose messages never come."""
    call: Any = house.channel.stream_unary(f"/bessemer.v1.AdminService/{method}")(
        metadata=(("authorization", "Bearer bsm_none"),)
    )
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call
    assert grpc.StatusCode.UNAUTHENTICATED is refused.value.code()
    assert refusal_in(refused.value).message


@pytest.mark.asyncio
async def test_few_watch_the_health(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs no token, so there is a place for some; who ends gives it back, and Check is for all."""
    stub: Any = health_pb2_grpc.HealthStub(house.channel)
    request = health_pb2.HealthCheckRequest()
    watching = [stub.Watch(request) for _ in range(health._MOST_WATCHERS)]
    for one in watching:
        await one.read()

    assert "TOO_MANY_STREAMS" == await why(stub.Watch(request).read())
    await stub.Check(request)
    for one in watching:
        one.cancel()


@pytest.mark.asyncio
async def test_reflection_ends_after_a_silence(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked is answered, then the stream ends well."""
    monkeypatch.setattr(reflection, "_SILENCE_SECONDS", 0.2)
    channel: Any = house.channel  # the stubs know no other than gRPC's blocking one
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    call = stub.ServerReflectionInfo()
    await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    async with asyncio.timeout(PATIENCE):
        assert (await call.read()).list_services_response.service
        assert grpc.aio.EOF is await call.read()


@pytest.mark.asyncio
async def test_a_flood_at_one_socket_leaves_room_at_the_others(tmp_path: Path) -> None:
    """Each bot of a ladder has its own: however often one connects, the next one is served."""
    flooded, other = f"unix:{tmp_path}/a.sock", f"unix:{tmp_path}/b.sock"
    config = config_of(tmp_path, listen=(flooded, other), connections=8)
    async with serving(config) as referee:
        held = [await asyncio.open_unix_connection(tmp_path / "a.sock") for _ in range(40)]
        refused = [asyncio.ensure_future(closed(reader)) for reader, _ in held]
        await eventually(lambda: sum(one.done() for one in refused) >= 32)

        async with channel_to(other) as channel:
            organiser = Client(channel, (tmp_path / "organiser.token").read_text().strip())
            await organiser.GetStatus(admin.GetStatusRequest())
        assert len(referee.addresses) == 2
        for _, writer in held:
            writer.close()
        await asyncio.gather(*refused)
