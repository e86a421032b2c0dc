"""What a bot says reaches the organiser's terminal, but not what would steer it."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

NAMES_THE_WINDOW = "\x1b]0;owned\x07"
CLEARS_THE_SCREEN = "\x1b[2J"
OTHER_CODE = "\x9b31m"
TELLS = "it tells"
BOT = f"""
import os
from bessemer.furnace import Bot, run
CODES = {NAMES_THE_WINDOW + CLEARS_THE_SCREEN + OTHER_CODE!r}
print("{TELLS} " + CODES, flush=True)
class Bad(Bot):
    decided = 0
    def decide(self, view):
        Bad.decided += 1
        if Bad.decided < 3:
            raise ValueError("{TELLS} " + CODES)
        if Bad.decided < 6:
            return "{TELLS} " + CODES
        print("{TELLS} " + CODES, flush=True)
        os._exit(3)
run(Bad)
"""


def shown(folder: Path, *words: str) -> str:
    """What a command writes to a terminal."""
    ours, its = pty.openpty()
    command = (sys.executable, "-m", "bessemer.cli.main", *words)
    with subprocess.Popen(command, cwd=folder, stdin=its, stdout=its, stderr=its) as process:
        os.close(its)
        parts = []
        try:
            while part := os.read(ours, 65_536):
                parts.append(part)
        except OSError:  # nobody has the terminal any more
            pass
        process.wait(60)
    os.close(ours)
    return b"".join(parts).decode(errors="replace")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("match furnace --bots ./bad.py,random", id="match"),
        pytest.param(
            "ladder run --game furnace --bots ./bad.py,random --matches 2 --bank 1", id="ladder run"
        ),
        pytest.param(
            "compare ./bad.py random --game furnace --most-blocks 1 --bank 1", id="compare"
        ),
    ],
)
def test_codes_of_a_bot_never_reach_the_terminal(words: str, tmp_path: Path) -> None:
    """
    Printed, in an exception, in an answer, and as last words; in the course of a run and in its report.
    """
    (tmp_path / "bad.py").write_text(BOT, encoding="utf-8")

    written = shown(tmp_path, *words.split())
    if "ladder" in words:
        written += shown(tmp_path, "ladder", "standings")

    assert TELLS in written
    for code in (NAMES_THE_WINDOW, CLEARS_THE_SCREEN, OTHER_CODE):
        assert code not in written
