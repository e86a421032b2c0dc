"""`bessemer new`: a folder with a bot, its test and a README, ready to play."""

import argparse
import keyword
import re
import sys
from pathlib import Path
from typing import Final

from bessemer.cli.arguments import WrongUsage, describe
from bessemer.cli.output import failed

_EXAMPLES: Final = """\
bessemer new my_bot
bessemer match furnace --bots ./my_bot/my_bot.py,greedy,random    # its first match
"""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,38}")
# A file of such a name beside the bot would be imported instead of the real thing.
_OURS: Final = frozenset({"bessemer", "grpc", "google", "test"})
_FILES: Final = {
    "bot.py.txt": "{name}.py",
    "test.py.txt": "test_{name}.py",
    "README.md.txt": "README.md",
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write a folder with a bot that plays, its test and a README.", _EXAMPLES)
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="a new folder; the bot gets its name"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the project that `args` ask for."""
    folder: Path = args.folder
    try:
        name = _checked_name(folder)
        _write(folder, name)
    except OSError as error:
        return failed(f"cannot write {folder}: {error.strerror}")
    print(f"{folder}: a bot, its test and a README. Play its first match:\n")
    print(f"  cd {folder}\n  bessemer match furnace --bots ./{name}.py,greedy,random")
    return 0


def _checked_name(folder: Path) -> str:
    """
    The bot's name, which becomes a module and a class.

    Raises:
        WrongUsage: Python could not import it, or would import it for something else.
    """
    name = folder.name
    if not _NAME.fullmatch(name):
        raise WrongUsage(
            f"{str(folder)!r}: a bot's name is a small letter, then small letters, digits and _: "
            "my_bot"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in _OURS:
        raise WrongUsage(
            f"{name!r} means something else to Python: choose another, such as {name}_bot"
        )
    return name


def _write(folder: Path, name: str) -> None:
    from importlib.resources import files

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WrongUsage(f"{folder} is there already: nothing was changed; choose another name")
    folder.mkdir(parents=True, exist_ok=True)
    class_name = "".join(word.capitalize() for word in name.split("_"))
    templates = files("bessemer.cli") / "templates"
    for template, file in _FILES.items():
        text = (templates / template).read_text(encoding="utf-8")
        text = text.replace("my_bot", name).replace("MyBot", class_name)
        (folder / file.format(name=name)).write_text(text, encoding="utf-8")
