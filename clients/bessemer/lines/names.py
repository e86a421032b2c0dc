"""
How a bot that speaks lines is named: `lines:./a.out`, `lines:java -cp build MyBot`.

What follows is a command line. Its words that name files or folders are made absolute; the folder of the
first of them is where the program starts, and is the bot's folder in the sandbox.
"""

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final, NamedTuple

PREFIX: Final = "lines:"


class BadCommand(ValueError):
    """A command line that cannot be started; the message says why."""


class LineCommand(NamedTuple):
    """The program behind such a name."""

    words: tuple[str, ...]
    """Its command line."""
    program: Path | None
    """The first file or folder that it names."""

    @property
    def folder(self) -> Path:
        """Where it starts."""
        return Path.cwd() if self.program is None else self.program.parent

    @property
    def label(self) -> str:
        """The bot's name, before odd characters are removed."""
        return Path(self.words[0]).stem if self.program is None else self.program.stem


def speaks_lines(name: str) -> bool:
    """Whether a bot's name says that it speaks lines."""
    return name.startswith(PREFIX)


def command_of(name: str) -> LineCommand:
    """
    The command line in a bot's name.

    Raises:
        BadCommand: there is no such program.
    """
    try:
        given = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise BadCommand(f"{name!r}: {error}") from None
    if not given:
        raise BadCommand(
            f"{name!r} names no program: write {PREFIX}./a.out, or {PREFIX}COMMAND ARGS"
        )
    first = Path(given[0])
    if "/" not in given[0] and first.suffix != ".py":
        if shutil.which(given[0]) is None:
            hint = f"; the file in this folder is {PREFIX}./{given[0]}" if first.is_file() else ""
            raise BadCommand(f"there is no program {given[0]} in PATH{hint}")
    elif not first.is_file():
        raise BadCommand(f"there is no file {given[0]}")
    elif first.suffix == ".py":
        # A Python file is run by the Python that runs us.
        given.insert(0, sys.executable)
    elif shutil.which(first.resolve()) is None:
        raise BadCommand(f"{given[0]} is not executable: chmod +x {given[0]}, or name what runs it")
    words, program = [], None
    for number, word in enumerate(given):
        path = Path(word)
        is_named = "/" in word if number == 0 else path.exists()
        if not is_named or word == sys.executable:
            words.append(word)
            continue
        words.append(str(path.resolve()))
        program = program or path.resolve()
    return LineCommand(tuple(words), program)
