"""Connections on which nothing comes, or nothing is read: soon over, and few from each address."""

import asyncio
import resource
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bessemer.web.server.app import WebApp
from bessemer.web.server.guards.connections import ConnectionLimits, Door, raise_file_limit
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.serving import Listen, serve
from tests.certificates import make_ca, make_certificate
from tests.referees.in_process import PATIENCE
from tests.web.guards.served_app import answer, everything, get, served

NEVER = 10_000.0
SLOW = ConnectionLimits(NEVER, NEVER, NEVER, idle_seconds=10_000)
"""No limit of time; a test shortens the one that it is about."""
BODY = b"POST /replay HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9999\r\n\r\nx"


def limits(**changed: float) -> ConnectionLimits:
    """Only these limits of time."""
    known = {"head_seconds": NEVER, "body_seconds": NEVER, "write_seconds": NEVER}
    return ConnectionLimits(idle_seconds=10_000, **(known | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: loc", id="half a head"),
    ],
)
@pytest.mark.asyncio
async def test_a_silent_connection_is_closed(said: bytes) -> None:
    """Whether nothing comes at all, or a head that has no end."""
    async with served(limits=limits(head_seconds=0.2)) as port:
        assert b"" == await answer(port, said)


@pytest.mark.asyncio
async def test_bytes_that_trickle_do_not_keep_a_connection() -> None:
    """The time is that of the whole head."""
    async with served(limits=limits(head_seconds=0.5)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def trickle() -> None:
            while not writer.is_closing():
                writer.write(b"G")
                await asyncio.sleep(0.05)

        trickling = asyncio.create_task(trickle())
        assert b"" == await everything(reader)
        trickling.cancel()
        writer.close()


@pytest.mark.asyncio
async def test_the_second_request_of_a_connection_has_a_limit_too() -> None:
    """A connection may be kept, but not by half a head."""
    async with served(limits=limits(head_seconds=0.5)) as port:
        first = get("/assets/icon.svg").replace(b"Connection: close\r\n", b"")
        found = await answer(port, first + b"GET / HT")

    assert 1 == found.count(b"HTTP/1.1 200")


@pytest.mark.asyncio
async def test_a_body_that_does_not_arrive_is_answered_and_cut() -> None:
    """By 408; and nothing of it stays, whether the app reads the body or not."""
    async with served(limits=limits(body_seconds=0.3)) as port:
        found = await answer(port, BODY)
        unread = await answer(port, BODY.replace(b"/replay", b"/nowhere"))

    assert found.startswith(b"HTTP/1.1 408 ")
    assert unread.startswith(b"HTTP/1.1 404 ")


@pytest.mark.asyncio
async def test_whoever_reads_nothing_is_cut() -> None:
    """An answer that nobody takes is not kept for ever."""
    ended = asyncio.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not await Request(scope, receive).is_disconnected():
            part = {"type": "http.response.body", "body": bytes(1 << 20), "more_body": True}
            await send(part)
        ended.set()

    async with served(endless, limits(write_seconds=0.3)) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(get("/"))
        async with asyncio.timeout(PATIENCE):
            await ended.wait()
        writer.transport.abort()


@pytest.mark.asyncio
async def test_an_answer_may_take_longer_than_a_request() -> None:
    """The limits are for what clients send: a page that takes its time, or a stream, is not cut."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.5)
        await Response("slow")(scope, receive, send)

    async with served(app, limits(head_seconds=0.1, body_seconds=0.1)) as port:
        assert (await answer(port, get("/"))).endswith(b"slow")


@pytest.mark.asyncio
async def test_one_address_has_few_connections_and_others_have_theirs() -> None:
    """Those that are too many are closed at once; one that ends makes room."""
    few = ConnectionLimits(NEVER, NEVER, NEVER, idle_seconds=10_000, each=2)
    async with served(limits=few) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        first = get("/assets/icon.svg").replace(b"Connection: close\r\n", b"")
        for reader, writer in held:  # both are known to the server
            writer.write(first)
            assert b"200" in await reader.readuntil(b"\r\n")
        assert b"" == await answer(port, get("/assets/icon.svg"))
        assert b"200 OK" in await answer(port, get("/assets/icon.svg"), "127.0.0.2")
        held[0][1].close()
        async with asyncio.timeout(PATIENCE):
            while b"200 OK" not in await answer(port, get("/assets/icon.svg")):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        held[1][1].close()


def test_a_full_house_takes_nobody_in_and_a_proxy_comes_as_often_as_there_is_room() -> None:
    """Everybody comes through the proxy."""
    door = Door(ConnectionLimits(each=1, total=4), (ip_network("10.0.0.0/8"),))
    assert [True, False] == [door.enter("192.0.2.1") for _ in range(2)]
    assert [True] * 3 + [False] == [door.enter("10.1.2.3") for _ in range(4)]
    assert not door.enter("192.0.2.2")
    door.leave("10.1.2.3")
    assert door.enter("192.0.2.2")


@contextmanager
def soft_limit(files: int) -> Iterator[None]:
    """A process that may have so many files open until it asks for more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_takes_as_many_files_as_it_may() -> None:
    """The usual limit of a shell is meant for programs that keep no connections."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with soft_limit(min(1024, hard)):
        connections = raise_file_limit()
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]

    assert soft == (65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536))
    assert soft // 2 <= connections < soft


def test_a_start_that_is_interrupted_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C in the first moments is no failure of ours, and leaves no traceback."""

    async def interrupted() -> None:
        task = asyncio.current_task()
        assert task is not None
        app = WebApp([], WebLimits())
        async with app.lifespan():
            await serve(app.asgi, Listen(port=0), lambda _: cancel(task), asyncio.Event())

    def cancel(task: asyncio.Task[None]) -> None:
        task.cancel()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(interrupted())
    assert ("", "") == capfd.readouterr()


@pytest.mark.asyncio
async def test_a_handshake_has_a_limit_too(tmp_path: Path) -> None:
    """With TLS a client that says nothing is cut before anything else knows of it; others are served."""
    make_ca(tmp_path, "ca")
    make_certificate(tmp_path, "web", "ca")
    files: dict[str, Any] = {"tls_cert": tmp_path / "web.pem", "tls_key": tmp_path / "web.key"}
    trusted = ssl.create_default_context(cafile=tmp_path / "ca.pem")
    async with served(limits=limits(head_seconds=0.3), **files) as port:
        async with asyncio.timeout(45):  # asyncio itself would wait for 60 seconds
            assert b"" == await answer(port, b"")
    async with served(limits=SLOW, **files) as port:
        reader, writer = await asyncio.open_connection("localhost", port, ssl=trusted)
        writer.write(get("/assets/icon.svg"))
        assert b"200 OK" in await everything(reader)
        writer.close()
