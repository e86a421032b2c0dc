"""How gRPC serves: the sizes of messages, which connections it keeps, and how many."""

import resource
from typing import Final

_LARGEST_MESSAGE: Final = 256 * 1024
_MOST_FILES: Final = 16_384
"""So many files the process asks for, if it may have them."""
_OTHER_FILES: Final = 256
"""Are kept free for what is no connection: the database, logs, pipes, replays that are written."""
_FEWEST_CONNECTIONS: Final = 64

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", _LARGEST_MESSAGE),
    ("grpc.max_send_message_length", 16 * 1024 * 1024),
    ("grpc.max_concurrent_streams", 4096),
    # Two referees on one port would share its connections at random.
    ("grpc.so_reuseport", 0),
    # A client whose machine is gone is noticed; one that pings too often is not welcome.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    # A client that connects and says nothing has to go: before HTTP/2 (and TLS) has begun, and after.
    # A client that rested too long connects again by itself with its next call.
    ("grpc.server_handshake_timeout_ms", 10_000),
    ("grpc.max_connection_idle_ms", 60_000),
)


def server_options(listeners: int = 1, most: int | None = None) -> tuple[tuple[str, int], ...]:
    """The options of a server that listens at so many addresses, with at most `most` connections at each."""
    allowed = most_connections(listeners)
    allowed = allowed if most is None else min(most, allowed)
    return (*_OPTIONS, ("grpc.max_allowed_incoming_connections", allowed))


def most_connections(listeners: int = 1) -> int:
    """The number of connections that each address takes, so that files are left for everything else."""
    free = _open_files() - _OTHER_FILES
    return max(_FEWEST_CONNECTIONS, free // max(1, listeners))


def _open_files() -> int:
    """The number of files the process may have open, once it has asked for all that are of use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # not here
            return soft
        return wanted
    return min(soft, _MOST_FILES)
