"""`bessemer man`: a manual page for every command, from what its `--help` says."""

import argparse
import os
import re
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bessemer.cli.command_tree import Argument, Command, commands
from bessemer.cli.console.arguments import describe
from bessemer.cli.console.output import failed, reason

_EXAMPLES: Final = """\
bessemer man /usr/local/share/man/man1      # then: man bessemer, man bessemer-ladder-run
bessemer man ./man && man -l ./man/bessemer-serve.1
"""
_EXIT_STATUS: Final = """\
0 done, 1 failed, 2 wrong usage (at once, before anything is started), 130 stopped by Ctrl-C or a signal.\
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write a manual page for every command into a folder.", _EXAMPLES)
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder, made if need be")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the pages."""
    from bessemer.cli.main import parser

    found = list(commands(parser(), "a referee for industrial-economy board games"))
    about = {one.name: one.summary for one in found}
    pages = {page_name(one.name): page(one, about) for one in found}
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (args.folder / f"{name}.1").write_text(text, encoding="utf-8")
    except OSError as error:
        return failed(reason(error))
    print(f"{len(pages)} pages in {args.folder}: man -l {args.folder / 'bessemer.1'}")
    return 0


def page_name(command: str) -> str:
    """What its page is called: `bessemer-ladder-run`."""
    return command.replace(" ", "-")


def page(command: Command, about: Mapping[str, str]) -> str:
    """The page of a command, for man(7); `about` has the summaries of all by name."""
    from bessemer.runtime.version import __version__

    # Packagers set it, so that the same sources give the same pages.
    now = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    day = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")
    name = page_name(command.name)
    examples, notes = _parts(command.parser.epilog or "")
    lines = [
        f'.TH "{name.upper()}" "1" "{day}" "Bessemer {__version__}" "Bessemer"',
        ".SH NAME",
        f"{_plain(name)} \\- {_plain(command.summary)}",
        ".SH SYNOPSIS",
        *_block(_usage(command.parser)),
        ".SH DESCRIPTION",
        _plain(command.parser.description or ""),
    ]
    if notes:
        lines += [".PP", *(line or ".PP" for line in _plain(notes).splitlines())]
    if command.below:
        lines += [".SH COMMANDS"]
        for below in command.below:
            summary = about[f"{command.name} {below}"]
            lines += [".TP", f"\\fB{_plain(f'{name}-{below}')}\\fR(1)", _plain(summary)]
    if command.words:
        lines += [".SH ARGUMENTS", *(line for word in command.words for line in _entry(word))]
    if command.options:
        lines += [".SH OPTIONS", *(line for option in command.options for line in _entry(option))]
    if examples:
        lines += [".SH EXAMPLES", *_block(examples)]
    lines += [".SH EXIT STATUS", _EXIT_STATUS]
    if " " in command.name:
        above = page_name(command.name.rpartition(" ")[0])
        lines += [".SH SEE ALSO", f"\\fB{_plain(above)}\\fR(1)"]
    return "\n".join(line for line in lines if line) + "\n"


def _usage(parser: argparse.ArgumentParser) -> list[str]:
    return parser.format_usage().removeprefix("usage: ").rstrip().splitlines()


def _parts(epilog: str) -> tuple[list[str], str]:
    """The examples and the notes of a help's end."""
    found = re.match(r"examples:\n((?:  .*\n?)+)\s*(.*)", epilog, re.DOTALL)
    if found is None:
        return [], epilog
    return [line.removeprefix("  ") for line in found[1].splitlines()], found[2].strip()


def _entry(argument: Argument) -> list[str]:
    flags = ", ".join(f"\\fB{_plain(flag)}\\fR" for flag in argument.flags)
    value = f"\\fI{_plain(argument.value)}\\fR" if argument.value else ""
    return [".TP", f"{flags} {value}".strip(), _plain(" ".join(argument.help.split()))]


def _block(lines: Sequence[str]) -> list[str]:
    """Lines that stay as they are."""
    return [".nf", *(_plain(line) or "\\&" for line in lines), ".fi"]


def _plain(text: str) -> str:
    """Text in which nothing is an instruction of roff's."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^(?=[.'])", "\\\\&", escaped, flags=re.MULTILINE)
