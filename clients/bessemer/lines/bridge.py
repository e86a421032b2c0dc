"""
The bridge: the program of a bot that speaks lines, as a referee and its sandbox see it.

Its environment says what to play, as that of every bot; the program that it starts reads lines. Both are in
one sandbox and charged to one clock. If the program ends before its match, so does the bridge, as a bot of any
other kind would.
"""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from bessemer.lines.line_bot import LineBot, LinePrograms
from bessemer.lines.names import LineCommand
from bessemer.lines.program import ProgramEnded
from bessemer.sdk.bot import MatchEnd, MatchStart, run
from bessemer.sdk.view import AnyView


class BridgedBot(LineBot):
    """A seat whose program takes the whole process with it when it ends."""

    async def begin(self, match: MatchStart) -> None:
        try:
            await super().begin(match)
        except ProgramEnded as error:
            _die(error)

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's move
        try:
            return await super().decide(view)
        except ProgramEnded as error:
            _die(error)

    async def end(self, match: MatchEnd) -> None:
        try:
            await super().end(match)
        except ProgramEnded as error:
            print(f"lines: {error}", file=sys.stderr)  # noqa: T201 - the match is over anyway


def main(words: Sequence[str]) -> None:
    """Play what the environment says with the program of this command line."""
    folder = Path.cwd()
    programs = LinePrograms(LineCommand(tuple(words), folder / "program"))
    sys.argv = ["lines", *words]
    # What has to be cleaned up is cleaned up: the program does not outlive us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    run(lambda: BridgedBot(programs), ())


def _die(error: ProgramEnded) -> NoReturn:
    print(f"lines: {error}", file=sys.stderr)  # noqa: T201 - it is a program's
    raise SystemExit(1)
