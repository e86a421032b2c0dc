"""
Archives of bots: a tar file, compressed by gzip, that begins with the manifest.

Here they are made, and their first file is read. Nothing else of a stranger's archive is opened outside
the sandbox.
"""

import gzip
import io
import os
import stat
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.submissions.manifest import FILE, MOST_BYTES, BadManifest, Manifest, read_manifest

BEGINNING: Final = 2 * MOST_BYTES
"""Bytes of an archive that are enough for its manifest, however badly it is compressed."""
_BLOCK: Final = 512
_REGULAR: Final = (b"0", b"\0")
_MIB: Final = 1024 * 1024
_LEFT_OUT: Final = frozenset(
    {".git", ".hg", ".venv", "venv", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
)
"""Folders that are no use elsewhere, or are made again there."""


class ArchiveBounds(NamedTuple):
    """The bounds of an archive; all that is larger is refused."""

    size: int = 32 * _MIB
    """Bytes of the archive itself."""
    unpacked: int = 256 * _MIB
    """Bytes of all files together."""
    files: int = 5_000
    """Files and folders."""
    ratio: int = 200
    """How many times larger than the archive its content may be; the first MiB is free."""
    name: int = 200
    """Characters of a path."""
    depth: int = 20
    """Folders in a path."""


SUBMITTED: Final = ArchiveBounds()
BUILT: Final = ArchiveBounds(
    size=256 * _MIB, unpacked=1024 * _MIB, files=50_000, name=400, depth=40
)
"""Packages and what compilers write are larger."""


class BadArchive(ValueError):
    """An archive, or a folder that should become one, is not as it should be."""


def pack(folder: Path, bounds: ArchiveBounds = SUBMITTED) -> bytes:
    """
    The archive of a folder, the same bytes for the same files.

    Raises:
        BadArchive: the folder has no manifest, or is too large.
        OSError: a file cannot be read.
    """
    if not (folder / FILE).is_file():
        raise BadArchive(
            f"{folder} has no {FILE}: `bessemer new` writes one, and docs/submit.md shows what is in it"
        )
    packed = io.BytesIO()
    size = count = 0
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in _files(folder):
            found = path.stat()
            size, count = size + found.st_size, count + 1
            if size > bounds.unpacked or count > bounds.files:
                raise BadArchive(
                    f"{folder} is too large: at most {bounds.unpacked // _MIB} MiB in "
                    f"{bounds.files:,} files"
                )
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            member.size = found.st_size
            member.mode = 0o755 if found.st_mode & stat.S_IXUSR else 0o644
            with path.open("rb") as file:
                tar.addfile(member, file)
    content = packed.getvalue()
    if len(content) > bounds.size:
        raise BadArchive(
            f"the archive of {folder} has {len(content) / _MIB:.1f} MiB: at most {bounds.size // _MIB}"
        )
    return content


def manifest_in(beginning: bytes) -> Manifest:
    """
    The manifest at the beginning of an archive.

    Raises:
        BadArchive: it is no such archive, or begins with another file.
        BadManifest: the manifest is not as it should be.
    """
    try:
        plain = zlib.decompressobj(wbits=31).decompress(beginning, _BLOCK + MOST_BYTES + 1)
        header = tarfile.TarInfo.frombuf(plain[:_BLOCK], "utf-8", "surrogateescape")
    except (zlib.error, tarfile.HeaderError):
        raise BadArchive("this is no tar file that gzip has compressed") from None
    if header.name.removeprefix("./") != FILE or header.type not in _REGULAR:
        raise BadArchive(f"the first file in the archive must be {FILE}")
    if header.size > MOST_BYTES:
        raise BadManifest(f"{FILE} has more than {MOST_BYTES >> 10} KiB")
    content = plain[_BLOCK : _BLOCK + header.size]
    if len(content) < header.size:
        raise BadArchive("the archive ends in the middle of its first file")
    return read_manifest(content)


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, the manifest first; a link that leads out of it is left out."""
    root = folder.resolve()
    yield folder / FILE
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT)
        for name in sorted(names):
            path = Path(place, name)
            if path == folder / FILE or not path.is_file():
                continue
            if path.resolve().is_relative_to(root):
                yield path
