"""
Bots that take part in matches: any command line, started as a process of its own.

A bot finds in its environment what it should play; `bessemer.sdk.program.running` reads that, and so
can a program in any language.
"""

import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class BotSpec(NamedTuple):
    """A bot that takes part."""

    name: str
    """Its name in matches and replays: a name, or one version of it as `name:version`."""
    command: tuple[str, ...]
    """The command line that starts it."""
    folder: Path | None = None
    """Where its program lies; `None` for a shipped one."""
    author: str = ""
    is_whole: bool = False
    """Whether the bot sees its whole folder, which is its own: it was handed in."""

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with Bessemer and not from elsewhere."""
        return self.folder is None

    @property
    def programs(self) -> list[Path]:
        """The files on its command line that are in its folder; none of a shipped bot."""
        if self.folder is None:
            return []
        folder = self.folder.resolve()
        paths = [(folder / word).resolve() for word in self.command]
        return [path for path in paths if path.is_file() and path.is_relative_to(folder)]


def author_of(bot: BotSpec) -> str:
    """Its author; by default the name that its versions share."""
    return bot.author or bot.name.partition(":")[0]


def shipped_bot(name: str) -> BotSpec:
    """The bot `name` that comes with Bessemer."""
    # Without -P a file in the caller's folder, such as random.py, would be imported.
    return BotSpec(name, (sys.executable, "-P", "-m", "bessemer.cli.main", "bot", name))


def bot_digest(bot: BotSpec) -> str:
    """
    A digest of a bot's command line and its program, to see whether it is still the same bot.

    The program is every file that the command line names, with the files beside it that are written
    in the same language; of a shipped bot all that is shipped. What those load from elsewhere is
    not looked at.
    """
    digest = sha256("\0".join(bot.command).encode())
    for path in sorted(set(_shipped() if bot.is_shipped else _with_neighbours(bot.programs))):
        digest.update(str(path.name).encode() + b"\0" + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _with_neighbours(programs: Iterable[Path]) -> Iterator[Path]:
    for path in programs:
        yield path
        if path.suffix:
            yield from (each for each in path.parent.glob(f"*{path.suffix}") if each.is_file())


def _shipped() -> Iterator[Path]:
    found = find_spec("bessemer.bots")
    for place in (found.submodule_search_locations if found else None) or ():
        yield from Path(place).rglob("*.py")
