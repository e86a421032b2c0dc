"""The command on a terminal of its own, as a person has it: a pseudo-terminal, keys and a screen."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Final

COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")


class Terminal:
    """The person's end of it."""

    def __init__(self, process: "subprocess.Popen[bytes]", master: int) -> None:
        self.process = process
        self.shown = b""
        self._master = master
        self._is_open = True

    def read_until(self, sign: bytes, pressing: bytes = b"") -> bytes:
        """All that has come, once `sign` has; a key is pressed until then, again and again."""
        while sign not in self.shown:
            if pressing and not select([self._master], [], [], 0.2)[0]:
                self.type(pressing)
            elif not self._read():
                break
        return self.shown

    def read_to_end(self, pressing: bytes = b"") -> bytes:
        """All that comes until the program ends."""
        return self.read_until(b"\0never\0", pressing)

    def _read(self) -> bool:
        """Read what has come; whether the other end is open."""
        try:
            self.shown += os.read(self._master, 65_536)
        except OSError:
            return False
        return True

    def type(self, keys: bytes) -> None:
        """Press these keys."""
        os.write(self._master, keys)

    def hang_up(self) -> None:
        """Close the window."""
        if self._is_open:
            self._is_open = False
            os.close(self._master)


@contextmanager
def on_a_terminal(
    *words: str,
    place: Path,
    environment: Mapping[str, str] | None = None,
    program: Sequence[str] = COMMAND,
) -> Iterator[Terminal]:
    """A program with the terminal as its own; it is killed in the end if it is still there."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    told = {name: text for name, text in os.environ.items() if name != "NO_COLOR"}
    told |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", "XDG_STATE_HOME": str(place)}
    told |= environment or {}
    with subprocess.Popen(
        [*program, *words],
        cwd=place,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=told,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - no threads yet
    ) as process:
        os.close(slave)
        terminal = Terminal(process, master)
        try:
            yield terminal
        finally:
            terminal.hang_up()
            process.kill()
