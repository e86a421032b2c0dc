"""
Fingerprints of states: what a replay compares, turn by turn, to know that nothing differs.

The canonical text of a state follows from its value alone, so it is the same in every process. It
is JSON without spaces: tuples are arrays, an enum is its value, sets are sorted, bytes are base64,
and what carries a `digest` of itself, as a deck of cards does, is that digest. A fingerprint is the
first 16 hexadecimal digits of SHA-256 over that text.

It is taken after every move, and a state is large: to walk through all of it costs more than the
move itself. So `Fingerprints` writes only those parts again that are not the same objects as before.
"""

from hashlib import sha256
from typing import Any, Final

import msgspec

DIGITS: Final = 16


def canonical(value: object) -> bytes:
    """
    The one text of `value`.

    Raises:
        TypeError: something in it has none.
    """
    return _write(value)


def fingerprint(state: object) -> str:
    """The fingerprint of `state`."""
    return sha256(_write(state)).hexdigest()[:DIGITS]


class Fingerprints:
    """
    The fingerprints of the states of one match, each from what has changed since the last.

    States are immutable: a part that `is` the part at the same place of the state before has not
    changed, and neither has its text. Parts are the fields of the state and, where such a field has
    fields itself, those; going deeper would cost more than it saves.
    """

    def __init__(self) -> None:
        self._parts: tuple[Any, ...] = ()
        self._texts: list[bytes] = []
        self._within: dict[int, tuple[tuple[Any, ...], list[bytes]]] = {}

    def of(self, state: tuple[Any, ...]) -> str:
        """The same as `fingerprint(state)`."""
        former, texts = self._parts, self._texts
        if len(former) != len(state):
            self._within.clear()
            self._texts = texts = [b""] * len(state)
            former = (_NOTHING,) * len(state)
        place = 0
        for part in state:
            if part is not former[place]:
                fields = hasattr(part, "_fields")
                texts[place] = self._within_text(place, part) if fields else _write(part)
            place += 1  # noqa: SIM113 - `enumerate` costs more than all the rest of this loop
        self._parts = state
        return sha256(b"[" + b",".join(texts) + b"]").hexdigest()[:DIGITS]

    def _within_text(self, place: int, part: tuple[Any, ...]) -> bytes:
        former, texts = self._within.get(place, ((), []))
        if len(former) != len(part):
            former, texts = (_NOTHING,) * len(part), [b""] * len(part)
        field = 0
        for value in part:
            if value is not former[field]:
                texts[field] = _write(value)
            field += 1  # noqa: SIM113 - as above
        self._within[place] = part, texts
        return b"[" + b",".join(texts) + b"]"


_NOTHING: Final = object()


def _digest(value: object) -> str:
    digest = getattr(value, "digest", None)
    if not isinstance(digest, str):
        raise TypeError(f"{type(value).__name__} has no canonical text")
    return digest


_write: Final = msgspec.json.Encoder(enc_hook=_digest, order="deterministic").encode
