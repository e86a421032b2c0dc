"""All commands and what each takes, read from the parsers: for completion and manual pages."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bessemer.cli.console.arguments import LazyParser, output_file


class Argument(NamedTuple):
    """An option, or a word that stands by its place."""

    flags: tuple[str, ...]
    """Empty for a word by its place."""
    value: str
    """What stands for its value, "" if it takes none."""
    choices: tuple[str, ...]
    is_path: bool
    help: str


class Command(NamedTuple):
    """A command, or a group of them."""

    name: str
    """With the commands that it belongs to: `bessemer ladder run`."""
    summary: str
    parser: argparse.ArgumentParser
    arguments: tuple[Argument, ...]
    below: tuple[str, ...]
    """The names of the commands of a group, as they are typed."""

    @property
    def options(self) -> list[Argument]:
        """What begins with a dash."""
        return [argument for argument in self.arguments if argument.flags]

    @property
    def words(self) -> list[Argument]:
        """What stands by its place."""
        return [argument for argument in self.arguments if not argument.flags]


def commands(parser: argparse.ArgumentParser, summary: str = "") -> Iterator[Command]:
    """A parser and all below it, in the order of `--help`."""
    if isinstance(parser, LazyParser):
        parser.declare()
    groups = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]  # noqa: SLF001 - there is no other way to them
    arguments = tuple(
        _argument(parser, action)
        for action in parser._actions  # noqa: SLF001
        if action not in groups and action.help != argparse.SUPPRESS
    )
    below = tuple(name for group in groups for name in group.choices)
    yield Command(parser.prog, summary, parser, arguments, below)
    for group in groups:
        said = {action.dest: action.help or "" for action in group._choices_actions}  # noqa: SLF001
        for name, found in group.choices.items():
            yield from commands(found, said.get(name, ""))


def _argument(parser: argparse.ArgumentParser, action: argparse.Action) -> Argument:
    formatter = parser._get_formatter()  # noqa: SLF001
    takes_value = action.nargs != 0
    value = formatter._metavar_formatter(action, action.dest.upper())(1)[0] if takes_value else ""  # noqa: SLF001
    return Argument(
        flags=tuple(action.option_strings),
        value=value,
        choices=tuple(map(str, action.choices or ())),
        is_path=action.type in (Path, output_file) or value in ("FILE", "DIR", "FILE|DIR"),
        help=formatter._expand_help(action) if action.help else "",  # noqa: SLF001
    )
