"""The logs of supervised processes: where they are, how they end, and what is new in them."""

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bessemer.printable import printable
from bessemer.processes.bounded_log import OLDER

_LAST_LINES: Final = 5
_LAST_BYTES: Final = 2000


def log_path(logs: Path, name: str) -> Path:
    """The file for what a process prints; any name will do."""
    return logs / f"{quote(name, safe=' ')}.log"


def last_lines(log: Path) -> str:
    """How a log ends, in a phrase."""
    for path in (log, Path(f"{log}{OLDER}")):
        try:
            text = path.read_bytes()[-_LAST_BYTES:].decode(errors="replace")
        except FileNotFoundError:
            continue
        if lines := text.splitlines()[-_LAST_LINES:]:
            # Before it reaches a terminal: whatever a bot prints must not steer that.
            return f"its log ends: {printable(' / '.join(lines))}"
    return "it printed nothing"


class LogFollower:
    """Reads what is added to a log, even while the older half is moved away."""

    def __init__(self, log: Path) -> None:
        """Begin at the end: what is in the log by now is not read."""
        self._log = log
        self._file, self._offset = -1, 0
        try:
            status = log.stat()
        except FileNotFoundError:
            return
        self._file, self._offset = status.st_ino, status.st_size

    def read(self) -> bytes:
        """The text added since the last time. Blocking, but for a moment."""
        parts = []
        older = Path(f"{self._log}{OLDER}")
        try:
            with self._log.open("rb") as file:
                number = os.fstat(file.fileno()).st_ino
                if number != self._file:
                    parts.append(self._rest_of(older))
                    self._file, self._offset = number, 0
                file.seek(self._offset)
                parts.append(file.read())
                self._offset = file.tell()
        except OSError:  # not begun yet, or moved away just now
            return b""
        return b"".join(parts)

    def _rest_of(self, older: Path) -> bytes:
        """The unread rest of the file that was moved away; lost if it is gone already."""
        try:
            with older.open("rb") as file:
                is_it = os.fstat(file.fileno()).st_ino == self._file
                file.seek(self._offset if is_it else 0)
                return file.read() if is_it or self._file != -1 else b""
        except FileNotFoundError:
            return b""
