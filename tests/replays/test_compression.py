"""Replays that are compressed: read like any other, by whoever reads replays."""

import subprocess
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.replays import compression
from bessemer.replays.compression import compressed, plain
from tests.programs import needed_program
from tests.replays.make import FOLDER

GOLDEN = sorted(FOLDER.glob("*/*.replay"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_is_lost(path: Path) -> None:
    """And, of a match that was played, half of the room is won."""
    content = path.read_bytes()

    assert content == plain(content) == plain(compressed(content))
    assert len(compressed(content)) < len(content) / (2 if len(content) > 3000 else 1)


def test_a_file_compressed_by_others_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the tool that everybody has, and appended to one another as it allows."""
    zstd = needed_program("zstd", "compressing replays as their owners do")
    path = tmp_path / "match.replay"
    path.write_bytes(GOLDEN[0].read_bytes())
    subprocess.run([zstd, "-q", "-19", str(path)], check=True)
    half, content = len(path.read_bytes()) // 2, path.read_bytes()
    (tmp_path / "two.zst").write_bytes(compressed(content[:half]) + compressed(content[half:]))

    assert main(["replay", "verify", f"{path}.zst", str(tmp_path / "two.zst")]) == 0
    assert 2 == capsys.readouterr().out.count("ok ")


def test_what_is_damaged_or_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A few bytes of a stranger do not become gigabytes."""
    monkeypatch.setattr(compression, "LARGEST", 1 << 20)
    bomb, torn = tmp_path / "bomb.zst", tmp_path / "torn.zst"
    bomb.write_bytes(compressed(bytes(2 << 20)))
    torn.write_bytes(compressed(GOLDEN[0].read_bytes())[:4] + b"nonsense")

    assert main(["replay", "verify", str(bomb), str(torn)]) == 1
    large, damaged = capsys.readouterr().out.splitlines()
    assert "larger than" in large
    assert "damaged" in damaged
