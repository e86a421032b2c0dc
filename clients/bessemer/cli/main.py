"""
The command `bessemer`: finds the words that were said and lets their module do the work.

Only the module of the first word is imported: every bot's process passes here.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from bessemer.engine.errors import GameError
from bessemer.runtime.version import __version__

_EXAMPLES: Final = """\
examples:
  bessemer play --versus planner,search   sit down in the terminal
  bessemer new my_bot                     a bot project of your own
  bessemer match furnace --bots greedy,random,idle --out game.replay
  bessemer replay verify game.replay      play it again and prove it
  bessemer replay analyse game.replay     where the money was lost
  bessemer ladder run                     rated matches among the shipped bots
  bessemer compare planner greedy         is one bot better than another?
  bessemer serve                          a referee on 127.0.0.1:7777
  bessemer games                          what can be played, with which options
  bessemer bench engine --json            how fast the rules run, as ratios
"""


_WORDS: Final = (
    "play",
    "new",
    "match",
    "ladder",
    "compare",
    "replay",
    "serve",
    "bot",
    "games",
    "bench",
)
"""Each is a module beside this one."""


def parser(said: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The words of the command: all of them, or the first that was `said` if it is one."""
    command = argparse.ArgumentParser(
        prog="bessemer",
        description="A referee for industrial-economy board games.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--version", action="version", version=f"bessemer {__version__}")
    words = command.add_subparsers(required=True, metavar="COMMAND")
    for word in _WORDS if not said or said[0] not in _WORDS else said[:1]:
        import_module(f"bessemer.cli.{word}").add_to(words)
    return command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: 0 done, 1 failed, 2 wrong usage."""
    # Our children never use our gRPC; without this it complains at the start of each.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    said = sys.argv[1:] if argv is None else argv
    args = parser(said).parse_args(said)
    try:
        code: int = args.run(args)
    except GameError as error:
        print(f"bessemer: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bessemer: stopped", file=sys.stderr)
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
