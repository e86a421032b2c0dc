"""The logs of supervised processes: where they are, and how they end."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

from bessemer.runner.sandbox.bounded_log import OLDER

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
            return f"its log ends: {' / '.join(lines)}"
    return "it printed nothing"
