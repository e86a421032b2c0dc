"""What a bot's author is told of its life on a host: what it printed, how its matches went, why it ended."""

import time
from typing import Final

from bessemer.printable import printable
from bessemer.runner.bots.bot_failures import printable_lines

_MOST: Final = 60_000
"""Characters that are sent at once; the referee takes a little more."""
_KEPT: Final = 4 * _MOST
"""Characters that are kept while the referee is away."""


class AuthorLog:
    """What has yet to be sent of one version."""

    def __init__(self) -> None:
        self._waiting = ""
        self._left_out = 0
        self._state = ""
        """Where the version plays, if that is new."""

    def say(self, text: str, state: str = "") -> None:
        """Add a line of the host, and say perhaps where the version plays now."""
        self._state = state or self._state
        self._add(f"[{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC] {printable(text)}\n")

    def printed(self, output: bytes) -> None:
        """Add what the bot printed."""
        text = printable_lines(output.decode(errors="replace"))
        self._add(f"{text}\n" if text else "")

    def next_part(self) -> tuple[str, str]:
        """What is to be sent next, and where the version plays if that is new; empty if nothing is."""
        part = self._waiting[:_MOST]
        if self._left_out:
            part = f"[{self._left_out:,} characters are left out]\n{part}"
        return part, self._state

    def sent(self) -> None:
        """The next part has reached the referee."""
        self._waiting, self._left_out, self._state = self._waiting[_MOST:], 0, ""

    def _add(self, text: str) -> None:
        waiting = self._waiting + text
        self._waiting = waiting[-_KEPT:]
        self._left_out += len(waiting) - len(self._waiting)
