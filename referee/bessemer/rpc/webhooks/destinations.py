"""
Where webhooks may lead: to public addresses, and to others that the referee's operator allows.

A referee stands in a network that its organisers' tokens give no access to. So the name of a URL is resolved,
every address of it must be allowed, and the connection is made to one that was checked: the name may
mean another machine a moment later.
"""

import asyncio
import socket
from collections.abc import Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final, NamedTuple
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network

_NAT64: Final = ip_network("64:ff9b::/96")
_PORTS: Final = {"https": 443, "http": 80}
_LONGEST_URL: Final = 2000


class BadDestination(Exception):
    """A URL that nothing is sent to; the message says why."""


class Destination(NamedTuple):
    """The parts of a URL."""

    is_secure: bool
    host: str
    port: int
    authority: str
    """The host and its port, as the header Host has them."""
    path: str
    """With its query."""


class Destinations:
    """Says of each URL where to connect."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        """`allowed` are networks that may be reached although they are not public."""
        self._allowed = allowed

    async def address_of(self, destination: Destination) -> str:
        """
        An address at which the destination may be reached.

        Raises:
            BadDestination: it has none, or one that is not allowed.
        """
        host = destination.host
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, destination.port, type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError):
            raise BadDestination(f"the host {host} has no address") from None
        addresses = [ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
        for address in addresses:
            self._check(host, address, is_secure=destination.is_secure)
        return str(addresses[0])

    def _check(self, host: str, address: IPv4Address | IPv6Address, *, is_secure: bool) -> None:
        real = _carried(address)
        if any(real in network for network in self._allowed if network.version == real.version):
            return
        if not real.is_global or real.is_multicast or real.is_reserved:
            raise BadDestination(
                f"{host} is {address}, which is no public address: if it is meant, allow it where the "
                f"referee is started, with serve --webhook-allow {real}"
            )
        if not is_secure:
            raise BadDestination(
                f"{host} is a public address, where everybody on the way could read along: use https"
            )


def destination_of(url: str) -> Destination:
    """
    The parts of a URL.

    Raises:
        BadDestination: it is none that can be sent to.
    """
    if len(url) > _LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise BadDestination("the URL is too long, or has characters that URLs do not have")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadDestination(f"{url[:80]!r} is no URL") from None
    if parts.scheme not in _PORTS or not host:
        raise BadDestination(f"{url[:80]!r} is no URL of a web server: write https://host/path")
    if parts.username is not None or parts.password is not None:
        raise BadDestination("leave the user and the password out of the URL: events are signed")
    if parts.fragment:
        raise BadDestination("a URL for events has no part after #")
    path = parts.path or "/"
    return Destination(
        parts.scheme == "https",
        host,
        _PORTS[parts.scheme] if port is None else port,
        parts.netloc,
        f"{path}?{parts.query}" if parts.query else path,
    )


def _carried(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address stands for, or the address itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else address)
