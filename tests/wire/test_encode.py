"""Fields as bytes: what protobuf would write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.v1 import brass_pb2, furnace_pb2, move_pb2
from bessemer.wire.encode import (
    Each,
    field,
    number_field,
    numbers_field,
    present_field,
    small_numbers_field,
    text_field,
    texts_field,
    varint,
)

numbers = st.integers(-(2**31), 2**31 - 1) | st.integers(0, 300)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_text_is_written_as_protobuf_would(text: str) -> None:
    """Any text; an empty one is not written at all, unless it stands in a list."""
    assert furnace_pb2.FurnaceBid(card=text).SerializeToString() == text_field(2, text)
    line = furnace_pb2.FurnaceChainPlacement(line=[text, ""])
    assert line.SerializeToString() == texts_field(1, (text, ""))


@given(value=numbers)
def test_a_number_is_written_as_protobuf_would(value: int) -> None:
    """Any number; 0 is not written at all, unless its field says whether it is set."""
    assert furnace_pb2.FurnaceBid(value=value).SerializeToString() == number_field(1, value)
    assert b"\x10" + varint(value) == present_field(2, value)


@given(values=st.lists(numbers, max_size=40))
def test_a_list_of_numbers_is_written_as_protobuf_would(values: list[int]) -> None:
    """Packed; an empty list is not written at all."""
    message = furnace_pb2.FurnaceCompensation(counts=values)
    assert message.SerializeToString() == numbers_field(1, values)
    small = [value % 128 for value in values]
    assert numbers_field(1, small) == small_numbers_field(1, small)


def test_fields_with_large_numbers_are_written_as_protobuf_would() -> None:
    """A field's number above 15 takes two bytes."""
    assert move_pb2.Move.FromString(field(1, b"")).HasField("furnace")
    assert b"\x9a\x06\x01x" == field(99, b"x")
    assert b"\x98\x06\x01" == number_field(99, 1)
    assert brass_pb2.BrassView(hand=["x"]).SerializeToString() == texts_field(16, ["x"])


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 2**64])
def test_no_number_is_cut_off(value: int) -> None:
    """A number with more than 32 bits is refused, not written as another one."""
    with pytest.raises(ValueError, match="more than 32 bits"):
        varint(value)


def test_only_changed_entries_are_encoded_again() -> None:
    """An entry that is the same object as before is not; lists of other lengths are taken whole."""
    encoded: list[tuple[int, list[int]]] = []

    def encode(place: int, entry: list[int]) -> bytes:
        encoded.append((place, entry))
        return b"%d%d;" % (place, *entry)

    first, second, third = [1], [2], [3]
    part = Each(encode)
    assert b"01;12;" == part.of((first, second))
    assert b"01;13;" == part.of((first, third))
    assert b"02;13;" == part.of((second, third))
    assert b"03;" == part.of((third,))
    assert [(0, first), (1, second), (1, third), (0, second), (0, third)] == encoded
