"""A log of bounded size for a bot's output, written no faster than is reasonable."""

import contextlib
import os
from typing import Final

RATE: Final = 64 * 1024
"""Bytes a second that a bot may print for ever."""
_BURST: Final = 1024 * 1024
OLDER: Final = ".1"
"""Follows the name of the file that has the older half."""


class BoundedLog:
    """
    A file of bounded size: the older half is moved away, and the half before that is dropped.

    Nobody may write faster than `RATE` for long. A bot that prints too much is not read until its
    time has come, and so it waits; its output costs nobody else anything.
    """

    def __init__(self, path: str, most: int, now: float) -> None:
        self._path = path
        self._half = most // 2
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._size = os.fstat(self._file).st_size
        self._allowed = float(_BURST)
        self._then = now

    def allowed(self, now: float) -> int:
        """The number of bytes that may be written now."""
        self._allowed = min(_BURST, self._allowed + (now - self._then) * RATE)
        self._then = now
        return int(self._allowed)

    def write(self, text: bytes) -> None:
        """Write as much as fits; on a full disk nothing: a bot need not end for that."""
        self._allowed -= len(text)
        with contextlib.suppress(OSError):
            if self._size + len(text) > self._half:
                os.replace(self._path, self._path + OLDER)  # noqa: PTH105 - for the shim's start
                file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                os.close(self._file)
                self._file, self._size = file, 0
            self._size += os.write(self._file, text[-self._half :])
