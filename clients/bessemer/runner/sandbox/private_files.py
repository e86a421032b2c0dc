"""
Files that are no bot's business: a referee's data, backups, tokens, keys, configurations, other bots.

A bot sees little of its folder (`runner/bots/bot_files.py`), and of what it sees bubblewrap hides what is
private: by its name, and whatever its name is, by what is in it.
"""

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart
from bessemer.runner.bots.bot_specs import BotSpec

_DATA: Final = frozenset({"organiser.token", "bessemer.sqlite3", "replay-key.pem"})
"""By each of these files one knows the data folder of a referee or a ladder."""
_NAMES: Final = frozenset({"bessemer.toml", "sessions.json", "tables.json"})
_ENDINGS: Final = (".token", "-key.pem", ".key", ".backup")
_SECRETS: Final = re.compile(
    rb"bsm_[a-z2-7]{12}_[a-z2-7]{52}"  # a token
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_SQLITE: Final = b"SQLite format 3\0"
_OUR_TABLES: Final = re.compile(
    rb"CREATE TABLE \"?(?:bessemer_schema|seat_tokens|open_blocks|backup_files)\b", re.IGNORECASE
)
_SEARCHED_BYTES: Final = 4 * 1024 * 1024
"""Of each file; a book of openings may be long."""
_NOT_SHOWN: Final = frozenset({".git", ".hg"})
_NOT_SEARCHED: Final = frozenset({".venv", "venv", "node_modules", "__pycache__"})
_MOST_FILES: Final = 50_000


def private_files(path: Path) -> list[Path]:
    """
    The private files and folders in what a bot may read: in a folder, or the file itself.

    Raises:
        CannotStart: the folder is a data folder, or is too large to be searched.
    """
    if path.is_dir():
        return private_paths(path)
    return [path] if is_private(path) else []


def is_private(file: Path) -> bool:
    """Whether a file is private by its name or by what is in it."""
    if file.name in _NAMES or file.name in _DATA or file.name.endswith(_ENDINGS):
        return True
    try:
        status = file.stat()
        return _has_secret(str(file), status.st_ino, status.st_size, status.st_mtime_ns)
    except OSError:  # nobody who cannot read it here can there
        return False


@lru_cache(maxsize=_MOST_FILES)
def _has_secret(file: str, _number: int, _size: int, _changed: int) -> bool:
    path = Path(file)
    if not path.is_file():
        return False
    with path.open("rb") as opened:
        content = opened.read(_SEARCHED_BYTES)
    is_ours = content.startswith(_SQLITE) and _OUR_TABLES.search(content) is not None
    return is_ours or _SECRETS.search(content) is not None


def private_paths(folder: Path) -> list[Path]:
    """
    The private files inside of a folder, and the data folders.

    Raises:
        CannotStart: the folder is a data folder, or is too large to be searched.
    """
    if inside := sorted(name for name in _DATA if (folder / name).exists()):
        raise CannotStart(
            f"{folder} is the data folder of a referee (it holds {inside[0]}), which the bot could "
            "read: give the bot its own folder"
        )
    found: list[Path] = []
    searched = 0
    for at, folders, files in os.walk(folder):
        searched += len(folders) + len(files)
        if searched > _MOST_FILES:
            raise CannotStart(
                f"{folder} has more than {_MOST_FILES:,} files, too many to be searched for tokens "
                "and data that the bot should not read: give the bot its own folder"
            )
        if not _DATA.isdisjoint(files):
            found.append(Path(at))
            folders.clear()
            continue
        private = {name for name in files if is_private(Path(at, name))}
        # What has not reached a database yet lies beside it.
        private |= {name for name in files if name.rpartition("-")[0] in private}
        found += [Path(at, name) for name in sorted(private)]
        found += [Path(at, name) for name in folders if name in _NOT_SHOWN]
        folders[:] = [name for name in folders if name not in _NOT_SEARCHED | _NOT_SHOWN]
    return found


def others_files(bot: BotSpec, bots: Iterable[BotSpec]) -> tuple[Path, ...]:
    """The paths of others that a bot must not see: their folders in its own, or programs beside its own."""
    if bot.folder is None:
        return ()
    mine, own = bot.folder.resolve(), set(bot.programs)
    found: dict[Path, None] = {}
    for other in bots:
        if other.folder is None or _is_same_author(bot, other):
            continue
        theirs = other.folder.resolve()
        if not theirs.is_relative_to(mine):
            continue  # it sees nothing of that
        if theirs != mine and not any(path.is_relative_to(theirs) for path in own):
            found[theirs] = None
        else:
            found |= dict.fromkeys(path for path in other.programs if path not in own)
    return tuple(found)


def _is_same_author(one: BotSpec, other: BotSpec) -> bool:
    """Whether they may read each other: versions of one bot, or bots that are said to be of one author."""
    if one.name.partition(":")[0] == other.name.partition(":")[0]:
        return True
    return bool(one.author) and one.author == other.author
