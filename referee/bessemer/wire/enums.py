"""Enums of the games as enums of the messages, both ways, by the names of their members."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum
from typing import Any, Final, Generic, TypeVar

from google.protobuf.descriptor import EnumDescriptor

from bessemer.wire.bounds import FieldBounds, Wrong, entries
from bessemer.wire.encode import number_field, small_numbers_field

EnumT = TypeVar("EnumT", bound=Enum)
NumberT = TypeVar("NumberT", bound=IntEnum)


class NamedEnum(Generic[EnumT]):
    """An enum of the game and that of the messages, in which 0 means "not set"."""

    def __init__(self, members: Iterable[EnumT], descriptor: EnumDescriptor) -> None:
        """Of these members, which are usually all: the class itself."""
        self._name = descriptor.name
        prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", descriptor.name).upper()
        # Any: protobuf's types of numbers differ from enum to enum.
        self.numbers: Final[dict[EnumT, Any]] = {
            member: descriptor.values_by_name[f"{prefix}_{member.name}"].number
            for member in members
        }
        self.members: Final = {number: member for member, number in self.numbers.items()}

    def read(self, name: str, message: Any) -> EnumT:  # noqa: ANN401
        return self._member(getattr(message, name), name)

    def read_list(self, name: str, bounds: FieldBounds, message: Any) -> tuple[EnumT, ...]:  # noqa: ANN401
        values, members = entries(name, bounds, message), self.members
        try:
            return tuple([members[value] for value in values])
        except KeyError:
            return tuple(
                [self._member(value, f"{name}[{place}]") for place, value in enumerate(values)]
            )

    def _member(self, value: int, path: str) -> EnumT:
        try:
            return self.members[value]
        except KeyError:
            raise Wrong(
                path, f"{value} is no {self._name}: set one from 1 to {max(self.members)}"
            ) from None

    def encode(self, number: int, member: Any) -> bytes:  # noqa: ANN401 - or what a bot writes
        return number_field(number, self._number(member))

    def encode_list(self, number: int, members: Sequence[Any]) -> bytes:
        return small_numbers_field(number, map(self._number, members))

    def _number(self, member: Any) -> int:  # noqa: ANN401
        if member not in self.numbers:
            raise TypeError(f"{member!r} is no {self._name}")
        number: int = self.numbers[member]
        return number


class NumberedEnum(NamedEnum[NumberT]):
    """An enum whose members are small numbers: many are written at once."""

    def __init__(self, members: Iterable[NumberT], descriptor: EnumDescriptor) -> None:
        super().__init__(members, descriptor)
        by_value = {member.value: number for member, number in self.numbers.items()}
        self._by_value = bytes(by_value.get(value, 0) for value in range(256))

    def encode(self, number: int, member: IntEnum) -> bytes:
        return number_field(number, bytes((member,)).translate(self._by_value)[0])

    def encode_list(self, number: int, members: Sequence[IntEnum]) -> bytes:
        return small_numbers_field(number, bytes(members).translate(self._by_value))
