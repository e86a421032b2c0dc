"""Who says who asks: a proxy that was named, and nobody else."""

from ipaddress import ip_network

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from tests.web.guards.served_app import answer, get, served

FORGED = ("X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https")


async def told(scope: Scope, receive: Receive, send: Send) -> None:
    """An app that says who asks, and how."""
    request = Request(scope)
    assert request.client is not None
    words = f"{request.client.host} {request.url.scheme}"
    await PlainTextResponse(words)(scope, receive, send)


async def said(port: int, source: str = "127.0.0.1") -> str:
    """What the app says of a request with a proxy's headers from this address."""
    return (await answer(port, get("/", *FORGED), source)).decode().rpartition("\r\n\r\n")[2]


@pytest.mark.asyncio
async def test_a_visitor_is_not_believed() -> None:
    """Not even one at this machine: limits are by the address of the connection."""
    async with served(told) as port:
        assert "127.0.0.1 http" == await said(port)


@pytest.mark.asyncio
async def test_a_proxy_is_believed_at_its_address_alone() -> None:
    """It says who asks, and that the cookie needs TLS; a neighbour of the proxy says nothing."""
    async with served(told, behind_proxy=(ip_network("127.0.0.3"),)) as port:
        assert "192.0.2.7 https" == await said(port, "127.0.0.3")
        assert "127.0.0.1 http" == await said(port)
