"""The reader of docs/replay-format.md, in JavaScript: run as it stands on the page."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from tests.kits.built import ROOT
from tests.programs import needed_program
from tests.replays.make import FOLDER

PAGE: Final = (ROOT / "docs" / "replay-format.md").read_text(encoding="utf-8")


@pytest.fixture
def reader(tmp_path: Path) -> list[str]:
    """The command that reads a replay."""
    (program,) = re.findall(r"```js hashes\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "hashes.mjs").write_text(program, encoding="utf-8")
    node = needed_program("node", "a reader in JavaScript")
    return [node, str(tmp_path / "hashes.mjs")]


@pytest.mark.parametrize("game", NAMES)
def test_the_reader_finds_what_was_changed(game: str, reader: list[str], tmp_path: Path) -> None:
    """A match of every game is whole, and one with another bank, or without a turn, is not."""
    golden = min((FOLDER / game).glob("*.replay"))
    content = golden.read_bytes()
    first, second, *others = content.splitlines(keepends=True)
    changed = {
        "same": content,
        "bank": first.replace(b'"strike_limit":', b'"strike_limit":1') + second + b"".join(others),
        "shorter": first + b"".join(others),
    }
    codes = {}
    for name, text in changed.items():
        (tmp_path / name).write_bytes(text)
        codes[name] = subprocess.run([*reader, tmp_path / name], check=False, capture_output=True)

    assert {"same": 0, "bank": 1, "shorter": 1} == {n: c.returncode for n, c in codes.items()}
    assert b"changed: " in codes["bank"].stderr
