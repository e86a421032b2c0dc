"""
How the full screen is drawn on a terminal: nothing ever waits for it.

Textual hands what is to be drawn to a thread through a queue with a limit. If the terminal is gone the
thread dies, if it takes no more the thread waits; soon the queue is full and the program waits as well,
for ever, deaf to any signal. Here only a thread waits, and nobody waits for that thread.
"""

from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from bessemer.terminal.device.patient_output import PatientOutput


class SteadyDriver(LinuxDriver):
    """Draws on the standard error; what a terminal does not take is not waited for."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's own
        super().__init__(*args, **options)
        self._drawing: PatientOutput | None = None

    def start_application_mode(self) -> None:
        """Begin to draw, also after a pause."""
        self._drawing = PatientOutput()
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def write(self, data: str) -> None:
        assert self._drawing is not None
        self._drawing.put(data)

    def close(self) -> None:
        """Draw what is left, if the terminal takes it."""
        super().close()
        if self._drawing is not None:
            self._drawing.close()
