"""
The files of a bot: what it sees of the folder that its program is in.

People keep many things in one folder: bots, a referee's data, backups, keys. So a bot sees its program
and the modules beside it, and what its command line names, and nothing else. It sees the whole of a
folder that is called like the program or like the bot: `bessemer new` makes such folders.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bessemer.runner.bots.bot_specs import BotSpec

_SCRIPTS: Final = ("*.js", "*.mjs", "*.cjs", "*.ts", "package.json", "node_modules")
_BESIDE: Final = {
    ".py": ("*.py", "*.so", "*/__init__.py"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".ts"), _SCRIPTS),
}
"""By the ending of a program: what it may import from its folder."""
_MODULE: Final = "-m"


def visible_files(bot: BotSpec) -> tuple[Path, ...]:
    """The files and folders that a bot may read of its folder; none of a shipped bot."""
    if bot.is_whole and bot.folder is not None:
        return (bot.folder.resolve(),)
    found: dict[Path, None] = {}
    for path in _named(bot):
        if path.is_dir():
            found[path] = None
            continue
        is_own = path.parent.name in (path.stem, bot.name.partition(":")[0])
        found |= dict.fromkeys((path.parent,) if is_own else _modules(path))
        found[path] = None  # by name, even if it looks like a secret
    return tuple(found)


def is_hidden(bot: BotSpec, name: str) -> bool:
    """Whether a path, as the bot or its interpreter says it, is in its folder and not shown to it."""
    if bot.folder is None:
        return False
    folder = bot.folder.resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or path == folder or not path.exists():
        return False
    return not any(path.is_relative_to(shown) for shown in visible_files(bot))


def _named(bot: BotSpec) -> Iterator[Path]:
    """The files and folders below its own that the command line of a bot names."""
    if bot.folder is None:
        return
    folder, before = bot.folder.resolve(), ""
    for word in bot.command:
        package = word.partition(".")[0]
        words = (f"{package}.py", package) if before == _MODULE else (word,)
        for path in ((folder / one).resolve() for one in words):
            if path.is_relative_to(folder) and path.exists():
                yield path
        before = word


def _modules(program: Path) -> Iterator[Path]:
    yield program
    for pattern in _BESIDE.get(program.suffix, (f"*{program.suffix}",) if program.suffix else ()):
        for path in sorted(program.parent.glob(pattern)):
            # A package is shown as a whole.
            yield path.parent if path.name == "__init__.py" and "/" in pattern else path
