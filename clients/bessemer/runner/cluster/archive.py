"""Bots on their way to other machines: their folders are packed here and unpacked there."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bessemer.runner.bots.bot_files import visible_files
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.cluster.messages import ClusterFailed, PackedBot, WorkerConfig
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.bubblewrap import is_inside
from bessemer.runner.sandbox.private_files import private_files
from bessemer.runner.sandbox.sandbox import build_sandbox

MAX_BYTES: Final = 64 * 1024 * 1024
MAX_FILES: Final = 5_000
_IGNORED: Final = frozenset({".git", ".venv", "__pycache__"})
"""Folders that are no use elsewhere."""


def pack(bot: BotSpec, data: Path) -> PackedBot:
    """
    A bot ready to travel, with its folder but without the ladder's `data`.

    Raises:
        ClusterFailed: its folder is too large.
    """
    if bot.folder is None:
        return PackedBot(bot, None)
    bot = bot._replace(folder=bot.folder.resolve())
    return PackedBot(bot, _content(bot, data.resolve()))


def unpack(config: WorkerConfig, root: Path) -> LadderRunConfig:
    """The run of a worker that has the folder `root` for itself; unpacks the bots there."""
    data = root / "data"
    bots = [
        _unpack_bot(bot, config.python, root / "bots" / str(number))
        for number, bot in enumerate(config.bots)
    ]
    sandbox = build_sandbox(config.limits, readable=config.readable, hidden=(data,))
    return LadderRunConfig(
        data,
        config.ladder,
        bots,
        sandbox,
        config.concurrency,
        config.thinkers,
        instances=config.instances,
        ponder=config.ponder,
    )


def _content(bot: BotSpec, data: Path) -> dict[str, tuple[bytes, bool]]:
    root, size = bot.folder, 0
    assert root is not None, "it is not a shipped one"
    files: dict[str, tuple[bytes, bool]] = {}
    for path in _files(bot, root, data):
        size += path.stat().st_size
        if size > MAX_BYTES or len(files) == MAX_FILES:
            raise ClusterFailed(
                f"{bot.name}'s folder {root} is too large to be sent to other machines (at most "
                f"{MAX_BYTES >> 20} MiB in {MAX_FILES} files): give the bot its own folder"
            )
        files[str(path.relative_to(root))] = path.read_bytes(), os.access(path, os.X_OK)
    return files


def _unpack_bot(bot: PackedBot, python: str, folder: Path) -> BotSpec:
    """The bot as it is here, where `folder` is its own and Python is not `python`."""
    there = bot.spec.folder

    def here(word: str) -> str:
        if word == python:
            return sys.executable
        if there is not None and Path(word).is_relative_to(there):
            return str(folder / Path(word).relative_to(there))
        return word

    spec = bot.spec._replace(command=tuple(map(here, bot.spec.command)))
    if bot.files is None:
        return spec
    folder.mkdir(parents=True)
    for path, (content, is_executable) in bot.files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        if is_executable:
            file.chmod(0o755)
    return spec._replace(folder=folder)


def _files(bot: BotSpec, root: Path, data: Path) -> Iterator[Path]:
    """The plain files below `root` that the bot sees; a link that leads out of it is not followed."""
    named = visible_files(bot)
    private = {path for shown in named for path in private_files(shown)} - set(named)
    files = {path for shown in named for path in _plain_files(shown, root, data)}
    return (path for path in sorted(files) if not is_inside(path, private))


def _plain_files(shown: Path, root: Path, data: Path) -> Iterator[Path]:
    if shown.is_file():
        yield shown
    for place, folders, names in os.walk(shown):
        here = Path(place)
        folders[:] = sorted(
            name for name in folders if name not in _IGNORED and here / name != data
        )
        for name in sorted(names):
            path = here / name
            if path.is_file() and path.resolve().is_relative_to(root):
                yield path
