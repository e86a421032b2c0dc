"""
Messages as plain JSON values, as protobuf's own JSON form has them: much quicker where messages resemble each other.

One view after the other shows the same cards, tiles and players, all but a few. Each part is made plain once,
and where it comes again unchanged the same object is given, so that comparing two views is quick as well.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

_MOST_PARTS: Final = 20_000
"""Remembered at a time: a match has some thousands."""
_AS_THEY_ARE: Final = frozenset(
    (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_BOOL, FieldDescriptor.TYPE_STRING)
)


class _Form(NamedTuple):
    """How messages of one type are written."""

    writers: dict[int, Callable[[Any], object]]
    """By the number of the field."""
    names: dict[int, str]
    empty: dict[str, Callable[[], object]]
    """What is written for fields without presence that hold nothing."""


class PlainMessages:
    """
    Makes messages plain, and remembers their parts.

    Fields have their names in the .proto files, and those that hold 0 or nothing are written too. Parts are
    shared between the values that are given: change none of them below its first level.
    """

    def __init__(self) -> None:
        self._forms: dict[type[Message], _Form] = {}
        self._parts: dict[tuple[type[Message], bytes], dict[str, Any]] = {}

    def plain(self, message: Message) -> dict[str, Any]:
        """A message as JSON has it; nobody else has this object."""
        written = self.held(message)
        for name, empty in self._form_of(type(message)).empty.items():
            if name not in written:
                written[name] = empty()
        return written

    def held(self, message: Message) -> dict[str, Any]:
        """Only the fields that hold something."""
        form = self._form_of(type(message))
        written: dict[str, Any] = {}
        for field, value in message.ListFields():
            number = field.number
            written[form.names[number]] = form.writers[number](value)
        return written

    def _part(self, message: Message) -> dict[str, Any]:
        key = type(message), message.SerializeToString(deterministic=True)
        found = self._parts.get(key)
        if found is None:
            if len(self._parts) >= _MOST_PARTS:
                self._parts.clear()
            found = self._parts[key] = self.plain(message)
        return found

    def _form_of(self, kind: type[Message]) -> _Form:
        form = self._forms.get(kind)
        if form is None:
            # Any: the stubs know two classes of descriptors, which are the same.
            fields: Any = kind.DESCRIPTOR.fields
            form = self._forms[kind] = _Form(
                {field.number: self._writer(field) for field in fields},
                {field.number: field.name for field in fields},
                {field.name: _empty(field) for field in fields if not field.has_presence},
            )
        return form

    def _writer(self, field: FieldDescriptor) -> Callable[[Any], object]:
        """What makes the value of a field plain."""
        if field.message_type is not None:
            part = self._part
            return (lambda messages: list(map(part, messages))) if field.is_repeated else part
        if field.enum_type is not None:
            names = {
                number: value.name for number, value in field.enum_type.values_by_number.items()
            }
            if field.is_repeated:
                return lambda numbers: [names[number] for number in numbers]
            return names.__getitem__
        if field.type not in _AS_THEY_ARE:
            raise AssertionError(f"{field.full_name}: no game has had a field of this type")
        return list if field.is_repeated else _same


def _same(value: object) -> object:
    return value


def _empty(field: FieldDescriptor) -> Callable[[], object]:
    if field.is_repeated:
        return list
    nothing = field.default_value
    if field.enum_type is not None:
        nothing = field.enum_type.values_by_number[nothing].name
    return lambda: nothing
