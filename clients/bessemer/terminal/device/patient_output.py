"""Output to a terminal that may be stuck: a thread waits for it, and nobody waits for that thread."""

import sys
from io import TextIOBase
from os import write
from queue import SimpleQueue
from threading import Thread
from typing import Final

LAST_SECONDS: Final = 1.0
"""The time for the terminal to take what is drawn last."""


class PatientOutput:
    """Text for the standard error, in order, as soon as the terminal takes it."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._draw, name="screen", daemon=True)
        self._thread.start()

    def put(self, text: str) -> None:
        """Have it drawn, soon."""
        self._queue.put(text)

    def close(self) -> None:
        """Draw what is left, if the terminal takes it."""
        self._queue.put(None)
        self._thread.join(LAST_SECONDS)

    def _draw(self) -> None:
        # Not through the file: its lock would be held while the terminal takes nothing, and closing
        # the program waits for that.
        assert sys.__stderr__ is not None
        terminal = sys.__stderr__.fileno()
        while (text := self._queue.get()) is not None:
            rest = text.encode(errors="replace")
            try:
                while rest:
                    rest = rest[write(terminal, rest) :]
            except OSError:  # hung up: who closed it has sent a signal, too
                return


class LastWords(TextIOBase):
    """The standard error when the screen is gone: for why the program failed."""

    def write(self, text: str) -> int:
        output = PatientOutput()
        output.put(text)
        output.close()
        return len(text)

    def isatty(self) -> bool:
        """Whether there may be colours."""
        return sys.__stderr__ is not None and sys.__stderr__.isatty()
