"""Connections to a referee, and the streams over which seats are played."""

from typing import Any, Final

import grpc

from bessemer.sdk.connection.several_addresses import SeveralAddresses
from bessemer.sdk.connection.tls import Tls
from bessemer.v1 import ladder_service_pb2, match_service_pb2

_OPTIONS: Final = (
    # Each client its own connection: bots in one process do not share a lost one.
    ("grpc.use_local_subchannel_pool", 1),
    # A referee that died comes back within seconds, and clocks may be running.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 5000),  # in fact how long to try to connect
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)


def open_channel(address: str, *, tls: Tls | None = None) -> grpc.aio.Channel:
    """
    A channel to `host:port` or `unix:/path`, by TLS if that is given; a unix socket never has it.

    Several addresses, separated by commas, are of referees that share their ladders: if one is away,
    the next one is called.

    Raises:
        CertificateError: a file of TLS cannot be used.
    """
    addresses = [one for one in map(str.strip, address.split(",")) if one]
    if len(addresses) > 1:
        return SeveralAddresses(addresses, lambda one: open_channel(one, tls=tls))
    if tls is None or address.startswith("unix:"):
        return grpc.aio.insecure_channel(address, options=_OPTIONS)
    return grpc.aio.secure_channel(address, tls.credentials(), options=_OPTIONS)


def metadata_of(token: str) -> tuple[tuple[str, str]]:
    """The metadata of every call."""
    return (("authorization", f"Bearer {token}"),)


def play_stream(channel: grpc.aio.Channel, token: str) -> Any:  # noqa: ANN401 - grpc.aio has no type for it
    """A `Play` stream; the requests that are written to it are bytes, see `seats/answers.py`."""
    call: Any = channel.stream_stream(
        "/bessemer.v1.MatchService/Play",
        response_deserializer=match_service_pb2.PlayResponse.FromString,
    )
    return call(metadata=metadata_of(token))


def enlist_stream(channel: grpc.aio.Channel, token: str) -> Any:  # noqa: ANN401
    """An `Enlist` stream; the requests that are written to it are bytes."""
    call: Any = channel.stream_stream(
        "/bessemer.v1.LadderService/Enlist",
        response_deserializer=ladder_service_pb2.EnlistResponse.FromString,
    )
    return call(metadata=metadata_of(token))
