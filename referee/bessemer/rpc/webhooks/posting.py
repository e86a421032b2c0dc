"""One event on its way: signed, and sent by one HTTP request that follows no redirect."""

import asyncio
import base64
import hmac
import secrets
import ssl
from hashlib import sha256
from typing import Final

from bessemer.rpc.webhooks.destinations import BadDestination, Destinations, destination_of
from bessemer.runtime.version import __version__

PREFIX: Final = "whsec_"
_SECONDS: Final = 10.0
"""How long a receiver may take, all in all."""
_LONGEST_LINE: Final = 8192


class NotDelivered(Exception):
    """An event did not arrive; the message says why."""


def new_secret() -> str:
    """A secret to sign with."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signed_headers(secret: str, event_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows who sent a body: those of standardwebhooks.com."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = b"%s.%d.%s" % (event_id.encode(), timestamp, body)
    signature = base64.b64encode(hmac.digest(key, content, sha256)).decode()
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }


class Poster:
    """Sends bodies to URLs."""

    def __init__(self, destinations: Destinations, tls: ssl.SSLContext | None = None) -> None:
        """`tls` says which certificates are trusted (default: those that this machine trusts)."""
        self._destinations = destinations
        self._tls = tls

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """
        Send a body.

        Raises:
            NotDelivered: the receiver did not say that it has it.
        """
        try:
            async with asyncio.timeout(_SECONDS):
                status = await self._status(url, body, headers)
        except TimeoutError:
            raise NotDelivered(f"no answer within {_SECONDS:g} seconds") from None
        except BadDestination as error:
            raise NotDelivered(str(error)) from None
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "TLS failed"
            raise NotDelivered(f"TLS: {why}") from None
        except (OSError, EOFError) as error:
            raise NotDelivered(getattr(error, "strerror", None) or "no connection") from None
        if 300 <= status < 400:
            raise NotDelivered(f"answered {status}: redirects are not followed, give the last URL")
        if not 200 <= status < 300:
            raise NotDelivered(f"answered {status}")

    async def _status(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """The status that the receiver answers."""
        destination = destination_of(url)
        address = await self._destinations.address_of(destination)
        tls = (self._tls or ssl.create_default_context()) if destination.is_secure else None
        reader, writer = await asyncio.open_connection(
            address,
            destination.port,
            ssl=tls,
            server_hostname=destination.host if tls else None,
            limit=_LONGEST_LINE,
        )
        try:
            writer.write(_head(destination.path, destination.authority, len(body), headers) + body)
            await writer.drain()
            return _status_in(await reader.readuntil(b"\n"))
        except asyncio.LimitOverrunError:
            raise NotDelivered("the answer is no HTTP") from None
        finally:
            writer.transport.abort()


def _head(path: str, authority: str, size: int, headers: dict[str, str]) -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {authority}",
        f"User-Agent: bessemer/{__version__}",
        "Content-Type: application/json",
        f"Content-Length: {size}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _status_in(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    status = rest[:3]
    if not version.startswith(b"HTTP/1.") or not status.isdigit():
        raise NotDelivered("the answer is no HTTP")
    return int(status)
