"""
A private match: a referee and bots as processes of their own, kept running until it is over.

A process that fails is restarted. The referee comes back at the same address with the same data, so
the match goes on; bots come back to their seats.
"""

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.runner.bot_specs import BotSpec
from bessemer.runner.sandbox.limits import GENEROUS
from bessemer.runner.sandbox.process import (
    CannotStart,
    EventKind,
    ExitStatus,
    ProcessEvent,
    ProcessSpec,
)
from bessemer.runner.sandbox.process_log import last_lines, log_path
from bessemer.runner.sandbox.restart_policy import RestartPolicy
from bessemer.runner.sandbox.sandbox import exit_status
from bessemer.runner.sandbox.spec import ExitReport
from bessemer.runner.sandbox.supervisor import Supervisor
from bessemer.sdk.channels import open_channel
from bessemer.sdk.creation import clock_of, registered, seed_of
from bessemer.sdk.environment import bot_environment
from bessemer.sdk.seat import metadata_of
from bessemer.terminal.client import SeatAddress
from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb

# Without -P a file in the caller's folder, such as random.py, would be imported.
_SERVE: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "serve")
_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 5.0
_POLICY: Final = RestartPolicy(
    start_interval=0.0,
    initial_delay=0.2,
    max_delay=0.2,
    min_uptime=20.0,
    max_failures=8,
    restart_on_success=False,
)
"""A person waits: restarts are quick, and a process that keeps failing ends the match."""


class HostingFailed(Exception):
    """The private match cannot go on; the message says why."""


class HostedMatch(NamedTuple):
    """The match that is to be hosted."""

    game: str
    options: Mapping[str, str]
    name: str
    """The person's."""
    opponents: Sequence[BotSpec]
    seat: int = 0
    """The person's."""
    seed: int | None = None
    bank: float = 1800.0
    increment: float = 15.0
    suggestions_allowed: bool = True


class ChildProcess:
    """A process as `RunningProcess`es are; it has no sandbox and inherits our environment."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def process_id(self) -> int:
        """The process itself."""
        return self._process.pid

    async def wait(self) -> ExitStatus:
        """Return when it has ended."""
        code = await self._process.wait()
        return exit_status(ExitReport(code if code >= 0 else 128 - code, ""), GENEROUS)

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process.returncode is None:
            self._process.terminate()

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that; it is killed if this is interrupted, or takes too long."""
        self.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                return await self.wait()
        except TimeoutError:
            self._process.kill()
            return await self.wait()
        finally:
            if self._process.returncode is None:
                self._process.kill()


class ChildProcesses:
    """Starts child processes without a sandbox: the bots are the person's own choice."""

    async def start(self, spec: ProcessSpec, log: Path) -> ChildProcess:
        """
        Start a process; what it prints goes to `log`.

        Raises:
            CannotStart: there is no such program.
        """
        with log.open("ab") as output:
            try:
                process = await asyncio.create_subprocess_exec(
                    *spec.command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    env={**os.environ, **spec.environment},
                    start_new_session=True,  # Ctrl-C is for the terminal, not for its referee
                )
            except OSError as error:
                raise CannotStart(f"{spec.command[0]}: {error.strerror}") from None
        return ChildProcess(process)


class Host:
    """The referee of a private match as its client sees it; made by `hosting`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"unix:{folder}/referee.sock"
        self.channel = open_channel(self.address)
        self.referee = ProcessSpec(
            "the referee",
            (
                *_SERVE,
                *("--listen", self.address, "--data", str(folder)),
                *("--metrics", "", "--log", "json", "--drain-timeout", "0.1"),
            ),
            {},
        )
        self._stub = match_service_pb2_grpc.MatchServiceStub(self.channel)

    async def create(self, match: HostedMatch) -> tuple[SeatAddress, list[ProcessSpec]]:
        """
        Create the match; the person's seat, and the bots' processes, which are still to be started.

        Raises:
            HostingFailed: the referee does not start.
            grpc.aio.AioRpcError: there can be no such match.
        """
        await self._wait_for_referee()
        seated: list[BotSpec | None] = [*match.opponents]
        seated.insert(match.seat, None)
        names = [match.name if bot is None else bot.name for bot in seated]
        tokens = await registered(self.channel, self._metadata(), names)
        created = await self._stub.CreateMatch(
            pb.CreateMatchRequest(
                game=match.game,
                options=match.options,
                seats=[pb.SeatRequest(player=name) for name in names],
                clock=clock_of(match.bank, match.increment),
                durability=match_pb2.DURABILITY_MOVE,
                seed=seed_of(match.seed),
                suggestions_allowed=match.suggestions_allowed,
            ),
            metadata=self._metadata(),
        )
        match_id = created.match.match_id
        specs = []
        for seat, bot in enumerate(seated):
            if bot is None:
                continue
            seed = None if match.seed is None else f"{match.seed}/{seat}/{bot.name}"
            env = bot_environment(self.address, match_id, seat, tokens[bot.name], seed, match.game)
            specs.append(ProcessSpec(f"{bot.name} (seat {seat})", bot.command, env))
        return SeatAddress(match_id, tokens[match.name], match.seat), specs

    async def replay(self, match_id: str) -> bytes:
        """The file of the match, which is over."""
        found = await self._stub.GetReplay(
            pb.GetReplayRequest(match_id=match_id),
            metadata=self._metadata(),
            wait_for_ready=True,
            timeout=_START_SECONDS,
        )
        return found.replay

    def _metadata(self) -> tuple[tuple[str, str]]:
        token = self.folder / "organiser.token"
        return metadata_of(token.read_text(encoding="ascii").strip())

    async def _wait_for_referee(self) -> None:
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self.channel.channel_ready()
        except TimeoutError:
            log = last_lines(log_path(self.folder, self.referee.name))
            raise HostingFailed(f"the referee does not start: {log}") from None


@contextlib.asynccontextmanager
async def hosting(match: HostedMatch) -> AsyncIterator[tuple[Host, SeatAddress]]:
    """
    A private match while the body runs; then everything is cleaned up.

    Raises:
        HostingFailed: the referee or a bot keeps failing.
        grpc.aio.AioRpcError: there can be no such match.
    """
    with tempfile.TemporaryDirectory(prefix="bessemer-") as folder:
        host = Host(Path(folder))

        def supervisor(*specs: ProcessSpec) -> Supervisor:
            return Supervisor(
                specs, ChildProcesses(), host.folder, on_event=_fail_if_disabled, policy=_POLICY
            )

        try:
            # If a process keeps failing, its supervisor interrupts the body.
            async with host.channel, supervisor(host.referee):
                address, bots = await host.create(match)
                async with supervisor(*bots):
                    yield host, address
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None


def _fail_if_disabled(event: ProcessEvent) -> None:
    if event.kind is EventKind.DISABLED:
        raise HostingFailed(f"{event.name}: {event.reason}")
