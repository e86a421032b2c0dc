"""
Passes calls on to the referee that has what they are about, byte for byte.

The client keeps its connection to us, and we have one to the other referee. If that one dies, the call ends
as if it had been ours: the client calls again, and whoever has taken over answers.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import grpc

from bessemer.accounts.tokens import Caller, bearer, split
from bessemer.errors import Draining
from bessemer.matches.durable.sharing import Elsewhere, Peer, Sharing
from bessemer.rpc.calls.error_statuses import Context
from bessemer.rpc.play.streams import Connections, OpenStream
from bessemer.rpc.sharing.vouchers import Metadata, Vouchers

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
)
_UNHEARD: Final = (
    "this referee has not heard of the one that passes the call on until now; call again"
)
_TRIES: Final = 3
_MOMENT: Final = 0.1


class Relay:
    """The connections to other referees, and the calls that go over them."""

    def __init__(
        self,
        sharing: Sharing,
        vouchers: Vouchers,
        connections: Connections,
        now: Callable[[], float],
        catch_up: Callable[[], Awaitable[None]],
    ) -> None:
        """`catch_up` learns of the players and tokens that others have made in the last moment."""
        self._sharing = sharing
        self._catch_up = catch_up
        self._vouchers = vouchers
        self._connections = connections
        self._now = now
        self._channels: dict[Peer, grpc.aio.Channel] = {}

    async def unary(self, peer: Peer, method: str, data: bytes, caller: Caller) -> bytes:
        """The answer to a call with one message and one answer."""
        call: Any = self._channel(peer).unary_unary(method)
        for _ in range(_TRIES):
            try:
                return bytes(await call(data, metadata=self._vouchers.made(caller, peer)))
            except grpc.aio.AioRpcError as error:
                if error.details() != _UNHEARD:
                    raise
                await asyncio.sleep(_MOMENT)
        return bytes(await call(data, metadata=self._vouchers.made(caller, peer)))

    async def messages(
        self, peer: Peer, method: str, data: bytes, caller: Caller
    ) -> AsyncIterator[bytes]:
        """The messages that answer a call with one message."""
        call: Any = self._channel(peer).unary_stream(method)
        stream = call(data, metadata=self._vouchers.made(caller, peer))
        try:
            async for message in stream:
                yield message
        finally:
            stream.cancel()

    async def stream(
        self, peer: Peer, method: str, first: bytes, context: Context, caller: Caller
    ) -> None:
        """Carry a stream in both directions to its end; `first` was read from it already."""
        made = self._vouchers.made(caller, peer)
        await self._carry(peer, method, made, context, caller.token_id, first)

    def vouched(self, metadata: Metadata) -> Caller | None:
        """
        The caller of a call that another referee passes on to us; `None` if it is no such call.

        Raises:
            NotAuthenticated: another referee did not vouch for it.
        """
        return self._vouchers.read(metadata)

    async def of_stranger(self, context: Context, method: str) -> bool:
        """
        Carry a call of any kind with the token of a seat in another referee's match; whether it is one.

        If it is not, we know afterwards all tokens that there are.

        Raises:
            Draining: another referee is about to continue the match, or has passed on the call to us
                before we have heard of it.
        """
        metadata = context.invocation_metadata() or ()
        if self._vouchers.is_in(metadata):
            self._vouchers.peers = await asyncio.to_thread(self._sharing.peers)
            raise Draining(_UNHEARD, retry_after=_MOMENT)
        if (parts := split(bearer(metadata) or "")) is None:
            return False
        try:
            await asyncio.to_thread(self._sharing.seek_seat, parts[0])
        except Elsewhere as elsewhere:
            peer = elsewhere.peer
        else:
            await self._catch_up()
            return False
        own = tuple((key, value) for key, value in metadata if key == "authorization")
        await self._carry(peer, method, own, context, parts[0])
        return True

    async def _carry(
        self,
        peer: Peer,
        method: str,
        metadata: Sequence[tuple[str, str | bytes]],
        context: Context,
        token_id: str,
        first: bytes = b"",
    ) -> None:
        # A call with one message or one answer is on the wire what a stream of one message is.
        call: Any = self._channel(peer).stream_stream(method)
        call = call(metadata=metadata)
        stream = OpenStream(token_id)
        with self._connections.open(stream):
            sending = asyncio.create_task(_send(call, first, context))
            try:
                while (message := await call.read()) is not grpc.aio.EOF:
                    stream.writing_since = self._now()
                    await context.write(message)
                    stream.writing_since = 0.0
            except asyncio.CancelledError as cancelled:
                raise stream.failure_of(cancelled) from None
            finally:
                sending.cancel()
                call.cancel()

    async def close(self) -> None:
        """Close all connections."""
        for channel in self._channels.values():
            await channel.close()

    def _channel(self, peer: Peer) -> grpc.aio.Channel:
        if (channel := self._channels.get(peer)) is None:
            channel = self._channels[peer] = _connected(peer)
        return channel


async def _send(call: Any, first: bytes, context: Context) -> None:  # noqa: ANN401 - grpc.aio
    """Pass on what the client sends; who reads the answers notices if that fails."""
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        if first:
            await call.write(first)
        while (data := await context.read()) is not grpc.aio.EOF:
            await call.write(data)
        await call.done_writing()


def _connected(peer: Peer) -> grpc.aio.Channel:
    if not peer.certificate or peer.address.startswith("unix:"):
        return grpc.aio.insecure_channel(peer.address, _OPTIONS)
    certificate = peer.certificate.encode()
    # It is known to be the other's: the database says so. Whichever name it has will do.
    named = (*_OPTIONS, ("grpc.ssl_target_name_override", _name_in(certificate)))
    credentials = grpc.ssl_channel_credentials(certificate)
    return grpc.aio.secure_channel(peer.address, credentials, named)


def _name_in(certificate: bytes) -> str:
    # Here: a referee that has no peers starts sooner without it.
    from cryptography import x509  # noqa: PLC0415

    found = x509.load_pem_x509_certificates(certificate)[0]
    with suppress(x509.ExtensionNotFound):
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        for name in names.get_values_for_type(x509.DNSName):
            return str(name).replace("*", "referee", 1)
        for address in names.get_values_for_type(x509.IPAddress):
            return str(address)
    return ""
