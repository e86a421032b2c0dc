"""Enums of the games as enums of the messages, both ways, by the names of their members."""

import re
from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import Any

from google.protobuf.descriptor import EnumDescriptor

from bessemer.wire.bounds import FieldBounds, Wrong, entries
from bessemer.wire.encode import number_field, small_numbers_field


class NamedEnum:
    """An enum of the game and that of the messages, in which 0 means "not set"."""

    def __init__(self, kind: type[Enum], descriptor: EnumDescriptor) -> None:
        self._name = descriptor.name
        prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", descriptor.name).upper()
        self._numbers = {
            member: descriptor.values_by_name[f"{prefix}_{member.name}"].number for member in kind
        }
        self._members = {number: member for member, number in self._numbers.items()}

    def read(self, name: str, message: Any) -> Enum:  # noqa: ANN401
        return self._member(getattr(message, name), name)

    def read_list(self, name: str, bounds: FieldBounds, message: Any) -> tuple[Enum, ...]:  # noqa: ANN401
        values, members = entries(name, bounds, message), self._members
        try:
            return tuple([members[value] for value in values])
        except KeyError:
            return tuple(
                [self._member(value, f"{name}[{place}]") for place, value in enumerate(values)]
            )

    def _member(self, value: int, path: str) -> Enum:
        try:
            return self._members[value]
        except KeyError:
            raise Wrong(
                path, f"{value} is no {self._name}: set one from 1 to {max(self._members)}"
            ) from None

    def encode(self, number: int, member: Any) -> bytes:  # noqa: ANN401 - or what a bot writes
        return number_field(number, self._number(member))

    def encode_list(self, number: int, members: Sequence[Any]) -> bytes:
        return small_numbers_field(number, map(self._number, members))

    def _number(self, member: Any) -> int:  # noqa: ANN401
        if member not in self._numbers:
            raise TypeError(f"{member!r} is no {self._name}")
        return self._numbers[member]


class NumberedEnum(NamedEnum):
    """An enum whose members are small numbers: many are written at once."""

    def __init__(self, kind: type[Enum], descriptor: EnumDescriptor) -> None:
        super().__init__(kind, descriptor)
        by_value = {member.value: number for member, number in self._numbers.items()}
        self._by_value = bytes(by_value.get(value, 0) for value in range(256))

    def encode(self, number: int, member: IntEnum) -> bytes:
        return number_field(number, bytes((member,)).translate(self._by_value)[0])

    def encode_list(self, number: int, members: Sequence[IntEnum]) -> bytes:
        return small_numbers_field(number, bytes(members).translate(self._by_value))
