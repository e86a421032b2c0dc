"""The command in a terminal of its own, typed to and read as a person would."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "play")


SHORT: Final = ("--option", "rounds=3", "--seed", "4", "--name", "Ada")


PATIENCE: Final = 100.0


def played(folder: Path, lines: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """What comes of `bessemer play` with these lines as its input."""
    return subprocess.run(
        [*COMMAND, *words],
        input=lines,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE,
        check=False,
    )


class Terminal:
    """A window of tmux that a person types in."""

    def __init__(self, tmux: str, folder: Path, size: tuple[int, int], *words: str) -> None:
        # A server that has just been told to end would still answer at an old address.
        socket = tempfile.mktemp(prefix="tmux", dir=folder)  # noqa: S306 - in a folder of our own
        self._tmux = (tmux, "-S", socket, "-f", "/dev/null")
        words = words or ("--versus", "random", *SHORT)
        # As in a shell of one's own: the size is the window's, not what readline told our environment.
        shell = f"unset LINES COLUMNS; cd {folder}; {' '.join(COMMAND)} {' '.join(words)}; echo EXIT $?; cat"
        width, height = map(str, size)
        self._call("new-session", "-d", "-x", width, "-y", height, shell)

    def _call(self, *words: str) -> str:
        done = subprocess.run(
            [*self._tmux, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.stdout

    def screen(self) -> str:
        """What stands on the screen."""
        return self._call("capture-pane", "-p")

    def record(self, file: Path) -> None:
        """Keep all that is written into the window from now on: what is shown may be gone at the next look."""
        file.touch()
        self._call("pipe-pane", f"cat >> {file}")

    def press(self, key: str) -> None:
        """Press a key."""
        self._call("send-keys", key)

    def resize(self, width: int, height: int) -> None:
        """Make the window larger or smaller."""
        self._call("resize-window", "-x", str(width), "-y", str(height))

    def close(self) -> None:
        """Close the window and everything in it."""
        self._call("kill-server")

    def processes(self) -> list[int]:
        """The processes of the command in the window, the command itself first."""
        shell = self._call("list-panes", "-F", "#{pane_pid}").split()
        return [child for pid in shell for child in descendants(int(pid))]


def descendants(parent: int) -> list[int]:
    """The processes below `parent`, however deep."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[1]) == parent:
            child = int(stat.parent.name)
            found += [child, *descendants(child)]
    return found


def until(terminal: Terminal, *texts: str, lines: int = 0) -> str:
    """The screen as soon as all of these stand on it, and with `lines` the keys on its last line.

    A picture can be seen half drawn: name everything that is going to be looked for.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        screen = terminal.screen()
        shown = screen.splitlines()
        if all(text in screen for text in texts) and (
            not lines or (len(shown) == lines and "quit" in shown[-1])
        ):
            return screen
        assert time.monotonic() < deadline, screen
