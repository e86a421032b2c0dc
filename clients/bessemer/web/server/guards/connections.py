"""
Connections of the pages: few for each address, and none that is silent for long.

uvicorn closes a connection that is idle after an answer. Before the first request and in the middle
of one it waits for ever, so the deadlines for these are here.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

Network = IPv4Network | IPv6Network

_MOST_FILES: Final = 65_536
_OTHER_FILES: Final = 256
"""Files that stay free for databases, referees and bots."""
_TOO_SLOW: Final = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"The request did not arrive in time."
)


def raise_file_limit() -> int:
    """Allow this process as many open files as the system lets it; how many connections that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    files = _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(files - _OTHER_FILES, files // 2)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The time for each part of a request, and the number of connections."""

    head_seconds: float = 10.0
    """For the first line and the headers, from the connection's first moment or the request's first byte."""
    body_seconds: float = 30.0
    """For the rest of the request."""
    write_seconds: float = 60.0
    """How long a client may take nothing of what it is sent."""
    idle_seconds: int = 5
    """How long a connection stays open after an answer."""
    each: int = 256
    """From one address."""
    total: int = 768


@dataclass(slots=True)
class Door:
    """The connections that are open, by address."""

    limits: ConnectionLimits
    proxies: Collection[Network] = ()
    """Everybody comes through these: they have no limit of their own."""
    open: Counter[str] = field(default_factory=Counter)

    def enter(self, address: str) -> bool:
        """Take one more connection in, unless there are too many."""
        is_full = self.open.total() >= self.limits.total
        if is_full or (self.open[address] >= self.limits.each and not self._is_proxy(address)):
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One of them is closed."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self.proxies)


class GuardedConnection(H11Protocol):
    """A connection that is cut if its request takes too long to arrive, or its answer to be read."""

    def __init__(self, door: Door, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **kwargs)
        self._door = door
        self._entered = ""
        """The address under which the door counts it; "" if it does not."""
        self._stage = ""
        """The part of a request that has to arrive now: `head`, `body`, or "" for none."""
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self._door.enter(address):
            transport.abort()
            return
        self._entered = address
        self._wait_for("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed, by whomever."""
        self._wait_for("")
        self._stop_write_deadline()
        if self._entered:
            self._door.leave(self._entered)
            self._entered = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has arrived."""
        super().data_received(data)
        self._wait_for(self._missing())

    def on_response_complete(self) -> None:
        """An answer is sent; the next request may be here already."""
        super().on_response_complete()
        # Until the next request begins, uvicorn's own deadline for idle connections holds.
        if self._missing() == "body" or self.conn.trailing_data[0]:
            self._wait_for(self._missing())

    def pause_writing(self) -> None:
        """The client takes nothing just now."""
        super().pause_writing()
        self._stop_write_deadline()
        self._write_deadline = self.loop.call_later(
            self._door.limits.write_seconds, self.transport.abort
        )

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._stop_write_deadline()

    def _missing(self) -> str:
        match self.conn.their_state:
            case h11.IDLE:
                return "head"
            case h11.SEND_BODY:
                return "body"
        return ""

    def _wait_for(self, stage: str) -> None:
        """Set the deadline of a part of a request when it begins; bytes that trickle do not move it."""
        if stage == self._stage:
            return
        self._stage = stage
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if stage and not self.transport.is_closing():
            limits = self._door.limits
            seconds = limits.head_seconds if stage == "head" else limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._cut)

    def _cut(self) -> None:
        cycle = self.cycle
        if self._stage == "body" and cycle is not None and not cycle.response_started:
            self.transport.write(_TOO_SLOW)
            cycle.disconnected = True  # the app is told, and answers nobody
            cycle.message_event.set()
        self.transport.close()
        # What it does not read it does not get.
        self.loop.call_later(1.0, self.transport.abort)

    def _stop_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None
