"""The tutorial, as a reader follows it: every block is run, in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

TUTORIAL: Final = Path(__file__).parents[1] / "docs" / "your-first-bot.md"
_BLOCK: Final = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_MOST_LINES: Final = 20


class Block(NamedTuple):
    """A block of code: of which language, for which file, and where."""

    language: str
    file: str
    code: str
    line: int


def blocks() -> list[Block]:
    """All blocks of the tutorial."""
    text = TUTORIAL.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        language, _, file = match[1].partition(" ")
        found.append(Block(language, file, match[2], text.count("\n", 0, match.start()) + 1))
    return found


def follow(block: Block, here: Path) -> Path:
    """Do what a reader does with the block; where they are then."""
    if block.file:
        (here / block.file).write_text(block.code, encoding="utf-8")
        return here
    if block.language == "python":
        command = [sys.executable, "-c", block.code]
    else:
        assert "sh" == block.language, f"line {block.line}: nobody can run {block.language!r}"
        command = ["bash", "-ec", f"{block.code}\npwd >&3"]
    reading, writing = os.pipe()
    # The reader has activated the environment: its programs come first.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = ["bash", "-c", f'exec 3>&{writing}; exec "$@"', "-", *command]
    try:
        ended = subprocess.run(
            script,
            cwd=here,
            env={**os.environ, "PATH": path},
            pass_fds=[writing],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    with os.fdopen(reading) as told:
        place = told.read().strip()
    assert 0 == ended.returncode, f"line {block.line} of {TUTORIAL.name}:\n{ended.stdout}"
    print(ended.stdout)  # noqa: T201 - shown if a later block fails
    return Path(place) if place else here


@pytest.mark.timeout(600)
def test_the_tutorial_works_from_start_to_end(tmp_path: Path) -> None:
    """Every block does what it should; a block with a file's name is that file."""
    here = tmp_path
    for block in blocks():
        here = follow(block, here)

    assert tmp_path / "my_bot" == here
    assert (here / "game.replay").is_file()


def test_the_smallest_programs_have_twenty_lines() -> None:
    """Connecting, playing and losing take no more, with the kit and without it."""
    lengths = {
        block.file: sum(1 for line in block.code.splitlines() if line.strip())
        for block in blocks()
        if block.file in ("dreamer.py", "bare.py")
    }

    assert 2 == len(lengths)
    assert all(length <= _MOST_LINES for length in lengths.values()), lengths


def test_the_end_of_a_block_is_found() -> None:
    """As many blocks as there are fences, so that none is left out."""
    fences = TUTORIAL.read_text(encoding="utf-8").count("```")

    assert fences == 2 * len(blocks())
