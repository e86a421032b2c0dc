"""Writing a file as a whole or not at all: beside its place first, then it takes the place of what was there."""

import os
import stat
from pathlib import Path

_READABLE = 0o666
_LONGEST_NAME = 240


def draft_name(name: str) -> str:
    """The name of the file beside the one of this name, while it is being written."""
    return f".{name[-_LONGEST_NAME:]}.part" if name.isascii() else ".draft.part"


def write_whole(
    path: Path, content: str | bytes, *, mode: int = _READABLE, is_durable: bool = False
) -> None:
    """
    Write a file; a full disk leaves what was there before, or nothing.

    Args:
        path: the file; if it is a symbolic link, what it points to.
        content: text is written as UTF-8.
        mode: of a new file, less the umask; nobody sees the content with another one.
        is_durable: whether the content is on the disk before the file is seen.

    Raises:
        OSError: it cannot be written; the error names `path`.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    draft = target.with_name(draft_name(target.name))
    try:
        before = target.stat() if target.exists() else None
        if before is not None and not stat.S_ISREG(before.st_mode):
            target.write_bytes(data)  # a pipe or a terminal takes what comes
            return
        try:
            draft.unlink(missing_ok=True)  # of a program that was killed meanwhile
            file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with os.fdopen(file, "wb") as opened:
                if before is not None and mode == _READABLE:
                    os.fchmod(file, stat.S_IMODE(before.st_mode))
                opened.write(data)
                if is_durable:
                    opened.flush()
                    os.fsync(file)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
