"""Terminals as people have them: dumb, without colours, without UTF-8, stuck, or gone."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from tests.replays.make import FOLDER
from tests.running_processes import children, has_ended
from tests.terminal.on_a_terminal import COMMAND, Terminal, on_a_terminal

PATIENCE: Final = 60
COLOUR: Final = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:[34][0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")
"""A foreground or a background, the default ones (39, 49) apart."""
SCREEN: Final = b"\x1b[?1049h"
REPLAY: Final = str(FOLDER / "furnace" / "forfeited.replay")


def test_a_dumb_terminal_gets_lines(tmp_path: Path) -> None:
    """No code that it would print as garbage: of a match, or of a replay."""
    dumb = {"TERM": "dumb"}
    with on_a_terminal("play", "--versus", "random", place=tmp_path, environment=dumb) as terminal:
        terminal.read_until(b"Which company do you bid on?")
        terminal.type(b"quit\n")
        shown = terminal.read_to_end()
        assert terminal.process.wait(PATIENCE) == 1
    assert b"You left the table." in shown
    assert b"\x1b" not in shown
    with on_a_terminal("replay", "show", REPLAY, place=tmp_path, environment=dumb) as terminal:
        assert b"\x1b" not in terminal.read_to_end()
        assert terminal.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}], ids=["as-usual", "no-color"])
def test_a_screen_without_colours(environment: dict[str, str], tmp_path: Path) -> None:
    """NO_COLOR=1: bold, but no grey and no background; without it there are colours."""
    with on_a_terminal(
        "replay", "show", REPLAY, place=tmp_path, environment=environment
    ) as terminal:
        terminal.read_until(b"closes", pressing=b"?")  # a page with a border and a background
        shown = terminal.read_to_end(pressing=b"q")
        assert terminal.process.wait(PATIENCE) == 0

    assert SCREEN in shown
    assert (COLOUR.search(shown) is None) == bool(environment)
    assert b"\x1b[1m" in shown or not environment


def test_a_stuck_terminal_holds_up_nobody(tmp_path: Path) -> None:
    """It takes nothing more, and the program still hears that it is to end."""
    with playing(tmp_path) as terminal:
        terminal.type(b"c?" * 200)  # pages open and close, and nobody reads what is drawn
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(PATIENCE) == 130


FAILING: Final = """
from bessemer.terminal.layout import LayoutApp

class Failing(LayoutApp[None]):
    def on_mount(self) -> None:
        self._driver.write("#" * 1_000_000)
        raise RuntimeError("planted")

Failing().run()
"""


def test_a_fault_on_a_stuck_terminal_ends_the_program(tmp_path: Path) -> None:
    """There is no room for the report of it, and nobody waits for room."""
    with on_a_terminal(place=tmp_path, program=(sys.executable, "-c", FAILING)) as terminal:
        terminal.read_until(b"#")  # it is there, and the rest of it remains where it is
        assert terminal.process.wait(PATIENCE) == 0


def test_a_fault_is_reported(tmp_path: Path) -> None:
    """On a terminal that takes it, however slowly: after the screen."""
    patient = (
        f"from bessemer.terminal.device import patient_output as o; o.LAST_SECONDS = {PATIENCE}"
    )
    program = (sys.executable, "-c", patient + FAILING)
    with on_a_terminal(place=tmp_path, program=program) as terminal:
        shown = terminal.read_to_end()
        assert terminal.process.wait(PATIENCE) == 0

    assert b"planted" in shown.rpartition(b"\x1b[?1049l")[2]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_terminal_that_hangs_up_ends_the_game(
    unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window is closed: the program ends, and so does its referee."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with playing(tmp_path) as terminal:
        started = [os.pidfd_open(child) for child in children(terminal.process.pid)]
        assert started
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 130
    for child in started:
        assert has_ended(child, PATIENCE)
        os.close(child)


@contextmanager
def playing(place: Path) -> Iterator[Terminal]:
    """A person at a full screen who is asked something."""
    with on_a_terminal("play", "--versus", "idle", "--seed", "1", place=place) as terminal:
        assert SCREEN in terminal.read_until(b"your turn")
        yield terminal


@pytest.mark.parametrize(
    ("game", "encoding"), list(zip(NAMES, cycle(["ascii", "latin-1", "cp1252"]), strict=False))
)
def test_lines_in_another_encoding(game: str, encoding: str, tmp_path: Path) -> None:
    """All that a person can ask for is shown, and bytes that are no text of it are only refused."""
    done = subprocess.run(
        [*COMMAND, "play", "--game", game, "--versus", "idle", "--plain", "--seed", "1"],
        cwd=tmp_path,
        input=b"?\nshow\ncards\nlog\n\xc3\xa9\x81\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        timeout=PATIENCE,
        check=False,
    )
    shown = done.stdout.decode(encoding)

    assert (done.returncode, done.stderr) == (1, b"")
    assert "You left the table." in shown
    assert "\\u" not in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1O \N{RIGHTWARDS ARROW} 4$ \N{HORIZONTAL ELLIPSIS}", b"1O -> 4$ ..."),
        ("\N{POUND SIGN}17 \N{PLUS-MINUS SIGN}3", b"GBP 17 +-3"),
        ("caf\N{LATIN SMALL LETTER E WITH ACUTE}", b"cafe"),
        ("\u250c\u2500\u2510\u2502", b"+-+|"),
        ("\N{SNOWMAN} \udcff", b"? ?"),
    ],
    ids=["arrow", "pound", "accent", "box", "neither"],
)
def test_what_an_encoding_lacks_is_readable(text: str, expected: bytes) -> None:
    """And not an escape, nor the end of the program."""
    program = f"import bessemer.printable as p; p.readable_streams(); print({text!a})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=PATIENCE,
        check=True,
    )

    assert done.stdout.rstrip() == expected
