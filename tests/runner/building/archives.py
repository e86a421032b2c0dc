"""Archives that are built and unpacked in tests, good ones and bad ones."""

import gzip
import io
import tarfile
from collections.abc import Callable
from typing import Any, Final

MANIFEST: Final = b'name = "mine"\ngame = "furnace"\nrun = "mine.py"\n'
Member = tuple[str, bytes, dict[str, Any]]


def archive(*members: Member, manifest: bytes = MANIFEST) -> bytes:
    """An archive with a manifest and these members: name, content, fields of its header."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, content, fields in (("bot.toml", manifest, {}), *members):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            for field, value in fields.items():
                setattr(member, field, value)
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def plain(name: str, content: bytes = b"x", **fields: Any) -> Member:  # noqa: ANN401 - of a header
    """A file."""
    return name, content, fields


def special(name: str, kind: bytes, target: str = "") -> Member:
    """A link, a device or a pipe."""
    return name, b"", {"type": kind, "linkname": target, "devmajor": 1, "devminor": 3}


def _with_many() -> bytes:
    return archive(*(plain(f"f{number}", b"") for number in range(6_000)))


def _cut_short() -> bytes:
    return archive(plain("mine.py", bytes(range(256)) * 200))[:-40]


def _sparse() -> bytes:
    headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "big"}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        manifest = tarfile.TarInfo("bot.toml")
        manifest.size = len(MANIFEST)
        tar.addfile(manifest, io.BytesIO(MANIFEST))
        member = tarfile.TarInfo("GNUSparseFile.0/big")
        member.pax_headers = headers | {"GNU.sparse.realsize": "512"}
        content = b"1\n0\n1\n".ljust(512, b"\0")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


HOSTILE: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "zip bomb": (lambda: archive(plain("big", bytes(64 * 2**20))), "too large"),
    "too many files": (_with_many, "more than 5,000 files"),
    "symbolic link": (
        lambda: archive(special("link", tarfile.SYMTYPE, "/etc/passwd")),
        "'link' is a symbolic link",
    ),
    "hard link": (
        lambda: archive(special("link", tarfile.LNKTYPE, "bot.toml")),
        "'link' is a hard link",
    ),
    "device": (lambda: archive(special("null", tarfile.CHRTYPE)), "'null' is a device"),
    "pipe": (lambda: archive(special("pipe", tarfile.FIFOTYPE)), "'pipe' is a pipe"),
    "setuid": (lambda: archive(plain("root", mode=0o4755)), "setuid"),
    "sticky": (lambda: archive(plain("root", mode=0o1755)), "setuid"),
    "absolute path": (lambda: archive(plain("/etc/cron.d/mine")), "leads out"),
    "path that leads out": (lambda: archive(plain("a/../../mine.py")), "leads out"),
    "the same file twice": (lambda: archive(plain("a"), plain("a")), "twice"),
    "a file as a folder": (lambda: archive(plain("a"), plain("a/b")), "twice"),
    "holes": (_sparse, "holes"),
    "long path": (lambda: archive(plain("a/" * 30 + "b")), "at most 200 characters"),
    "odd name": (lambda: archive(plain("a\x1b[2Jb")), "characters that no name"),
    "cut short": (_cut_short, "no tar file"),
}
"""By what is wrong: the archive, and what its author is told."""
