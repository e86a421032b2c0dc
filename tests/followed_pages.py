"""Pages as a reader follows them: their blocks, and what to do with each."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

_BLOCK: Final = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


class Block(NamedTuple):
    """A block of code: of which language, for which file, and where."""

    language: str
    file: str
    code: str
    line: int


def blocks(page: Path) -> list[Block]:
    """All blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        language, _, file = match[1].partition(" ")
        found.append(Block(language, file, match[2], text.count("\n", 0, match.start()) + 1))
    return found


def follow(page: Path, block: Block, here: Path) -> Path:
    """Do what a reader of `page` does with the block; where they are then."""
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
    assert 0 == ended.returncode, f"line {block.line} of {page.name}:\n{ended.stdout}"
    print(ended.stdout)  # noqa: T201 - shown if a later block fails
    return Path(place) if place else here
