"""
NamedTuples as messages, both ways, by the descriptors of the messages.

A tuple and its message have the same fields by the same names; which of them are lists, enums or
other messages, the descriptor says. What it cannot know a game says once, in its `Codec`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, IntEnum
from functools import lru_cache, partial
from typing import Any, Final, Generic, NamedTuple, NoReturn, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message_factory import GetMessageClass

from bessemer.wire.bounds import FieldBounds, Wrong, entries
from bessemer.wire.encode import (
    field,
    numbers_field,
    present_field,
    text_field,
    texts_field,
    varint,
)
from bessemer.wire.enums import NamedEnum, NumberedEnum

T = TypeVar("T")

_KEPT: Final = 8192
_make: Final = tuple.__new__


class Form(NamedTuple):
    """How a text must look to stand in a move."""

    noun: str
    pattern: str
    rule: str
    """The text to write instead, as a part of a sentence."""


class Codec(NamedTuple):
    """The facts that the descriptors of a game's messages do not say."""

    bounds: FieldBounds
    parts: Mapping[str, type[Any]] = {}
    """By message: the tuples of the messages inside others."""
    enums: Mapping[str, type[Enum]] = {}
    """By the messages' enum: the game's, whose members have the same names."""
    texts: Mapping[str, Form] = {}
    """By field: how its texts must look; others may be anything."""
    names: Mapping[str, str] = {}
    """Other names in messages: of fields of tuples, and of kinds of move."""
    absent: Mapping[str, Any] = {}
    """By field: the value of one that is not set, if that is not `None`."""

    def record(self, kind: Callable[..., T], message: Any) -> "Record[T]":  # noqa: ANN401 - a class of messages
        """How tuples of `kind` are read from such messages, and written as them."""
        return Record(self, kind, message.DESCRIPTOR)


# Any: a message of any type, and what is in it.
_Reader = Callable[[Any], Any]
_Encoder = Callable[[Any], bytes]


class Record(Generic[T]):
    """A kind of tuple, and the messages that it is."""

    def __init__(
        self,
        codec: Codec,
        kind: Callable[..., T],
        descriptor: Descriptor,
        unsent: Sequence[str] = (),
    ) -> None:
        """The fields named `unsent` are in no message, and are read as `None`."""
        # Any: that it is a NamedTuple, no type can say.
        names: Any = kind
        self._kind: Any = kind
        self._readers: list[_Reader] = [_read_nothing] * len(names._fields)
        encoders: dict[int, tuple[int, _Encoder]] = {}
        for place, name in enumerate(names._fields):
            if name not in unsent:
                about = descriptor.fields_by_name[codec.names.get(name, name)]
                may_be_empty = name in names._field_defaults
                self._readers[place], encode = _field(codec, about, may_be_empty=may_be_empty)
                encoders[about.number] = place, encode
        self._encoders = [encoders[number] for number in sorted(encoders)]
        self._parse = GetMessageClass(descriptor).FromString
        self.decode: Callable[[bytes], T] = lru_cache(_KEPT)(self._decode)
        """The tuple in a serialised message. To compare bytes is quicker by far than to read fields."""

    def read(self, message: Any) -> T:  # noqa: ANN401 - any message
        """
        The tuple in a message.

        Raises:
            Wrong: a field holds what it cannot hold.
        """
        read: T = _make(self._kind, [read(message) for read in self._readers])
        return read

    def _decode(self, data: bytes) -> T:
        return self.read(self._parse(data))

    def encode(self, value: T) -> bytes:
        """
        The message of a tuple, serialised as protobuf would.

        Raises:
            TypeError: a field holds what it cannot hold.
            ValueError: a number has more than 32 bits.
        """
        parts: Any = value
        return b"".join([encode(parts[place]) for place, encode in self._encoders])


def _field(codec: Codec, about: FieldDescriptor, *, may_be_empty: bool) -> tuple[_Reader, _Encoder]:
    """How one field is read and encoded: its descriptor says of which kind it is."""
    name, number = about.name, about.number
    if about.message_type is not None:
        read, encode = _record_field(codec, about)
    elif about.enum_type is not None:
        read, encode = _enum_field(codec, about)
    elif about.type == FieldDescriptor.TYPE_STRING:
        read, encode = _text_field(codec, about, may_be_empty=may_be_empty)
    elif about.is_repeated:
        read, encode = partial(_read_numbers, name, codec.bounds), partial(numbers_field, number)
    elif about.type == FieldDescriptor.TYPE_BOOL:
        read, encode = partial(_read_flag, name), partial(_encode_number, varint(number << 3))
    else:
        read = partial(_read_number, name, codec.bounds)
        encode = partial(_encode_number, varint(number << 3))
        if _is_optional(about):
            encode = partial(present_field, number)
    if _is_optional(about):
        missing = codec.absent.get(name)
        read, encode = partial(_read_present, name, missing, read), _unless(missing, encode)
    return read, encode


def _is_optional(about: FieldDescriptor) -> bool:
    """Whether the field is declared as `optional`: protobuf makes a oneof for it alone."""
    return about.containing_oneof is not None


