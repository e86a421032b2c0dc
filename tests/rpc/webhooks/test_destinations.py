"""Where webhooks may lead."""

import asyncio
import socket
from ipaddress import ip_network
from typing import Any

import pytest

from bessemer.rpc.webhooks.destinations import BadDestination, Destinations, destination_of
from bessemer.rpc.webhooks.posting import NotDelivered, Poster

LOOPBACK = ip_network("127.0.0.0/8")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - it must be refused
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fd00::1]",
        "[ff02::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:a00:1::]",
    ],
)
async def test_addresses_that_are_not_public_are_refused(host: str) -> None:
    """Also those that an IPv6 address hides, or an odd way of writing."""
    with pytest.raises(BadDestination, match="no public address"):
        await Destinations().address_of(destination_of(f"https://{host}/hook"))


@pytest.mark.asyncio
async def test_an_operator_allows_a_network() -> None:
    """Then it may be reached, also without TLS; others still may not."""
    destinations = Destinations((LOOPBACK,))

    assert "127.0.0.1" == await destinations.address_of(destination_of("http://127.0.0.1:80/"))
    with pytest.raises(BadDestination):
        await destinations.address_of(destination_of("https://10.0.0.1/"))


@pytest.mark.asyncio
async def test_a_public_address_needs_tls() -> None:
    """Anybody on the way could read along."""
    with pytest.raises(BadDestination, match="use https"):
        await Destinations().address_of(destination_of("http://8.8.8.8/"))
    assert "8.8.8.8" == await Destinations().address_of(destination_of("https://8.8.8.8/"))


@pytest.mark.asyncio
async def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every address of a name is checked, and the connection is made to what was checked."""
    loop = asyncio.get_running_loop()
    found = ["93.184.216.34", "10.0.0.1"]

    async def addresses(host: str, port: int, **_: Any) -> list[Any]:  # noqa: ANN401
        assert host == "hook.example"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(loop, "getaddrinfo", addresses)

    with pytest.raises(BadDestination, match=r"hook.example is 10.0.0.1"):
        await Destinations().address_of(destination_of("https://hook.example/"))
    found.pop()
    assert "93.184.216.34" == await Destinations().address_of(
        destination_of("https://hook.example/")
    )


@pytest.mark.asyncio
async def test_the_connection_is_made_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name is resolved once: a second answer of its server changes nothing."""
    loop = asyncio.get_running_loop()
    asked: list[str] = []
    real = loop.getaddrinfo

    async def addresses(host: str, port: int, **wishes: Any) -> list[Any]:  # noqa: ANN401
        asked.append(str(host))
        if host == "hook.example":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        return list(await real(host, port, **wishes))

    monkeypatch.setattr(loop, "getaddrinfo", addresses)
    with pytest.raises(NotDelivered):  # nobody listens on port 1
        await Poster(Destinations((LOOPBACK,))).post("http://hook.example:1/", b"", {})

    assert 1 == asked.count("hook.example")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://club.example/", "web server"),
        ("https:///path", "web server"),
        ("club.example", "web server"),
        ("https://ann:secret@club.example/", "password"),
        ("https://club.example/#part", "after #"),
        ("https://club.example:port/", "no URL"),
        ("https://club.example/a b", "characters"),
        ("https://club.example/\r\nHost: other", "characters"),
        ("https://club.example/" + "a" * 3000, "too long"),
    ],
)
def test_urls_that_cannot_be_sent_to_are_refused(url: str, why: str) -> None:
    """With a sentence that says why."""
    with pytest.raises(BadDestination, match=why):
        destination_of(url)
