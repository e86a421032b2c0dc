"""`bessemer replay show`: step through a match."""

import argparse
from typing import Final

from bessemer.cli.console.arguments import add_language, add_replay_file, describe
from bessemer.cli.replay.sources import NOTES, add_connection, replay_file
from bessemer.faces.language import chosen_language, language

_EXAMPLES: Final = """\
bessemer replay show match.replay
bessemer replay show --plain match.replay
bessemer replay show --lang pt match.replay
BESSEMER_TOKEN=bsm_… bessemer replay show --connect referee.example:7777 4c1f0a3d55e2b601
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Step through a match, forwards and back.", _EXAMPLES, NOTES)
    add_replay_file(command)
    add_connection(command)
    command.add_argument("--plain", action="store_true", help="print it move by move")
    add_language(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the match."""
    from bessemer.terminal.replay.show import show

    with language(chosen_language(args.lang)), replay_file(args) as file:
        return show(file, plain=args.plain)
