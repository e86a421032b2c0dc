"""`bessemer replay`: what can be done with the file of a match."""

import argparse
from typing import Final

from bessemer.cli.console.arguments import add_commands, describe

_EXAMPLES: Final = """\
bessemer replay show match.replay
bessemer replay html match.replay -o match.html
bessemer replay verify match.replay
bessemer replay fetch --connect referee.example:7777 --player anna --lost --last 20
bessemer replay export match.replay --out match.json
bessemer replay analyse match.replay
bessemer replay branch match.replay --turn 17 --seat 0 --bot greedy
"""
_COMMANDS: Final = {
    "show": "step through a match, forwards and back",
    "html": "write a match as a page that opens from disk",
    "verify": "play matches again and report the first difference",
    "fetch": "fetch the replays of a player's matches",
    "export": "write set-up, moves and views as JSON",
    "analyse": "compare each plan with the best one, and value the cards",
    "branch": "let a bot play on from a turn of a match",
}
"""Each is a module beside this one."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(
        command, "Show, draw, verify, export, analyse or branch the replay of a match.", _EXAMPLES
    )
    add_commands(
        command,
        {
            name: (summary, f"bessemer.cli.replay.{name}:add_arguments")
            for name, summary in _COMMANDS.items()
        },
    )
