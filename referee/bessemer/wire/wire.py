"""
What the servicers need of each game: its moves, views and set-up as protobuf messages.

The hot path builds no message twice. Encoded messages are joined as bytes: on the wire a message
is the sequence of its fields, so `field(5, a) + field(6, b)` is a message with the fields 5 and 6.
"""

from typing import Any, Final, Protocol

from bessemer.v1 import move_pb2

_LENGTH_DELIMITED: Final = 2


class ViewWriter(Protocol):
    """
    Encodes the views of one match. Keeps what it encoded last and redoes only what has changed.

    Parts of states are immutable: a part that `is` the part encoded before has not changed.
    """

    def write(self, view: Any) -> bytes:  # noqa: ANN401 - any game's
        """`view` as a serialised `bessemer.v1.View`."""


class GameWire(Protocol):
    """One game on the wire."""

    def read_move(self, message: move_pb2.Move) -> Any:  # noqa: ANN401 - any game's
        """
        The move in `message`.

        Raises:
            MalformedMove: it is none of this game.
        """

    def write_move(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - any game's
        """`move` as a message: `read_move(write_move(m)) == m`."""

    def setup(self, options: Any) -> move_pb2.Setup:  # noqa: ANN401 - any game's
        """What a client must know of a match played with `options`."""

    def path(self, move: Any, part: str) -> str:  # noqa: ANN401 - any game's
        """The field that an `IllegalMove` blames: "move.furnace.production_plan.steps[2].card"."""

    def view_writer(self) -> ViewWriter:
        """An encoder for one match."""


def field(number: int, payload: bytes) -> bytes:
    """A field that holds `payload`: a message, a text or bytes."""
    return varint(number << 3 | _LENGTH_DELIMITED) + varint(len(payload)) + payload


def number_field(number: int, value: int) -> bytes:
    """A field that holds a number from 0 up, or an enum's value; nothing at all for 0."""
    return varint(number << 3) + varint(value) if value else b""


def varint(value: int) -> bytes:
    """A number from 0 up as protobuf writes it: seven bits a byte, the lowest first."""
    if value < 0x80:
        return _ONE_BYTE[value]
    if value < 0x4000:
        return bytes((value & 0x7F | 0x80, value >> 7))
    if value < 0x20_0000:
        return bytes((value & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value >> 14))
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


_ONE_BYTE: Final = tuple(bytes((value,)) for value in range(0x80))
