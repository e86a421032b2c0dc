"""How options of a game are said on the command line: `--option NAME=VALUE`, as often as needed."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bessemer.engine.errors import BadOption


def add_option(command: argparse.ArgumentParser) -> None:
    """Let `command` take options of a game."""
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the game (see `bessemer games`); K=@FILE takes the value from a file",
    )


def read_options(said: Sequence[str]) -> dict[str, str]:
    """
    The options by name.

    Raises:
        BadOption: not of this form, said twice, or a file that cannot be read.
    """
    options: dict[str, str] = {}
    for text in said:
        name, is_pair, value = text.partition("=")
        if not is_pair:
            raise BadOption(f"--option takes NAME=VALUE, not {text!r}", option=text)
        if name in options:
            raise BadOption(f"option {name} is given twice", option=name)
        options[name] = _from_file(name, value[1:]) if value.startswith("@") else value
    return options


def _from_file(name: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"option {name}: cannot read {path}: {error}", option=name) from None
