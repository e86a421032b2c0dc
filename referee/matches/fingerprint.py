"""
Fingerprints of states: what a replay compares, turn by turn, to know that nothing differs.

The canonical text of a state follows from its value alone, so it is the same in every process. It
is JSON without spaces: tuples are arrays, an enum is its value, sets are sorted, bytes are base64,
and what carries a `digest` of itself, as a deck of cards does, is that digest. A fingerprint is the
first 16 hexadecimal digits of SHA-256 over that text.

It is taken after every move. msgspec writes a whole state in less time than it takes in Python to
find out which of its parts have changed.
"""

from hashlib import sha256
from typing import Final

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


def _digest(value: object) -> str:
    digest = getattr(value, "digest", None)
    if not isinstance(digest, str):
        raise TypeError(f"{type(value).__name__} has no canonical text")
    return digest


_write: Final = msgspec.json.Encoder(enc_hook=_digest, order="deterministic").encode
