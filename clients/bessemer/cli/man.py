"""`bessemer man`: a manual page for every command, from what its `--help` says."""

import argparse
import os
import re
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import LazyParser, describe, every_command
from bessemer.runtime.version import __version__
from bessemer.runtime.whole_files import write_whole

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
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder, which is created if necessary"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the pages."""
    from bessemer.cli.main import parser

    args.folder.mkdir(parents=True, exist_ok=True)
    commands = list(every_command(parser()))
    for command in commands:
        path = args.folder / f"{page_name(command.prog)}.1"
        write_whole(path, page(command))
    print(f"{len(commands)} pages in {args.folder}: man -l {args.folder / 'bessemer.1'}")
    return 0


def page_name(command: str) -> str:
    """The name of its page: `bessemer-ladder-run`."""
    return command.replace(" ", "-")


def page(command: LazyParser) -> str:
    """The page of a command, for man(7)."""
    # Packagers set it, so that the same sources give the same pages.
    now = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    day = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")
    name = page_name(command.prog)
    epilog = re.fullmatch(r"examples:\n((?:  .*\n?)+)\s*(.*)", command.epilog or "", re.DOTALL)
    assert epilog is not None, "`describe` writes it so"
    lines = [
        f'.TH "{name.upper()}" "1" "{day}" "Bessemer {__version__}" "Bessemer"',
        ".SH NAME",
        f"{_plain(name)} \\- {_plain(command.summary)}",
        ".SH SYNOPSIS",
        *_block(command.format_usage().removeprefix("usage: ").splitlines()),
        ".SH DESCRIPTION",
        _plain(command.description or ""),
        *(line or ".PP" for line in _plain(f"\n{epilog[2]}".rstrip()).splitlines()),
    ]
    for group in command._action_groups:  # noqa: SLF001 - argparse has no other way to ask
        if entries := list(_entries(command, group)):
            lines += [f".SH {(group.title or '').upper()}", *entries]
    lines += [".SH EXAMPLES", *_block(line[2:] for line in epilog[1].splitlines())]
    lines += [".SH EXIT STATUS", _EXIT_STATUS]
    if " " in command.prog:
        above = page_name(command.prog.rpartition(" ")[0])
        lines += [".SH SEE ALSO", f"\\fB{_plain(above)}\\fR(1)"]
    return "\n".join(lines) + "\n"


def _entries(command: LazyParser, group: argparse._ArgumentGroup) -> Iterator[str]:
    """The arguments of a group, or the commands below, each with its help."""
    formatter = command._get_formatter()  # noqa: SLF001 - argparse has no other way to ask
    for action in group._group_actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                yield from (".TP", f"\\fB{_plain(page_name(below.prog))}\\fR(1)")
                yield _plain(below.summary)
        elif action.help != argparse.SUPPRESS:
            words = formatter._format_action_invocation(action)  # noqa: SLF001
            yield from (".TP", f"\\fB{_plain(words)}\\fR")
            yield _plain(formatter._expand_help(action))  # noqa: SLF001


def _block(lines: Iterator[str] | Sequence[str]) -> list[str]:
    """Lines that stay as they are."""
    return [".nf", *(_plain(line) or "\\&" for line in lines), ".fi"]


def _plain(text: str) -> str:
    """Text in which nothing is an instruction of roff's."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^(?=[.'])", "\\\\&", escaped, flags=re.MULTILINE)
