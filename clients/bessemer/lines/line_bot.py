"""A bot that asks a program over lines: the bridge between the SDK and any language."""

import asyncio
import logging
import os
from collections.abc import Mapping
from typing import Any, Final

from bessemer.lines.json_dialect import JsonDialect
from bessemer.lines.names import LineCommand
from bessemer.lines.plain import PlainDialect
from bessemer.lines.program import Channel, LineProgram, ProgramEnded
from bessemer.lines.protocol import JSON
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.errors import BotFailed
from bessemer.sdk.view import AnyView

_log: Final = logging.getLogger("bessemer.sdk")
_OURS: Final = ("BESSEMER_ADDRESS", "BESSEMER_TOKEN", "BESSEMER_SEATINGS", "BESSEMER_TLS_KEY")
"""Variables that a program has no use for, since we play for it."""


class LinePrograms:
    """Starts the programs of one command line: one for each seat, or one for all if it plays many matches."""

    def __init__(self, command: LineCommand, environment: Mapping[str, str] | None = None) -> None:
        self._command = command
        given = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self._environment = {name: given[name] for name in given if name not in _OURS}
        self._shared: LineProgram | None = None
        self._plays_one = False
        """Whether it is known that every match needs a program of its own."""
        self._starting = asyncio.Lock()

    async def join(self) -> tuple[LineProgram, Channel]:
        """
        A program, and its channel for another match.

        Raises:
            ProgramEnded: it cannot be started.
        """
        if self._plays_one:
            alone = await self._start()
            return alone, alone.open_channel()
        async with self._starting:
            program = self._shared
            if program is None or program.end is not None:
                program = await self._start()
                if program.hello.plays_many:
                    self._shared = program
                else:
                    self._plays_one = True
        return program, program.open_channel()

    async def _start(self) -> LineProgram:
        words, _ = self._command
        return await LineProgram.start(words, self._command.folder, self._environment)


class LineBot:
    """One seat of one match, played by a program."""

    def __init__(self, programs: LinePrograms) -> None:
        self._programs = programs
        self._program: LineProgram | None = None
        self._dialect: PlainDialect | JsonDialect | None = None
        self._channel: Channel | None = None

    async def begin(self, match: MatchStart) -> None:
        """Start the program, and say what is played."""
        self._program, self._channel = await self._programs.join()
        speaks_json = self._program.hello.dialect == JSON
        dialect = JsonDialect if speaks_json else PlainDialect
        self._dialect = dialect(self._channel, match.game)
        await self._dialect.begin(match)

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's move
        """
        The program's move.

        Raises:
            ProgramEnded: there is no program any longer.
            BotFailed: its answer is none.
        """
        if self._dialect is None:
            raise ProgramEnded("its program could not be started")
        try:
            return await self._dialect.decide(view)
        except ProgramEnded:
            raise
        except BotFailed as error:
            await self._dialect.refuse(str(error))
            raise

    async def end(self, match: MatchEnd) -> None:
        """Say how it ended."""
        if self._dialect is None or self._program is None or self._channel is None:
            return
        await self._dialect.end(match)
        if dropped := self._channel.early:
            _log.warning(
                "match %s, seat %d: %d lines came when nothing had been asked, and were dropped",
                match.match_id,
                match.seat,
                dropped,
            )
        await self._program.close_channel(self._channel)