def _record_field(codec: Codec, about: FieldDescriptor) -> tuple[_Reader, _Encoder]:
    assert about.message_type is not None, "a field of messages"
    inner = Record[Any](codec, codec.parts[about.message_type.name], about.message_type)
    if about.is_repeated:
        return (
            partial(_read_records, about.name, inner, codec.bounds),
            partial(
                _encode_records, lru_cache(_KEPT)(partial(_encode_record, about.number, inner))
            ),
        )
    return partial(_read_record, about.name, inner), partial(_encode_record, about.number, inner)


def _enum_field(codec: Codec, about: FieldDescriptor) -> tuple[_Reader, _Encoder]:
    assert about.enum_type is not None, "a field of an enum"
    kind = codec.enums[about.enum_type.name]
    enum: NamedEnum[Any] = NamedEnum(kind, about.enum_type)
    if issubclass(kind, IntEnum):
        enum = NumberedEnum(kind, about.enum_type)
    if about.is_repeated:
        return (
            partial(enum.read_list, about.name, codec.bounds),
            partial(enum.encode_list, about.number),
        )
    return partial(enum.read, about.name), partial(enum.encode, about.number)


def _text_field(
    codec: Codec, about: FieldDescriptor, *, may_be_empty: bool
) -> tuple[_Reader, _Encoder]:
    form = codec.texts.get(about.name)
    fits = lru_cache(_KEPT)(re.compile(form.pattern).fullmatch) if form else None
    if about.is_repeated:
        return (
            partial(_read_texts, about.name, form, fits, codec.bounds),
            partial(texts_field, about.number),
        )
    return (
        partial(_read_text, about.name, form, fits, may_be_empty),
        partial(text_field, about.number),
    )


def _read_nothing(_message: object) -> None:
    return None


def _read_present(name: str, missing: Any, read: Callable[[Any], Any], message: Any) -> Any:  # noqa: ANN401
    return read(message) if message.HasField(name) else missing


def _unless(missing: object, encode: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    return lambda value: b"" if value == missing else encode(value)


# --- Fields by their kind ------------------------------------------------------------------------
# A slice of a repeated field is a list, made at once; going through the field itself takes thrice
# as long. Any: a message of any type.


def _read_number(name: str, bounds: FieldBounds, message: Any) -> int:  # noqa: ANN401
    value: int = getattr(message, name)
    if not bounds.lowest <= value <= bounds.highest:
        raise Wrong(name, f"{value} {bounds.rule}")
    return value


def _encode_number(tag: bytes, value: int) -> bytes:
    if value:
        return tag + varint(value)
    if value != 0:
        raise TypeError(f"{value!r} is no number")
    return b""


def _read_numbers(name: str, bounds: FieldBounds, message: Any) -> tuple[int, ...]:  # noqa: ANN401
    values = entries(name, bounds, message)
    if values and not (bounds.lowest <= min(values) and max(values) <= bounds.highest):
        for place, value in enumerate(values):
            if not bounds.lowest <= value <= bounds.highest:
                raise Wrong(f"{name}[{place}]", f"{value} {bounds.rule}")
    return tuple(values)


def _read_flag(name: str, message: Any) -> bool:  # noqa: ANN401
    return bool(getattr(message, name))


def _read_text(
    name: str,
    form: Form | None,
    fits: Callable[[str], object] | None,
    may_be_empty: bool,  # noqa: FBT001 - bound once, with the rest
    message: Any,  # noqa: ANN401
) -> str:
    text: str = getattr(message, name)
    if fits is not None and not fits(text) and (text or not may_be_empty):
        _refuse_text(name, form, text)
    return text


def _read_texts(
    name: str,
    form: Form | None,
    fits: Callable[[str], object] | None,
    bounds: FieldBounds,
    message: Any,  # noqa: ANN401
) -> tuple[str, ...]:
    texts = entries(name, bounds, message)
    if fits is not None and not all(map(fits, texts)):
        for place, text in enumerate(texts):
            if not fits(text):
                _refuse_text(f"{name}[{place}]", form, text)
    return tuple(texts)


def _refuse_text(path: str, form: Form | None, text: str) -> NoReturn:
    assert form is not None, "only what has a form is refused"
    what = f"{text[:20]!r} is no {form.noun}" if text else "it is not set"
    raise Wrong(path, f"{what}; write {form.rule}")


def _read_record(name: str, inner: Record[Any], message: Any) -> Any:  # noqa: ANN401
    try:
        return inner.read(getattr(message, name))
    except Wrong as wrong:
        raise Wrong(f"{name}.{wrong.path}", wrong.why) from None


def _read_records(
    name: str,
    inner: Record[Any],
    bounds: FieldBounds,
    message: Any,  # noqa: ANN401 - any game's
) -> tuple[Any, ...]:
    found = entries(name, bounds, message)
    try:
        return tuple([inner.decode(entry.SerializeToString()) for entry in found])
    except Wrong:
        for place, entry in enumerate(found):
            try:
                inner.read(entry)
            except Wrong as wrong:
                raise Wrong(f"{name}[{place}].{wrong.path}", wrong.why) from None
        raise


def _encode_record(number: int, inner: Record[Any], value: Any) -> bytes:  # noqa: ANN401
    return field(number, inner.encode(value))


def _encode_records(kept: Any, values: Sequence[Any]) -> bytes:  # noqa: ANN401 - a cached function
    """The same entries come again and again; encoded, they are kept."""
    try:
        return b"".join(map(kept, values))
    except TypeError:  # a bot may well write a list where the game has a tuple: it has no hash
        return b"".join(map(kept.__wrapped__, values))
