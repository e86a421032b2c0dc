"""
Bots that are programs of their own: how they are named on the command line, and started.

A name with a slash, or one that ends in .py, is a program: `./my_bot.py`. It is told in its
environment what to play; `bessemer.sdk.running` reads that, and so can a program in any language.
"""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME: Final = 40


class UnknownBot(Exception):
    """A name that is neither a shipped bot nor a program."""


class BotSpec(NamedTuple):
    """A bot that takes part: any command line."""

    name: str
    """What the match and its replay call it."""
    command: tuple[str, ...]
    """What starts it; it finds in its environment what to play."""
    folder: Path | None = None
    """Where its program lies; `None` for a shipped one."""
    author: str = ""

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with Bessemer and not from elsewhere."""
        return self.folder is None


def shipped_bot(name: str) -> BotSpec:
    """The bot `name` that comes with Bessemer."""
    # Without -P a file in the caller's folder, such as random.py, would be imported.
    command = (sys.executable, "-P", "-m", "bessemer.cli.main", "bot", name)
    return BotSpec(name, command)


def bot_spec(name: str, shipped: Iterable[str]) -> BotSpec:
    """
    The bot that `name` stands for: a shipped one, or a program.

    Raises:
        UnknownBot: it is none, or a file that cannot be run.
    """
    if name in shipped:
        return shipped_bot(name)
    if not (name.endswith(".py") or "/" in name or os.sep in name):
        raise UnknownBot(
            f"there is no bot {name!r}: choose from {', '.join(shipped)}, or give the path of a "
            "program of your own, such as ./my_bot.py"
        )
    program = Path(name).resolve()
    if not program.is_file():
        raise UnknownBot(f"there is no file {name}")
    # A Python file is run by the Python that runs us.
    command = (sys.executable, str(program)) if program.suffix == ".py" else (str(program),)
    if program.suffix != ".py" and not os.access(program, os.X_OK):
        raise UnknownBot(f"{name} is neither a .py file nor executable: try chmod +x {name}")
    return BotSpec(_ODD.sub("-", program.stem)[:_LONGEST_NAME], command, program.parent)
