"""
Temporary folders that do not stay behind when their process is killed.

Each is locked while its process lives, however that ends. Whoever makes one removes those that nobody
holds any more.
"""

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = "bessemer-tmp-"
_OURS: Final = re.compile(rf"{_PREFIX}[a-z0-9_]{{8}}")
"""The names that `mkdtemp` gives: nobody's own folder is called so."""
_PRIVATE: Final = 0o700


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is gone at the end; if the process is killed, the next one removes it."""
    around = Path(tempfile.gettempdir())
    _remove_abandoned(around)
    folder, descriptor = _make()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _make() -> tuple[Path, int]:
    """A new folder, and the descriptor that locks it."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        with suppress(FileNotFoundError):  # somebody took it for abandoned before it was locked
            descriptor = os.open(folder, os.O_RDONLY)
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            if folder.exists():
                return folder, descriptor
            os.close(descriptor)


def _remove_abandoned(around: Path) -> None:
    """Remove the folders of this user's processes that were killed."""
    for folder in around.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # it is held, another user's, or has just gone
            found = folder.lstat()
            is_ours = found.st_uid == os.getuid() and found.st_mode & 0o777 == _PRIVATE
            if not (is_ours and folder.is_dir() and _OURS.fullmatch(folder.name)):
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)
