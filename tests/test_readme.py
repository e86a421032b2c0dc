"""The README's examples run as they stand: its Python, and its shell blocks in order in an empty folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from tests.referees.process import RefereeProcess

ROOT = Path(__file__).parents[1]
TEXT: Final = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```\n(\$ .*?)^```", TEXT, re.DOTALL | re.MULTILINE)
SHORTER: Final = (
    # A reader has time for as many matches; what is to be seen here is that the commands go together.
    (re.compile(r"--matches \d+"), "--matches 2"),
    (re.compile(r"(compare .*)"), r"\1 --most-blocks 1"),
)
UNDECIDED: Final = 4


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it shows below."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ ").partition("  #")[0].strip(), []))
        else:
            found[-1][1].append(line)
    return found


def test_the_readmes_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    """The ten lines play a whole match and print its outcome."""
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)

    exec(example, {})  # noqa: S102 - the point of the test

    assert re.fullmatch(r"Outcome\(ranks=\(.*\), scores=\(.*\)\)\n", capsys.readouterr().out)


@pytest.mark.timeout(600)
def test_the_shell_blocks_run_one_after_the_other(tmp_path: Path) -> None:
    """In an empty folder, with the defaults; what a seed decides is printed as the page shows it."""
    bessemer = Path(sys.executable).with_name("bessemer")
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "bessemer").symlink_to(bessemer)
    said: dict[str, str] = {}
    every = [one for block in BLOCKS for one in commands(block)]
    *_, (serving, _) = every
    for line, shown in every[:-1]:
        words = line
        for pattern, shorter in SHORTER:
            words = pattern.sub(shorter, words)
        done = subprocess.run(
            shlex.split(words),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env=os.environ | {"COLUMNS": "120"},
        )
        assert done.returncode in {0, UNDECIDED if "compare" in words else 0}, done.stderr
        said[line] = done.stdout
        if "--seed" in line or "verify" in line:
            missing = [one for one in shown if "match 6b" not in one and one not in done.stdout]
            assert missing == []

    standings = next(text for line, text in said.items() if "standings" in line)
    assert "Ladder brass" in standings
    assert "Ladder furnace" in standings
    assert serving == ".venv/bin/bessemer serve --ladder main"
    with RefereeProcess(tmp_path / "bessemer-data", *shlex.split(serving)[2:]) as referee:
        where = ["--data", str(tmp_path / "bessemer-data")]
        assert main(["drain", *where]) == 0
        assert referee.wait() == 0
