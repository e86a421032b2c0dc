"""Archives: the same folder gives the same bytes, and its manifest is read without unpacking it."""

import gzip
import io
import os
import tarfile
from pathlib import Path

import pytest

from bessemer.submissions.archives import (
    BEGINNING,
    ArchiveBounds,
    BadArchive,
    manifest_in,
    pack,
)

MANIFEST = 'name = "mine"\ngame = "furnace"\nrun = "mine.py"\n'


def bot_in(folder: Path) -> Path:
    """The folder of a bot."""
    (folder / "lib").mkdir(parents=True)
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "mine.py").write_text("pass\n")
    (folder / "lib" / "a.py").write_text("a = 1\n")
    return folder


def members(content: bytes) -> dict[str, int]:
    """The files in an archive, with their modes."""
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        return {member.name: member.mode for member in tar}


def test_the_same_files_give_the_same_archive(tmp_path: Path) -> None:
    """Whenever and wherever it is made; the manifest comes first."""
    one, other = bot_in(tmp_path / "one"), bot_in(tmp_path / "other")
    os.utime(other / "mine.py", (1, 1))
    assert pack(one) == pack(other)
    assert next(iter(members(pack(one)))) == "bot.toml"
    assert manifest_in(pack(one)[:BEGINNING]).name == "mine"


def test_what_is_no_use_elsewhere_is_left_out(tmp_path: Path) -> None:
    """Environments, histories, and links that lead out of the folder; programs stay programs."""
    folder = bot_in(tmp_path / "bot")
    (tmp_path / "secret").write_text("mine")
    (folder / "out").symlink_to(tmp_path / "secret")
    (folder / "in").symlink_to("mine.py")
    for name in (".git", ".venv", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "file").write_text("x")
    (folder / "mine.py").chmod(0o4775)
    found = {"bot.toml": 0o644, "in": 0o755, "lib/a.py": 0o644, "mine.py": 0o755}
    assert members(pack(folder)) == found


def test_a_folder_that_is_no_bot_or_too_large_is_refused(tmp_path: Path) -> None:
    """With a sentence that says so."""
    with pytest.raises(BadArchive, match=r"has no bot\.toml"):
        pack(tmp_path)
    folder = bot_in(tmp_path / "bot")
    with pytest.raises(BadArchive, match="too large"):
        pack(folder, ArchiveBounds(files=2))
    with pytest.raises(BadArchive, match="too large"):
        pack(folder, ArchiveBounds(unpacked=10))
    with pytest.raises(BadArchive, match="the archive of"):
        pack(folder, ArchiveBounds(size=10))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"", "no tar file", id="empty"),
        pytest.param(b"PK\3\4", "no tar file", id="zip"),
        pytest.param(gzip.compress(b"x" * 600), "no tar file", id="no tar"),
        pytest.param(gzip.compress(bytes(10**6)), "no tar file", id="zeros"),
    ],
)
def test_what_is_no_archive_is_refused(content: bytes, reason: str) -> None:
    """Whatever it is."""
    with pytest.raises(BadArchive, match=reason):
        manifest_in(content)
