"""
A seed that nobody can choose: the referee's secret, mixed with bytes that every seat brings.

The referee publishes `SHA-256(secret)`, each seat a `commitment` to its bytes. When all commitments
lie open the seats reveal their bytes, and the seed follows from all of them. `docs/chance.md` has the
argument, the exact bytes and test vectors.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

CONTENT_BYTES: Final = 16
"""How many a seat brings."""
COMMITMENT_BYTES: Final = 32

_COMMITMENT: Final = b"bessemer chance commitment"
_SUBSTITUTE: Final = b"bessemer chance substitute"
_SEED: Final = b"bessemer chance seed"
_NEXT: Final = b"bessemer chance next secret"


def commitment_to(content: bytes) -> bytes:
    """What a seat tells of its bytes before it reveals them."""
    return _hash(_COMMITMENT, content)


def substitute(secret: bytes, seat: int) -> bytes:
    """The bytes of a seat that brings none: they follow from the secret, so nobody chooses them."""
    return _hash(_SUBSTITUTE, secret, seat.to_bytes(4, "big"))[:CONTENT_BYTES]


def mixed_seed(secret: bytes, contents: Sequence[bytes]) -> bytes:
    """The seed of a match: of the referee's secret and what was brought, by seat."""
    return _hash(_SEED, secret, *contents)


def next_secret(secret: bytes) -> bytes:
    """The referee's secret after this one, where seats are asked anew: the referee draws no other."""
    return _hash(_NEXT, secret)


def _hash(*parts: bytes) -> bytes:
    """Over all parts, each after its length: no two lists of parts give the same bytes."""
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
