"""
A referee's data is readable by its owner alone: seeds of running matches, tokens, keys.

New folders are 0700 and new databases 0600. Those of older versions that are open to others are fixed, with a warning.
"""

import os
import stat
from pathlib import Path
from typing import Final

import structlog

from bessemer.matches.durable.store import StoreError

_OTHERS: Final = 0o077
_DATABASE: Final = "bessemer.sqlite3"
_SECRET: Final = (f"{_DATABASE}*", "*.token", "replay-key.pem", "*-tail", "*-tail.old")


def private_folder(folder: Path) -> None:
    """
    Have a folder for data that nobody else can look into.

    A folder that others share, such as one for temporary files, or that holds other things as well, is
    not ours to close: there only our own files are.

    Raises:
        StoreError: it cannot be made or used; the message says what to do.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        mended = [path for path in _secrets(folder) if _close(path)]
        is_ours = (folder / _DATABASE).exists() or not any(folder.iterdir())
        if found.st_mode & _OTHERS and is_ours and not found.st_mode & stat.S_ISVTX:
            _require_owner(folder, found)
            folder.chmod(0o700)
            mended.insert(0, folder)
        is_writable = os.access(folder, os.W_OK | os.X_OK)
    except OSError as error:
        place = error.filename or folder
        raise StoreError(
            f"--data: {place}: {error.strerror}; choose a folder that you can write"
        ) from None
    if not is_writable:
        raise StoreError(f"--data: {folder}: it may not be written; choose another folder")
    if mended:
        structlog.get_logger().warning(
            "data was open to other users of this machine, and is its owner's alone now",
            mended=list(map(str, mended)),
        )


def private_file(path: Path) -> None:
    """
    Have a file for a database that nobody else can read, empty if it is not there yet.

    Raises:
        StoreError: it belongs to somebody else, and others can read it.
    """
    # An existing one is not opened: to close it again would end SQLite's locks of this process.
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if _close(path):
            structlog.get_logger().warning(
                "database was open to other users of this machine, and is its owner's alone now",
                file=str(path),
            )
    except OSError:
        pass  # SQLite will say what is wrong with it


def _secrets(folder: Path) -> list[Path]:
    found = {path for pattern in _SECRET for path in folder.glob(pattern) if path.is_file()}
    return sorted(found)


def _close(path: Path) -> bool:
    """Take from others what they may do with a file; whether they could do anything."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    if not found.st_mode & _OTHERS:
        return False
    _require_owner(path, found)
    path.chmod(0o600)
    return True


def _require_owner(path: Path, found: os.stat_result) -> None:
    if os.geteuid() not in (0, found.st_uid):
        raise StoreError(
            f"{path} belongs to another user and is open to others: ask its owner for chmod go-rwx, or "
            "name a folder of your own with --data"
        )
