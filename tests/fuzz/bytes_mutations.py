"""Damage to a message as bytes, by somebody who knows what protobuf looks like on the wire."""

import random
from collections.abc import Callable
from typing import Final

_LONGEST: Final = 200_000
"""No damage makes a message longer: what the referee takes in all is 256 KiB."""

Damage = Callable[[bytes, bytes, random.Random], bytes]


def mutate_bytes(data: bytes, other: bytes, luck: random.Random) -> bytes:
    """`data`, damaged one to four times; `other` is a message to splice with."""
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        data = luck.choice(_DAMAGES)(data, other, luck)[:_LONGEST]
    return data


def _flip(data: bytes, _: bytes, luck: random.Random) -> bytes:
    if not data:
        return b"\x01"
    at = luck.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << luck.randrange(8),)) + data[at + 1 :]


def _insert(data: bytes, _: bytes, luck: random.Random) -> bytes:
    at = luck.randrange(len(data) + 1)
    return data[:at] + luck.randbytes(luck.choice((1, 1, 2, 5, 40))) + data[at:]


def _delete(data: bytes, _: bytes, luck: random.Random) -> bytes:
    start, end = _span(data, luck)
    return data[:start] + data[end:]


def _duplicate(data: bytes, _: bytes, luck: random.Random) -> bytes:
    start, end = _span(data, luck)
    return data[:end] + data[start:end] * luck.choice((1, 1, 1, 2, 2, 300)) + data[end:]


def _truncate(data: bytes, _: bytes, luck: random.Random) -> bytes:
    return data[: luck.randrange(len(data) + 1)]


def _splice(data: bytes, other: bytes, luck: random.Random) -> bytes:
    return data[: luck.randrange(len(data) + 1)] + other[luck.randrange(len(other) + 1) :]


def _join(data: bytes, other: bytes, _: random.Random) -> bytes:
    return data + other


def _overflow_varint(data: bytes, _: bytes, luck: random.Random) -> bytes:
    """A number of more bits than any has, as a tag, a length or a value."""
    at = luck.randrange(len(data) + 1)
    return data[:at] + b"\xff" * luck.choice((4, 5, 9, 10, 11, 60)) + b"\x01" + data[at:]


def _add_groups(data: bytes, _: bytes, luck: random.Random) -> bytes:
    """Groups, which no message of ours has: closed, left open, or closed without being opened."""
    depth = luck.choice((1, 1, 50, 99, 101, 5000))
    field = luck.randrange(1, 16) << 3
    groups = bytes((field | 3,)) * depth
    return luck.choice((groups + bytes((field | 4,)) * depth + data, data + groups, data + b"\x0c"))


def _exceed_length(data: bytes, _: bytes, luck: random.Random) -> bytes:
    """A field that claims to be longer than the message."""
    length = luck.choice((b"\x7f", b"\xff\x7f", b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\xff\x0f"))
    return data + bytes((luck.randrange(1, 16) << 3 | 2,)) + length + b"abc"


def _add_unknown_fields(data: bytes, _: bytes, luck: random.Random) -> bytes:
    unknown = (b"\x98\x06\x01", b"\x99\x06" + bytes(8), b"\x9d\x06" + bytes(4), b"\x9a\x06\x02hi")
    return data + luck.choice(unknown) * luck.choice((1, 1, 1000))


def _swap_wire_type(data: bytes, _: bytes, luck: random.Random) -> bytes:
    return bytes((data[0] & ~7 | luck.randrange(8),)) + data[1:] if data else b"\x08"


def _break_text(data: bytes, _: bytes, luck: random.Random) -> bytes:
    """Bytes that are no UTF-8, where letters stood: halves of surrogate pairs, overlong forms."""
    letters = [at for at in range(len(data) - 2) if data[at : at + 3].isalnum()]
    if not letters:
        return data + b"\x0a\x03\xed\xa0\x80"
    at = luck.choice(letters)
    wrong = luck.choice(
        (b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xc0\x80\x80", b"\xff\xfe\xfd", b"\0\0\0")
    )
    return data[:at] + wrong + data[at + 3 :]


def _replace_all(_: bytes, __: bytes, luck: random.Random) -> bytes:
    return luck.randbytes(luck.choice((0, 1, 2, 10, 100, 3000)))


def _span(data: bytes, luck: random.Random) -> tuple[int, int]:
    start = luck.randrange(len(data) + 1)
    return start, min(len(data), start + luck.choice((1, 1, 2, 8, 64)))


_DAMAGES: Final[tuple[Damage, ...]] = (
    _flip,
    _flip,
    _insert,
    _delete,
    _duplicate,
    _truncate,
    _splice,
    _join,
    _overflow_varint,
    _add_groups,
    _exceed_length,
    _add_unknown_fields,
    _swap_wire_type,
    _break_text,
    _replace_all,
)
