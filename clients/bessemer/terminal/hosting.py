"""
A private table: a referee and bots as processes of their own, kept alive until the match is over.

A process that dies is started again. The referee comes back at the same address with the same data,
so the match goes on; bots come back to their seats.
"""

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.sdk.channels import open_channel
from bessemer.sdk.creation import clock_of, seed_of, told_to_bot
from bessemer.sdk.seat import metadata_of
from bessemer.terminal.client import SeatAddress
from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb

# Without -P a file in the caller's folder, such as random.py, would be imported.
_SERVE: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "serve")
_START_SECONDS: Final = 30.0
_CLOSE_SECONDS: Final = 5.0
_MOST_LIVES: Final = 8
"""A process that dies so often soon after its start has a fault of its own."""
_LONG_LIFE: Final = 20.0
_PAUSE: Final = 0.2
_LAST_LINES: Final = 5


class HostingFailed(Exception):
    """The private table cannot be kept; the message says why."""


class BotSpec(NamedTuple):
    """A bot that plays against the person."""

    name: str
    command: tuple[str, ...]
    """What starts it; it finds in its environment what to play."""


class HostedMatch(NamedTuple):
    """The match that is to be hosted."""

    game: str
    options: Mapping[str, str]
    name: str
    """The person's."""
    rivals: Sequence[BotSpec]
    seat: int = 0
    """The person's."""
    seed: int | None = None
    bank: float = 1800.0
    increment: float = 15.0
    suggestions_allowed: bool = True


class Kept:
    """A process that is started again whenever it dies."""

    def __init__(self, command: Sequence[str], log: Path, env: Mapping[str, str]) -> None:
        self._command = command
        self._log = log
        self._env = env
        self.process: asyncio.subprocess.Process | None = None

    async def keep(self) -> None:
        """
        Run until it ends by itself with success.

        Raises:
            HostingFailed: it cannot be started, or not kept alive.
        """
        loop, lives = asyncio.get_running_loop(), 0
        while lives < _MOST_LIVES:
            born = loop.time()
            self.process = await self._start()
            try:
                code = await self.process.wait()
            finally:
                await self._end()
            if code == 0:
                return
            lives = lives + 1 if loop.time() - born < _LONG_LIFE else 1
            await asyncio.sleep(_PAUSE)
        raise HostingFailed(f"{self._log.stem} does not stay alive: {last_lines(self._log)}")

    async def _start(self) -> asyncio.subprocess.Process:
        with self._log.open("ab") as log:
            try:
                return await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, **self._env},
                    start_new_session=True,  # Ctrl-C is for the table, not for its referee
                )
            except OSError as error:
                raise HostingFailed(f"{self._command[0]} cannot be started: {error}") from None

    async def _end(self) -> None:
        process = self.process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await process.wait()
        except TimeoutError:
            self.kill()
            await process.wait()

    def kill(self) -> None:
        """End it at once, if it still runs."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()


class Host:
    """A private table, made by `hosting`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"unix:{folder}/referee.sock"
        self.channel = open_channel(self.address)
        self.referee = Kept(
            (
                *_SERVE,
                *("--listen", self.address, "--data", str(folder)),
                *("--metrics", "", "--log", "json", "--drain-timeout", "0.1"),
            ),
            folder / "referee.log",
            {},
        )
        self.bots: list[Kept] = []
        self._stub = match_service_pb2_grpc.MatchServiceStub(self.channel)
        self._token = ""

    async def open(self, wanted: HostedMatch) -> SeatAddress:
        """Create the match; the person's place. The bots are still to be started."""
        await self._wait_for_referee()
        seated: list[BotSpec | None] = [*wanted.rivals]
        seated.insert(wanted.seat, None)
        names = [wanted.name if rival is None else rival.name for rival in seated]
        created = await self._stub.CreateMatch(
            pb.CreateMatchRequest(
                game=wanted.game,
                options=wanted.options,
                seats=[pb.SeatRequest(player=name) for name in names],
                clock=clock_of(wanted.bank, wanted.increment),
                durability=match_pb2.DURABILITY_MOVE,
                seed=seed_of(wanted.seed),
                suggestions_allowed=wanted.suggestions_allowed,
            ),
            metadata=self._metadata,
        )
        match_id, tokens = created.match.match_id, created.seat_tokens
        for seat, rival in enumerate(seated):
            if rival is None:
                continue
            seed = None if wanted.seed is None else f"{wanted.seed}/{seat}/{rival.name}"
            env = told_to_bot(self.address, match_id, seat, tokens[seat], seed, wanted.game)
            self.bots.append(Kept(rival.command, self.folder / f"bot-{seat}.log", env))
        return SeatAddress(match_id, tokens[wanted.seat], wanted.seat)

    async def replay(self, match_id: str) -> bytes:
        """The file of the match, which is over."""
        found = await self._stub.GetReplay(
            pb.GetReplayRequest(match_id=match_id),
            metadata=self._metadata,
            wait_for_ready=True,
            timeout=_START_SECONDS,
        )
        return found.replay

    @property
    def _metadata(self) -> tuple[tuple[str, str]]:
        return metadata_of(self._token)

    async def _wait_for_referee(self) -> None:
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self.channel.channel_ready()
        except TimeoutError:
            story = last_lines(self.folder / "referee.log")
            raise HostingFailed(f"the referee does not start: {story}") from None
        token = self.folder / "organiser.token"
        self._token = token.read_text(encoding="ascii").strip()


@contextlib.asynccontextmanager
async def hosting(wanted: HostedMatch) -> AsyncIterator[tuple[Host, SeatAddress]]:
    """
    A private table with the match on it, while the body runs; then everything is cleaned up.

    Raises:
        HostingFailed: the referee or a bot cannot be kept alive.
        grpc.aio.AioRpcError: there can be no such match.
    """
    with tempfile.TemporaryDirectory(prefix="bessemer-") as folder:
        host = Host(Path(folder))
        try:
            # If a process cannot be kept, the group interrupts the body.
            async with host.channel, asyncio.TaskGroup() as tasks:
                keepers = [tasks.create_task(host.referee.keep())]
                place = await host.open(wanted)
                keepers += [tasks.create_task(bot.keep()) for bot in host.bots]
                yield host, place
                for keeper in keepers:
                    keeper.cancel()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            # Whoever is in a hurry and interrupts even this leaves no process behind.
            for kept in (host.referee, *host.bots):
                kept.kill()


def last_lines(log: Path) -> str:
    """How a log ends."""
    text = log.read_text(encoding="utf-8", errors="replace")
    return " / ".join(text.splitlines()[-_LAST_LINES:]) or "it wrote nothing"
