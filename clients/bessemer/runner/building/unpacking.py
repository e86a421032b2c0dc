"""
Unpacks an archive that a stranger made. It runs inside the sandbox, and trusts nothing in the archive.

Only plain files and folders come out of it, below one folder, with plain modes, and no more than the
bounds allow. Everything else is refused by name.
"""

import gzip
import io
import os
import stat
import tarfile
import zlib
from pathlib import PurePosixPath
from typing import Final, Protocol

from bessemer.submissions.archives import ArchiveBounds, BadArchive

_MIB: Final = 1024 * 1024
_FREE: Final = _MIB
"""So much may come out of any archive, however small it is."""
_CHUNK: Final = 256 * 1024
_ODD: Final = stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX
_KINDS: Final = {
    tarfile.SYMTYPE: "a symbolic link",
    tarfile.LNKTYPE: "a hard link",
    tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device",
    tarfile.FIFOTYPE: "a pipe",
}


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Bounded(io.RawIOBase):
    """The plain content of an archive, of which no more is read than is allowed."""

    def __init__(self, plain: _Readable, most: int, bounds: ArchiveBounds) -> None:
        super().__init__()
        self._plain = plain
        self._left = most
        self._bounds = bounds

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        size = _CHUNK if size < 0 else min(size, _CHUNK)
        found = self._plain.read(size)
        self._left -= len(found)
        if self._left < 0:
            raise BadArchive(
                f"what comes out of the archive is too large: at most {self._bounds.unpacked // _MIB} "
                f"MiB, and {self._bounds.ratio} times the archive"
            )
        return found


def unpack(archive: str, folder: str, bounds: ArchiveBounds) -> None:
    """
    Unpack an archive into a folder that is empty.

    Raises:
        BadArchive: it is no archive, or has something that is refused.
    """
    size = os.path.getsize(archive)  # noqa: PTH202 - as everything here: for a quick start
    if size > bounds.size:
        raise BadArchive(f"the archive has {size:,} bytes: at most {bounds.size:,}")
    headers = 2 * tarfile.BLOCKSIZE * bounds.files
    most = min(bounds.unpacked + headers, _FREE + bounds.ratio * size)
    try:
        with (
            gzip.open(archive) as plain,
            tarfile.open(fileobj=_Bounded(plain, most, bounds), mode="r|") as tar,
        ):
            _unpack(tar, folder, bounds)
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, ValueError) as error:
        if isinstance(error, BadArchive):
            raise
        raise BadArchive(f"this is no tar file that gzip has compressed: {error}") from None


def _unpack(tar: tarfile.TarFile, folder: str, bounds: ArchiveBounds) -> None:
    made: set[PurePosixPath] = set()
    count = size = 0
    for member in tar:
        count += 1
        size += max(0, member.size)
        if count > bounds.files:
            raise BadArchive(f"the archive has more than {bounds.files:,} files")
        if size > bounds.unpacked:
            raise BadArchive(
                f"what comes out of the archive is too large: at most {bounds.unpacked // _MIB} MiB"
            )
        path = _path_of(member, bounds)
        for above in reversed(path.parents[:-1]):
            _make_folder(folder, above, made)
        if member.isdir():
            _make_folder(folder, path, made)
            continue
        try:
            _write(tar, member, f"{folder}/{path}")
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            raise BadArchive(f"the archive has {_shown(member.name)} twice") from None
        tar.members = []  # type: ignore[attr-defined]  # it would remember them all


def _path_of(member: tarfile.TarInfo, bounds: ArchiveBounds) -> PurePosixPath:
    """Where a member goes, if it may come out at all."""
    name = member.name
    if member.type in _KINDS:
        raise BadArchive(
            f"{_shown(name)} is {_KINDS[member.type]}: an archive has plain files and folders"
        )
    if not (member.isdir() or member.type in (tarfile.REGTYPE, tarfile.AREGTYPE)):
        raise BadArchive(f"{_shown(name)} is of a kind that is not unpacked")
    if member.sparse is not None:
        raise BadArchive(f"{_shown(name)} is a file with holes, which is not unpacked")
    if member.mode & _ODD:
        raise BadArchive(
            f"{_shown(name)} has the mode {member.mode:o}: setuid, setgid and sticky are refused"
        )
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise BadArchive(f"{_shown(name)} leads out of the archive's folder")
    if not name or len(name) > bounds.name or len(path.parts) > bounds.depth:
        raise BadArchive(
            f"{_shown(name)}: a path has at most {bounds.name} characters and {bounds.depth} folders"
        )
    if not name.isprintable() or "\\" in name:
        raise BadArchive(f"{_shown(name)} has characters that no name of a file needs")
    return path


def _make_folder(folder: str, path: PurePosixPath, made: set[PurePosixPath]) -> None:
    if path in made or not path.parts:
        return
    try:
        os.mkdir(f"{folder}/{path}", 0o755)  # noqa: PTH102
    except (FileExistsError, NotADirectoryError):
        raise BadArchive(f"the archive has {_shown(str(path))} twice") from None
    made.add(path)


def _write(tar: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> None:
    content = tar.extractfile(member)
    assert content is not None, "it is a file"
    mode = 0o755 if member.mode & stat.S_IXUSR else 0o644
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        while part := content.read(_CHUNK):
            file.write(part)


def _shown(name: str) -> str:
    return ascii(name[:80])
