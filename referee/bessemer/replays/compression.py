"""
Replays in less room: zstd, which every system has a tool for.

A database keeps them so. Files stay plain text, for everybody to read, to sign and to compare; you can
compress them with `zstd` and still have them verified, since everything that reads a replay reads both.
"""

import sys
from io import BytesIO
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:  # the same module, for older Pythons
    from backports import zstd

LARGEST: Final = 1 << 28
"""In bytes: no replay is nearly as large, and a small file of a stranger could become any size."""

_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_LEVEL: Final = 1
"""A third is left, after 30 µs; higher levels take longer and gain nothing: most of it is hashes."""
_CHUNK: Final = 1 << 18


def compressed(content: bytes) -> bytes:
    """The same in less room."""
    return zstd.compress(content, level=_LEVEL)


def plain(content: bytes) -> bytes:
    """
    What was compressed, or what is plain already.

    Raises:
        ValueError: it is damaged, or too large.
    """
    if not content.startswith(_MAGIC):
        return content
    found = bytearray()
    try:
        with zstd.open(BytesIO(content)) as reader:
            while len(found) <= LARGEST and (chunk := reader.read(_CHUNK)):
                found += chunk
    except (zstd.ZstdError, EOFError) as error:
        raise ValueError("it is compressed, and damaged") from error
    if len(found) > LARGEST:
        raise ValueError(f"it is compressed, and larger than {LARGEST} bytes")
    return bytes(found)
