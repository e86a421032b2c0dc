"""Outputs that take nothing: a full disk, closed ones. One sentence, no traceback, no lost result."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from bessemer.cli.replay import sources

FULL: Final = "the standard output cannot be written: No space left on device"
CLOSED: Final = "the standard output cannot be written: Bad file descriptor"


def run(line: str, place: Path) -> subprocess.CompletedProcess[str]:
    """A shell's line with `bessemer` in it."""
    command = f"{sys.executable} -P -m bessemer.cli.main"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("bessemer", command)],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("bessemer games > /dev/full", FULL, id="full"),
        pytest.param("bessemer games --json > /dev/full", FULL, id="full-json"),
        pytest.param("bessemer --help > /dev/full", FULL, id="full-help"),
        pytest.param("bessemer games >&-", CLOSED, id="closed"),
        pytest.param("bessemer match --help >&-", CLOSED, id="closed-help"),
    ],
)
def test_an_output_that_takes_nothing_is_a_sentence(
    line: str, sentence: str, tmp_path: Path
) -> None:
    """Exit 1, whatever the command has to say."""
    done = run(line, tmp_path)

    assert (done.returncode, done.stderr) == (1, f"bessemer: {sentence}\n")


def test_a_closed_standard_error_loses_no_result(tmp_path: Path) -> None:
    """Nor does a closed input."""
    done = run("bessemer match furnace --bots random,idle --option rounds=3 2>&- <&-", tmp_path)

    assert done.returncode == 0
    assert "idle" in done.stdout


def test_a_closed_standard_input_ends_a_match(tmp_path: Path) -> None:
    """As an empty one does."""
    done = run("bessemer play --versus random --plain <&-", tmp_path)

    assert done.returncode == 1
    assert "The input ended: you left the table." in done.stdout
    assert "Traceback" not in done.stderr


def test_a_result_is_shown_before_its_replay_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk costs the file alone."""

    def full(path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(sources, "write_whole", full)
    out = tmp_path / "game.replay"
    assert main(["match", "furnace", "--bots", "random,idle", "--out", str(out)]) == 1
    said = capsys.readouterr()

    assert "idle" in said.out
    assert said.err.endswith(f"bessemer: {out}: No space left on device\n")
    assert not out.exists()
