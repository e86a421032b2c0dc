"""
How the full screen is drawn on a terminal: nothing ever waits for it.

Textual hands what is to be drawn to a thread through a queue with a limit. If the terminal is gone the
thread dies, if it takes no more the thread waits; soon the queue is full and the program waits as well,
for ever, deaf to any signal. Here only a thread waits, and nobody waits for that thread.
"""

import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver

_LAST_SECONDS: Final = 1.0
"""For so long the terminal may take what is drawn last."""


class SteadyDriver(LinuxDriver):
    """Draws on the standard error; what a terminal does not take is not waited for."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's own
        super().__init__(*args, **options)
        self._drawn: SimpleQueue[str | None] = SimpleQueue()
        self._drawing: Thread | None = None

    def start_application_mode(self) -> None:
        """Begin to draw, also after a pause."""
        self._drawn = SimpleQueue()
        self._drawing = Thread(target=self._draw, args=(self._drawn,), name="screen", daemon=True)
        self._drawing.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def write(self, data: str) -> None:
        """Have something drawn, soon."""
        self._drawn.put(data)

    def close(self) -> None:
        """Draw what is left, if the terminal takes it."""
        super().close()
        self._drawn.put(None)
        if self._drawing is not None:
            self._drawing.join(_LAST_SECONDS)

    @staticmethod
    def _draw(drawn: "SimpleQueue[str | None]") -> None:
        # Not through the file: its lock would be held while the terminal takes nothing, and whoever
        # closes the program waits for that.
        assert sys.__stderr__ is not None
        terminal = sys.__stderr__.fileno()
        while (data := drawn.get()) is not None:
            rest = data.encode(errors="replace")
            try:
                while rest:
                    rest = rest[os.write(terminal, rest) :]
            except OSError:  # hung up: who closed it has sent a signal, too
                return
