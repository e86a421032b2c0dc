"""
The envelopes of an `Enlist` stream: the channel of a seat around a message of `Play`.

They are put together and taken apart as bytes: the messages inside are never decoded here.
"""

from bessemer.rpc.play.fields import (
    CHANNEL,
    CHANNEL_TAG,
    REQUEST_TAG,
    REQUESTS_TAG,
    RESPONSE,
    RESPONSES,
)
from bessemer.wire.encode import field, number_field


def as_response(channel: int, message: bytes) -> bytes:
    """A serialised `PlayResponse` in its envelope, as a field of an `EnlistResponse`."""
    return field(RESPONSES, number_field(CHANNEL, channel) + field(RESPONSE, message))


def split_requests(data: bytes) -> list[tuple[int, bytes]] | None:
    """
    The requests in a serialised `EnlistRequest`: channel and serialised `PlayRequest`.

    `None` if it has anything but requests, or one that is not encoded as most clients would, the
    channel first: protobuf itself reads those.
    """
    requests: list[tuple[int, bytes]] = []
    at, end = 0, len(data)
    try:
        while at < end:
            if data[at] != REQUESTS_TAG:
                return None
            size, at = _varint(data, at + 1)
            after = at + size
            if data[at] != CHANNEL_TAG:
                return None
            channel, at = _varint(data, at + 1)
            if data[at] != REQUEST_TAG:
                return None
            size, at = _varint(data, at + 1)
            if at + size != after or after > end:
                return None
            requests.append((channel, data[at:after]))
            at = after
    except IndexError:
        return None
    return requests


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that is written from `at` on, and where it ends; none is above 2**28."""
    value = shift = 0
    while shift < 28:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise IndexError("a number that is too long")
