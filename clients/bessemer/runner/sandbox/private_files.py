"""
Files in a bot's folder that are none of its business: a referee's data, tokens, keys, other bots.

A bot may read the folder of its program. People keep many things in one folder, and it would be a pity
to refuse `./my_bot.py` beside `bessemer-data`; so bubblewrap hides what is private. Only a bot in the
middle of it is refused.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart
from bessemer.runner.bots.bot_specs import BotSpec

_DATA: Final = frozenset({"organiser.token", "bessemer.sqlite3", "replay-key.pem"})
"""By each of these files one knows the data folder of a referee or a ladder."""
_ENDINGS: Final = (".token", "-key.pem", ".key")
_NOT_SEARCHED: Final = frozenset({".git", ".venv", "venv", "node_modules", "__pycache__"})
_MOST_FILES: Final = 50_000


def private_paths(folder: Path) -> list[Path]:
    """
    The data folders, tokens and keys inside of a folder.

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
        found += [Path(at, name) for name in files if name.endswith(_ENDINGS)]
        folders[:] = [name for name in folders if name not in _NOT_SEARCHED]
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
