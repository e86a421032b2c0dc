"""The abilities of a terminal: whether a full screen can be drawn."""

import os
import sys
from typing import Final

_WITHOUT_SCREEN: Final = ("", "dumb", "unknown")
"""The values of TERM of terminals that obey no codes."""


def has_screen() -> bool:
    """Whether a full screen can be drawn: a terminal at both ends, which obeys codes, in UTF-8."""
    # Keys come from the standard input, and the screen is drawn on the standard error.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream.isatty() for stream in streams):
        return False
    is_able = os.environ.get("TERM", "") not in _WITHOUT_SCREEN
    return is_able and str(sys.stderr.encoding).lower().replace("-", "") == "utf8"
