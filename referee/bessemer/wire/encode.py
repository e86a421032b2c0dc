"""
Messages as bytes.

The hot path builds no message twice. Encoded messages are joined as bytes: on the wire a message
is the sequence of its fields, so `field(5, a) + field(6, b)` is a message with the fields 5 and 6.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

K = TypeVar("K")

_LENGTH_DELIMITED: Final = 2
_HIGHEST: Final = 2**31 - 1
_UNSIGNED: Final = 1 << 64


def field(number: int, payload: bytes) -> bytes:
    """A field that holds `payload`: a message, a text or bytes."""
    return varint(number << 3 | _LENGTH_DELIMITED) + varint(len(payload)) + payload


def number_field(number: int, value: int) -> bytes:
    """A field that holds a number or an enum's value; nothing at all for 0."""
    return varint(number << 3) + varint(value) if value else b""


def present_field(number: int, value: int) -> bytes:
    """A field that says whether it is set: it is written also if it holds 0."""
    return varint(number << 3) + varint(value)


def text_field(number: int, text: str) -> bytes:
    """A field that holds a text; nothing at all for an empty one."""
    payload = str.encode(text)
    return field(number, payload) if payload else b""


def texts_field(number: int, texts: Iterable[str]) -> bytes:
    """A list of texts: a field for each."""
    return b"".join([field(number, str.encode(text)) for text in texts])


def numbers_field(number: int, values: Sequence[int]) -> bytes:
    """A list of numbers: packed into one field, nothing at all if there are none."""
    return field(number, b"".join(map(varint, values))) if values else b""


def small_numbers_field(number: int, values: Iterable[int]) -> bytes:
    """The same for numbers from 0 to 127, each of which is one byte."""
    payload = bytes(values)
    return field(number, payload) if payload else b""


def varint(value: int) -> bytes:
    """
    A number as protobuf writes it: seven bits a byte, the lowest first.

    Raises:
        ValueError: it has more than 32 bits.
    """
    if 0 <= value < 0x80:
        return _ONE_BYTE[value]
    if 0 < value < 0x4000:
        return bytes((value & 0x7F | 0x80, value >> 7))
    if not -_HIGHEST - 1 <= value <= _HIGHEST:
        raise ValueError(f"{value} has more than 32 bits")
    value %= _UNSIGNED  # below 0 a number is written as if it had 64 bits
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


_ONE_BYTE: Final = tuple(bytes((value,)) for value in range(0x80))


class Kept(dict[K, bytes]):
    """Encodes each key once: for keys of which the rules allow but few. Quicker than `cache`."""

    def __init__(self, encode: Callable[[K], bytes]) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, key: K) -> bytes:
        self[key] = encoded = self._encode(key)
        return encoded


def openings(number: int) -> Kept[int]:
    """By length: the bytes before a payload of so many bytes in the field `number`."""
    return Kept(lambda length: field(number, bytes(length)).removesuffix(bytes(length)))


# --- Views ---------------------------------------------------------------------------------------
# A view is a board, which is the same for everybody, and what one seat alone sees. Parts of boards
# are immutable: a part that `is` the part encoded before has not changed.

_NEVER_SEEN: Final = object()


ViewPart = Callable[[Any], bytes]
"""Makes some fields of a view of the board; it may keep what it encoded last."""


class Whole:
    """A part that is encoded as a whole."""

    def __init__(self, place: int, encode: Callable[[Any], bytes]) -> None:
        """Of the board's field at `place`, which `encode` encodes."""
        self._place = place
        self._encode = encode
        self._seen: object = _NEVER_SEEN
        self._encoded = b""

    def of(self, board: Any) -> bytes:  # noqa: ANN401 - any game's
        part = board[self._place]
        if part is not self._seen:
            self._seen, self._encoded = part, self._encode(part)
        return self._encoded


class Each:
    """A list that is encoded entry by entry: one of which a move changes few entries."""

    def __init__(self, encode: Callable[[int, Any], bytes]) -> None:
        """`encode` gets the number of the entry as well."""
        self._encode = encode
        self._seen: Sequence[object] = ()
        self._entries: list[bytes] = []
        self._encoded = b""

    def of(self, entries: Sequence[object]) -> bytes:
        """The fields that these entries are."""
        if entries is self._seen:
            return self._encoded
        seen, encoded, encode = self._seen, self._entries, self._encode
        if len(entries) != len(seen):
            encoded[:] = [encode(place, entry) for place, entry in enumerate(entries)]
        else:
            for place, entry in enumerate(entries):
                if entry is not seen[place]:
                    encoded[place] = encode(place, entry)
        self._seen, self._encoded = entries, b"".join(encoded)
        return self._encoded


class JoinedViews:
    """
    The views of one match, encoded; they may come in any order.

    It keeps what it encoded last and redoes only what has changed.
    """

    def __init__(self, number: int, parts: Sequence[ViewPart], own: Callable[[Any], bytes]) -> None:
        """
        Of the game that is the field `number` of `View`.

        A view is put together from `parts`, in their order, and from what its seat alone sees,
        which `own` encodes.
        """
        self._openings = _OPENINGS[number]
        self._parts = tuple(parts)
        self._own = own
        self._board: object = None
        # The parts joined: what everybody sees, and the whole message for who sees no more.
        self._shared = b""
        self._message = b""

    def write(self, view: Any) -> bytes:  # noqa: ANN401 - any game's
        """`view` as a serialised `bessemer.v1.View`, byte for byte as protobuf would write it."""
        shared = self.write_shared(view)
        if own := self._own(view):
            own = self._shared + own
            return self._openings[len(own)] + own
        return shared

    def write_shared(self, view: Any) -> bytes:  # noqa: ANN401 - any game's
        """What everybody sees of it, as a `View` of its own."""
        board = view.board
        if board is not self._board:
            self._shared = shared = b"".join([part(board) for part in self._parts])
            self._message = self._openings[len(shared)] + shared
            self._board = board
        return self._message

    def write_parts(self, view: Any) -> list[bytes]:  # noqa: ANN401 - any game's
        """The same in parts, each a `View` of its own; a part is equal while nothing of it changes."""
        board = view.board
        parts = [part(board) for part in self._parts]
        return [self._openings[len(part)] + part for part in parts if part]

    def write_own(self, view: Any) -> bytes:  # noqa: ANN401 - any game's
        """What its seat sees besides, as a `View` of its own: no field of it is shared; b"" if that is nothing."""
        own = self._own(view)
        return self._openings[len(own)] + own if own else b""


_OPENINGS: Final = {number: openings(number) for number in range(1, 16)}
