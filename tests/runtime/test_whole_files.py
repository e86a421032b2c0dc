"""Files that are written as a whole or not at all."""

import errno
import os
import stat
from pathlib import Path
from typing import NoReturn, Self

import pytest

from bessemer.runtime.whole_files import write_whole


def test_a_file_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    """Text and bytes, with the mode that it had, and through a link; nothing else is left."""
    file, link = tmp_path / "page.html", tmp_path / "link"
    write_whole(file, "old")
    file.chmod(0o640)
    link.symlink_to(file)

    write_whole(link, b"new")

    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "page.html"]


def test_a_secret_is_never_seen_by_others(tmp_path: Path) -> None:
    """A mode that is asked for holds, whatever was there."""
    file = tmp_path / "token"
    file.touch(mode=0o644)

    write_whole(file, "secret", mode=0o600, is_durable=True)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("exists", [False, True])
def test_a_full_disk_leaves_what_was_there(
    exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the error names the file that was to be written."""
    file = tmp_path / "page.html"
    if exists:
        file.write_text("old")

    class Full:
        def __init__(self, number: int) -> None:
            self.number = number

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            os.close(self.number)

        def write(self, _: bytes) -> NoReturn:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fdopen", lambda number, _mode: Full(number))
    with pytest.raises(OSError, match="No space left") as failed:
        write_whole(file, "new")

    assert failed.value.filename == str(file)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"] * exists


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    """A rename would put a file in the place of a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "line")

    assert os.read(reader, 100) == b"line"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
