"""Messages that are sound protobuf and odd in what they say: fields with values nobody expects."""

import random
from collections.abc import Sequence
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

_INTEGERS: Final = (0, 1, -1, 2, 3, 7, 99, 100, 101, 1000, 1001, 10**9, 2**31 - 1, -(2**31))
_LONG_INTEGERS: Final = (*_INTEGERS, 2**31, 2**53 + 1, 315_576_000_001, 2**63 - 1, -(2**63))
_NANOS: Final = (0, 1, -1, 999_999_999, 10**9, 2**31 - 1, -(2**31))

_LONGEST: Final = 300_000
"""In bytes: more than the referee takes, and enough."""

_TEXTS: Final = (
    "",
    " ",
    "\0",
    "a\0b",
    "\x01\x1b[31m\x7f",
    "line\r\nbreak",
    "\u202eright to left\u2069",
    "\ufeff",
    "\ud7ff\ue000\uffff",
    "\U0010ffff",
    "é" * 100,
    "%00%s%n{}{0}",
    "'; DROP TABLE matches; --",
    "../../etc/passwd",
    "\\u0000",
    "0",
    "-1",
    "nan",
    "Infinity",
    "on",
    "off",
    "C07",
    "S1",
    "[" * 500,
    '{"' * 500,
    "A" * 16,
    "A" * 41,
    "x" * 65,
    # A page token of our own making: a time that is none.
    "bmFuIHg=",
    "aW5mIHg=",
    "LTFlMzA4IHg=",
)
_HUGE_TEXTS: Final = (
    "z" * 70_000,
    "\U0001f525" * 20_000,
    "\0" * 30_000,
    # Decks: deep, with a long key, with many keys.
    "x = " + "[" * 40_000,
    ".".join("a" * 30_000) + " = 1",
    "[" + ".".join("a" * 30_000) + "]",
    "".join(f"k{number} = 1\n" for number in range(5000)),
    "x = " + "9" * 60_000,
    # Longer than any message may be.
    "y" * 270_000,
)


def mutate_message(message: Message, values: Sequence[str], luck: random.Random) -> None:
    """Change one to three fields, at any depth; `values` are texts that mean something here."""
    for _ in range(luck.choice((1, 1, 2, 3))):
        _mutate(message, values, luck)


def _mutate(message: Message, values: Sequence[str], luck: random.Random) -> None:
    if isinstance(message, Duration) or not message.DESCRIPTOR.fields:
        _mutate_duration(message, luck)
        return
    field: Any = luck.choice(message.DESCRIPTOR.fields)
    if luck.random() < 0.1:
        message.ClearField(field.name)
    elif field.message_type is not None and field.message_type.GetOptions().map_entry:
        _mutate_map(message, field, values, luck)
    elif field.is_repeated:
        _mutate_repeated(getattr(message, field.name), field, values, luck)
    elif field.message_type is not None:
        inner = getattr(message, field.name)
        inner.SetInParent()
        if luck.random() < 0.9:
            _mutate(inner, values, luck)
    else:
        setattr(message, field.name, _scalar(field, values, luck))


def _mutate_duration(message: Message, luck: random.Random) -> None:
    if isinstance(message, Duration):
        message.seconds = luck.choice(_LONG_INTEGERS)
        message.nanos = luck.choice(_NANOS)


def _mutate_map(
    message: Message,
    field: Any,  # noqa: ANN401 - a descriptor, of which the stubs know two kinds
    values: Sequence[str],
    luck: random.Random,
) -> None:
    entries = getattr(message, field.name)
    _, value = field.message_type.fields
    for _ in range(luck.choice((1, 1, 1, 1, 3, 3, 200))):
        known = sorted(entries)
        key = luck.choice(known) if known and luck.random() < 0.6 else _text(values, luck)
        if value.message_type is not None:
            _mutate(entries[key], values, luck)
        else:
            entries[key] = _scalar(value, values, luck)


def _mutate_repeated(
    entries: Any,  # noqa: ANN401 - a repeated field of any kind
    field: FieldDescriptor,
    values: Sequence[str],
    luck: random.Random,
) -> None:
    what = luck.randrange(4)
    if what == 0 and len(entries):
        del entries[luck.randrange(len(entries))]
    elif field.message_type is None:
        new = _scalar(field, values, luck)
        if what == 1 and len(entries):
            entries[luck.randrange(len(entries))] = new
        else:
            entries.extend([new] * _times(len(str(new)), luck))
    elif what == 1 and len(entries):
        _mutate(luck.choice(entries), values, luck)
    elif what == 2 and len(entries):
        entry = luck.choice(entries)
        entries.extend([entry] * _times(entry.ByteSize(), luck))
    else:
        _mutate(entries.add(), values, luck)


def _times(size: int, luck: random.Random) -> int:
    """How often an entry of this size is repeated: not beyond what is sent at all."""
    return min(luck.choice((1, 1, 1, 2, 3, 3, 150, 150, 3000)), _LONGEST // (size + 1) + 1)


def _scalar(field: FieldDescriptor, values: Sequence[str], luck: random.Random) -> Any:  # noqa: ANN401
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
            return luck.randbytes(luck.choice((0, 1, 7, 8, 64, 65, 5000)))
        case FieldDescriptor.CPPTYPE_STRING:
            return _text(values, luck)
        case FieldDescriptor.CPPTYPE_BOOL:
            return luck.random() < 0.5
        case FieldDescriptor.CPPTYPE_INT64:
            return luck.choice(_LONG_INTEGERS)
        case FieldDescriptor.CPPTYPE_INT32 | FieldDescriptor.CPPTYPE_ENUM:
            return luck.choice(_INTEGERS)
        case other:
            raise AssertionError(f"no odd values for C++ type {other}: add some")


def _text(values: Sequence[str], luck: random.Random) -> str:
    draw = luck.random()
    if draw < 0.02:
        return luck.choice(_HUGE_TEXTS)
    return luck.choice(values) if values and draw < 0.4 else luck.choice(_TEXTS)
