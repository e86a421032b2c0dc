"""A replay that another build wrote is refused by name, in the same words by every command."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from bessemer.cli.main import main
from tests.replays.bodies import bodies, chained
from tests.replays.make import FOLDER

REMEDY = "use the Bessemer that wrote it"
WRITTEN_BEFORE = {
    "format-1": f"made by an earlier build, format 1; this Bessemer reads format 3: {REMEDY}",
    "format-2-without-chance": (
        f"made by an earlier build, format 2; this Bessemer reads format 3: {REMEDY}"
    ),
    "format-2": f"made by an earlier build, format 2; this Bessemer reads format 3: {REMEDY}",
    "brass-1": (
        "made by an earlier build, brass rules version 1; this Bessemer reads brass rules version 2"
        f": {REMEDY}"
    ),
}
"""What is said of files that earlier builds have left in `tests/replays/old`."""
COMMANDS = (
    "verify",
    "show",
    "export",
    "export --format frames",
    "html -o page.html",
    "analyse",
    "branch --turn 1 --seat 0 --bot random",
)
HEADER = bodies((FOLDER / "furnace" / "two-players.replay").read_bytes())[0]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (name, words.split())
        for name, words in product(WRITTEN_BEFORE, COMMANDS)
        # The moves of old rules are listed as they were written: nothing needs to be played.
        if (name, words) != ("brass-1", "show")
    ],
)
def test_every_command_names_the_build(
    name: str,
    words: Sequence[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Exit 1 and the sentence; nothing says that the file is bad or damaged."""
    monkeypatch.chdir(tmp_path)

    assert 1 == main(["replay", *words, str(FOLDER / "old" / f"{name}.old")])
    said = "".join(capsys.readouterr())
    assert WRITTEN_BEFORE[name] in said
    assert "damaged" not in said
    assert "bad " not in said


def test_verify_marks_it_and_tells_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """It is skipped: not found to be bad, and not found to be right either."""
    file = str(FOLDER / "old" / "format-1.old")

    assert 1 == main(["replay", "verify", file])
    assert capsys.readouterr().out == f"skip {file}: {WRITTEN_BEFORE['format-1']}\n"
    assert 1 == main(["replay", "verify", "--json", file])
    (found,) = json.loads(capsys.readouterr().out)["replays"]
    assert (found["ok"], found["is_of_another_build"]) == (False, True)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        pytest.param(
            HEADER.replace(b'{"replay":3', b'{"replay":99,"later":"field"'),
            "made by a later build, format 99; this Bessemer reads format 3: upgrade Bessemer",
            id="format",
        ),
        pytest.param(
            HEADER.replace(b'"game":"furnace"', b'"game":"chess"'),
            "made by another build, game 'chess'; this Bessemer plays furnace, brass, alchemicus",
            id="game",
        ),
        pytest.param(
            HEADER.replace(b'"rules_version":1', b'"rules_version":9').replace(
                HEADER[HEADER.index(b'"key"') :], b'"key":""}'
            ),
            "made by a later build, furnace rules version 9; this Bessemer reads furnace rules "
            "version 1: upgrade Bessemer",
            id="rules",
        ),
    ],
)
def test_a_later_build_is_named_too(
    header: bytes, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whatever else its header says, and whatever follows."""
    file = tmp_path / "later.replay"
    file.write_bytes(chained(header, b'{"turn":1}'))

    assert 1 == main(["replay", "verify", str(file)])
    assert capsys.readouterr().out.startswith(f"skip {file}: {said}")
