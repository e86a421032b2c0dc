"""How gRPC serves: the sizes of messages, and which connections it keeps."""

from typing import Final

_LARGEST_MESSAGE: Final = 256 * 1024

OPTIONS: Final = (
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
)
