"""
Bots as they are named on the command line, and how each is started.

A folder with a `bot.toml` is the bot that could be handed in from there. Any other name with a slash, or one that ends in .py, is a program: `./my_bot.py`. Its environment says what
to play; `bessemer.sdk.program.running` reads that, and so can a program in any language. Numbers of the bot
may follow, as on its own command line: `./my_bot.py --depth 3`. After `lines:`
comes the command line of a program that reads and writes lines; `bessemer.lines` plays for it.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bessemer.bots.own import file_and_numbers, is_file_name, short_name
from bessemer.cli.console.arguments import WrongUsage
from bessemer.lines.names import BadCommand, command_of, speaks_lines
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.building.submitted_bot import manifest_of, submitted_bot
from bessemer.sdk.program.bot_checks import UnusableBot
from bessemer.submissions.manifest import FILE, BadManifest
from bessemer.suggestions import did_you_mean

_IMPORTED: Final = ("bessemer", "grpc", "google")
"""Packages without which no bot in Python plays."""


class UnknownBotName(WrongUsage):
    """A name that is neither a shipped bot nor a program."""


def bot_spec(name: str, shipped: Iterable[str]) -> BotSpec:
    """
    The bot that `name` stands for.

    Raises:
        NoSuchBot: it is none, or a file that cannot be run.
    """
    if name in shipped:
        return shipped_bot(name)
    if (Path(name) / FILE).is_file():
        return _folder_spec(Path(name))
    if not is_file_name(name):
        listed = list(shipped)
        hint = did_you_mean(name, listed) or (
            f": the shipped bots are {', '.join(listed)}; a bot of your own is a file, such as "
            "./my_bot.py"
        )
        raise UnknownBotName(f"no bot {name!r}{hint}")
    if speaks_lines(name):
        return _line_spec(name)
    try:
        file, words = file_and_numbers(name)
    except UnusableBot as error:
        raise UnknownBotName(str(error)) from None
    program = Path(file).resolve()
    if not program.is_file():
        raise UnknownBotName(f"there is no file {file}")
    if program.suffix != ".py" and not os.access(program, os.X_OK):
        raise UnknownBotName(f"{file} is neither a .py file nor an executable program")
    if program.suffix == ".py":
        _refuse_shadows(program)
    # A Python file is run by the Python that runs us.
    command = (sys.executable, str(program)) if program.suffix == ".py" else (str(program),)
    return BotSpec(short_name(name), (*command, *words), program.parent)


def _folder_spec(folder: Path) -> BotSpec:
    """The bot in a folder that could be handed in: what its bot.toml runs, under the name there."""
    try:
        manifest = manifest_of(folder)
        return submitted_bot(manifest, folder, manifest.name)
    except BadManifest as error:
        raise UnknownBotName(f"{folder}: {error}") from None


def _line_spec(name: str) -> BotSpec:
    try:
        command = command_of(name)
    except BadCommand as error:
        raise UnknownBotName(str(error)) from None
    # Without -P a file in the caller's folder, such as random.py, would be imported.
    bridge = (sys.executable, "-P", "-m", "bessemer.lines", *command.words)
    return BotSpec(short_name(name), bridge, command.folder)


def _refuse_shadows(program: Path) -> None:
    """
    Refuse a bot beside which a file is that Python would import instead of what the bot means.

    Raises:
        UnknownBotName: there is one.
    """
    for name in _IMPORTED:
        for shadow in (program.parent / f"{name}.py", program.parent / name / "__init__.py"):
            if shadow.is_file():
                raise UnknownBotName(
                    f"{shadow} would be imported instead of the package {name} that {program.name} "
                    "needs: rename it"
                )
