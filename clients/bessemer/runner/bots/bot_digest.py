"""Whether a bot is still the one that it was: a digest of its command line and its program."""

from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from bessemer.runner.bots.bot_specs import BotSpec


def bot_digest(bot: BotSpec) -> str:
    """
    The same for as long as the bot's command line and its program are the same.

    The program is every file that the command line names, with the files beside it that are written
    in the same language; of a shipped bot all that is shipped. What those load from elsewhere is
    not looked at.
    """
    digest = sha256("\0".join(bot.command).encode())
    for path in sorted(set(_shipped() if bot.folder is None else _program(bot, bot.folder))):
        digest.update(str(path.name).encode() + b"\0" + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _program(bot: BotSpec, folder: Path) -> Iterator[Path]:
    for word in bot.command:
        path = folder / word
        if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            continue
        yield path
        if path.suffix:
            yield from (each for each in path.parent.glob(f"*{path.suffix}") if each.is_file())


def _shipped() -> Iterator[Path]:
    found = find_spec("bessemer.bots")
    for place in (found.submodule_search_locations if found else None) or ():
        yield from Path(place).rglob("*.py")
