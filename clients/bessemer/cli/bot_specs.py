"""
Bots as they are named on the command line, and how each is started.

A name with a slash, or one that ends in .py, is a program: `./my_bot.py`. Its environment says what
to play; `bessemer.sdk.running` reads that, and so can a program in any language.
"""

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.cli.arguments import WrongUsage

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_LABEL: Final = 40


class NoSuchBot(WrongUsage):
    """A name that is neither a shipped bot nor a program."""


class BotSpec(NamedTuple):
    """A bot as it was named."""

    label: str
    """What the match and its replay call it."""
    program: Path | None
    """`None` if it is a shipped one."""

    def command(self) -> tuple[str, ...]:
        """What starts the program; Python's are run by the Python that runs us."""
        if self.program is None:
            # Without -P a file in the caller's folder, such as random.py, would be imported.
            return (sys.executable, "-P", "-m", "bessemer.cli.main", "bot", self.label)
        if self.program.suffix == ".py":
            return (sys.executable, str(self.program))
        return (str(self.program),)


def bot_spec(name: str, shipped: Iterable[str]) -> BotSpec:
    """
    The bot that `name` stands for.

    Raises:
        NoSuchBot: it is none, or a file that cannot be run.
    """
    if name in shipped:
        return BotSpec(name, None)
    if not (name.endswith(".py") or "/" in name or os.sep in name):
        raise NoSuchBot(
            f"no bot {name!r}: the shipped bots are {', '.join(shipped)}; a bot of your own is a "
            "file, such as ./my_bot.py"
        )
    program = Path(name).resolve()
    if not program.is_file():
        raise NoSuchBot(f"there is no file {name}")
    if program.suffix != ".py" and not os.access(program, os.X_OK):
        raise NoSuchBot(f"{name} is neither a .py file nor an executable program")
    return BotSpec(_ODD.sub("-", program.stem)[:_LONGEST_LABEL], program)
