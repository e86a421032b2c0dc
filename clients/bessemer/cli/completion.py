"""`bessemer completion`: what a shell needs to complete commands, options and their values."""

import argparse
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import describe, every_command, output_file
from bessemer.cli.console.extras import require

_EXAMPLES: Final = """\
bessemer completion bash > ~/.local/share/bash-completion/completions/bessemer
bessemer completion zsh > ~/.zfunc/_bessemer                # a folder of your $fpath
bessemer completion fish > ~/.config/fish/completions/bessemer.fish
"""
_NOTES: Final = """\
The script knows the commands and options of this version: write it again after an update.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Print a script that completes commands in a shell.", _EXAMPLES, _NOTES)
    command.add_argument("shell", choices=("bash", "fish", "zsh"), help="the shell that reads it")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    require("completion", "terminal")
    import shtab

    from bessemer.cli.main import parser

    top = parser()
    for command in every_command(top):
        for action in command._actions:  # noqa: SLF001 - argparse has no other way to ask
            if action.type in (Path, output_file) or action.metavar in ("FILE", "DIR", "FILE|DIR"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(top, args.shell), end="")
    return 0
