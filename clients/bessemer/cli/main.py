"""
The command `bessemer`: finds the command that was asked for and runs it.

Next to nothing is imported before `main` runs: Ctrl-C during an import is then no traceback either,
and a bot's process imports what its own command needs and nothing else.
"""

import errno
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

    from bessemer.cli.console.arguments import LazyParser

_STOPPED: Final = 130
"""The exit code that a shell reports for a program ended by Ctrl-C."""
_OUTPUT_ERRORS: Final = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)
"""Errors of writing; those of files have the file's name, so without one it is the standard output."""

_EXAMPLES: Final = """\
bessemer play --versus planner,search     # play in the terminal
bessemer learn brass                      # a guided first match of ten minutes
bessemer new --game brass my_bot          # a bot project of your own
bessemer match furnace --bots greedy,random,idle --out game.replay
bessemer replay verify game.replay        # play the match again and check every move
bessemer replay analyse game.replay       # see where the money was lost
bessemer ladder run                       # rated matches among the shipped bots
bessemer compare planner greedy           # is one bot better than another?
bessemer serve                            # a referee on 127.0.0.1:7777
bessemer player add ada                   # register a player
bessemer games                            # what can be played, with which options
bessemer bench engine --json              # how fast the rules run
"""
_NOTES: Final = """\
Every command has --help with examples. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped.
"""
_COMMANDS: Final = {
    "play": ("play.play", "play in the terminal, against bots or on a referee"),
    "learn": ("play.learn", "learn a game in a guided first match"),
    "new": ("bots.new", "write a project for a bot of your own"),
    "match": ("bots.match", "play one match among bots"),
    "tune": ("bots.tune", "find better numbers for a bot of your own"),
    "ladder": ("ladder", "rated matches among bots, and the standings"),
    "compare": ("ladder.compare", "test whether one bot is better than another"),
    "replay": ("replay", "show, verify, export, analyse or branch a replay"),
    "submit": ("submit.submit", "hand in a bot, which is built, checked and hosted"),
    "submission": ("submit.submission", "look after bots that were handed in"),
    "build-worker": ("submit.build_worker", "build and check what is handed in"),
    "host": ("operate.host", "run the bots that were handed in to a referee"),
    "web": ("operate.web", "pages of ladders and matches"),
    "serve": ("operate.serve", "run a referee"),
    "config": ("operate.config", "show the settings of a referee, and where they come from"),
    "backup": ("operate.backup", "save all that a referee keeps, while it runs"),
    "restore": ("operate.restore", "put a backup back"),
    "player": ("organise.player", "register players, give them tokens, ban them"),
    "team": ("organise.team", "let teams register themselves, and look after members"),
    "matches": ("organise.matches", "list the matches of a referee, end one"),
    "webhook": ("organise.webhook", "tell a URL of ended matches, stages and alerts"),
    "drain": ("organise.drain", "close a referee in good order"),
    "audit": ("organise.audit", "list what organisers did, and why"),
    "bot": ("bots.bot", "let a bot play a seat, or for a ladder"),
    "mcp": ("bots.mcp", "let a language model play, by tools"),
    "challenge": (
        "bots.challenge",
        "play an unrated match of your bot against another on its ladder",
    ),
    "rules": ("bots.rules", "answer a program's questions about the rules of a game"),
    "protos": ("bots.protos", "write the .proto files, for a client in another language"),
    "games": ("games", "list games with seats, bots, options and defaults"),
    "bench": ("bench", "measure speed and strength"),
    "completion": ("completion", "let a shell complete commands and options"),
    "man": ("man", "write manual pages"),
}
"""By name: the module in this folder, and a summary."""


def parser() -> "LazyParser":
    """The parser of the whole command; that of each command declares itself when it is needed."""
    from bessemer.cli.console.arguments import LazyParser, add_commands, describe

    command = LazyParser(prog="bessemer")
    command.summary = "a referee for industrial-economy board games"
    describe(command, "A referee for industrial-economy board games.", _EXAMPLES, _NOTES)
    command.add_argument(
        "--version",
        action="version",
        version=_version(),
        help="print the version, whether the hot path runs as machine code, and where the pages are",
    )
    add_commands(
        command,
        {
            name: (summary, f"bessemer.cli.{module}:add_arguments")
            for name, (module, summary) in _COMMANDS.items()
        },
    )
    return command


def _version() -> str:
    from pathlib import Path

    from bessemer.runtime import machine_code
    from bessemer.runtime.version import __version__

    about = f"bessemer {__version__} ({machine_code.state()}, Python {sys.version.split()[0]})"
    # In a wheel they are beside us, in a checkout at its top.
    above = Path(__file__).parents
    pages = above[1] if (above[1] / "docs").is_dir() else above[3]
    return f"{about}\ndocumentation: {pages / 'docs'}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C."""
    try:
        return _main(argv)
    except KeyboardInterrupt:
        _say_stopped()
        _drop_what_nobody_takes()
        return _STOPPED


def _logs_json(argv: Sequence[str]) -> bool:
    """Whether a referee is to be served that logs JSON and nothing else, from the first byte on."""
    asked = "--log=json" in argv or ("--log", "json") in pairwise(argv)
    return "serve" in argv[:1] and (asked or os.environ.get("BESSEMER_SERVE_LOG") == "json")


def _say_stopped() -> None:
    """Say it, unless the terminal is gone or takes no more: then nobody would see it."""
    from contextlib import suppress

    from bessemer.cli.console.output import failed

    if _is_heard(sys.stderr):
        with suppress(OSError):
            failed("stopped", _STOPPED)


def _drop_what_nobody_takes() -> None:
    """A terminal that is gone takes no last words: Python would end with 120 for them, or wait for ever."""
    from bessemer.cli.console.output import silence

    for stream in (sys.stdout, sys.stderr):
        try:
            if _is_heard(stream):
                stream.flush()
                continue
        except OSError:
            pass
        silence(stream)


def _is_heard(stream: "TextIO") -> bool:
    """Whether it takes something now."""
    import select

    try:
        return bool(select.select([], [stream], [], 0)[1])
    except ValueError:  # it is no file of the system
        return True
    except OSError:
        return False


def _main(argv: Sequence[str] | None) -> int:
    # Our children never use our gRPC; without this it complains at the start of each.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    words = sys.argv[1:] if argv is None else argv
    if "serve" not in words[:1]:
        # The library writes warnings of its own between the lines, or over a screen.
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from bessemer.cli.console.output import Errors, failed, open_missing_streams, silence
    from bessemer.printable import readable_streams

    open_missing_streams()
    readable_streams()
    Errors.as_json = _logs_json(words)
    try:
        try:
            args = parser().parse_args(argv)
            code: int = args.run(args)
        finally:  # also after --help, which ends the program
            sys.stdout.flush()
    except Exception as caught:
        from bessemer.cli.console.failures import cause_of, sentence_and_code

        error = cause_of(caught)
        if isinstance(
            error, BrokenPipeError
        ):  # the reader of our output, such as head, has seen enough
            silence(sys.stdout)
            return 1
        if isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_ERRORS:
            silence(sys.stdout)
            return failed(f"the standard output cannot be written: {error.strerror}")
        if (said := sentence_and_code(error)) is None:
            raise
        return failed(*said)
    return code


if __name__ == "__main__":
    sys.exit(main())
