"""Bots on their way to other machines: their folders are packed here and unpacked there."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bessemer.runner.cluster.messages import BotArchive, ClusterFailed, PackedBot, WorkerConfig
from bessemer.runner.ladder_run import Entrant, LadderRunConfig
from bessemer.runner.sandbox.sandbox import build_fence

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 5_000
_LEFT_BEHIND: Final = frozenset({".git", ".venv", "__pycache__"})
"""Folders that are no use elsewhere."""


def recruit(entrant: Entrant, data: Path) -> PackedBot:
    """
    A bot ready to travel, with its folder but without the ladder's `data`.

    Raises:
        ClusterFailed: its folder is too large.
    """
    parcel = None if entrant.folder is None else pack(entrant.name, entrant.folder, data)
    return PackedBot(entrant.name, entrant.command, entrant.author, parcel)


def pack(name: str, folder: Path, data: Path) -> BotArchive:
    """
    The files of the bot `name`'s `folder`, without the ladder's `data`.

    Raises:
        ClusterFailed: there is too much of it.
    """
    home, size = folder.resolve(), 0
    files: dict[str, tuple[bytes, bool]] = {}
    for path in _files(home, data.resolve()):
        size += path.stat().st_size
        if size > MOST_BYTES or len(files) == MOST_FILES:
            raise ClusterFailed(
                f"{name}'s folder {home} is too large to be sent to other machines (at most "
                f"{MOST_BYTES >> 20} MiB in {MOST_FILES} files): give the bot a folder of its own"
            )
        files[str(path.relative_to(home))] = path.read_bytes(), os.access(path, os.X_OK)
    return BotArchive(str(home), files)


def settle(brief: WorkerConfig, root: Path) -> LadderRunConfig:
    """The setting of a worker that has the folder `root` for itself; unpacks the bots there."""
    data = root / "data"
    entrants = [
        _settled(one, brief.python, root / "bots" / str(number))
        for number, one in enumerate(brief.recruits)
    ]
    fence = build_fence(brief.limits, readable=brief.readable, hidden=(data,))
    return LadderRunConfig(data, brief.ladder, entrants, fence, brief.concurrency)


def at_home(
    command: Sequence[str], python: str, folder: Path | None, former: str
) -> tuple[str, ...]:
    """A command line from elsewhere, as it must be here."""

    def here(word: str) -> str:
        if word == python:
            return sys.executable
        if folder is not None and Path(word).is_relative_to(former):
            return str(folder / Path(word).relative_to(former))
        return word

    return tuple(map(here, command))


def _settled(one: PackedBot, python: str, folder: Path) -> Entrant:
    if one.parcel is None:
        return Entrant(one.name, at_home(one.command, python, None, ""), None, one.author)
    folder.mkdir(parents=True)
    for path, (content, is_executable) in one.parcel.files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        if is_executable:
            file.chmod(0o755)
    command = at_home(one.command, python, folder, one.parcel.folder)
    return Entrant(one.name, command, folder, one.author)


def _files(home: Path, data: Path) -> Iterator[Path]:
    """The plain files below `home`; a link that leads out of it is not followed."""
    for place, folders, names in os.walk(home):
        here = Path(place)
        folders[:] = sorted(
            name for name in folders if name not in _LEFT_BEHIND and here / name != data
        )
        for name in sorted(names):
            path = here / name
            if path.is_file() and path.resolve().is_relative_to(home):
                yield path
