"""
A private match: a referee and bots as processes of their own, kept running until it is over.

A process that fails is restarted. The referee comes back at the same address with the same data, so
the match goes on; bots come back to their seats. A match that is kept can be put aside and gone on with
later (`kept_tables.py`).
"""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from bessemer.faces.clocks import NO_CLOCK
from bessemer.processes.parent_death import dying_with_parent
from bessemer.processes.process import (
    CannotStart,
    EventKind,
    ExitStatus,
    ProcessEvent,
    ProcessSpec,
)
from bessemer.processes.process_log import last_lines, log_path
from bessemer.processes.restart_policy import RestartPolicy
from bessemer.processes.supervisor import Supervisor
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.sandbox.limits import GENEROUS
from bessemer.runner.sandbox.sandbox import exit_status
from bessemer.runner.sandbox.spec import ExitReport
from bessemer.sdk.connection.channels import metadata_of, open_channel
from bessemer.sdk.connection.creation import bot_seed, clock_of, registered, seed_of
from bessemer.sdk.program.environment import bot_environment
from bessemer.table.client import SeatAddress
from bessemer.table.private_matches.kept_tables import (
    KeptTable,
    held,
    remove_table,
    tables_folder,
    write_table,
)
from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb

# Without -P a file in the caller's folder, such as random.py, would be imported.
_SERVE: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "serve", "--config", "")
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
    bank: float = NO_CLOCK
    increment: float = 0.0
    suggestions_allowed: bool = True
    is_kept: bool = False
    """Whether it can be put aside: it is in the user's folder of kept matches until it is over."""


class ResumedMatch(NamedTuple):
    """A match that was put aside."""

    folder: Path
    table: KeptTable


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

    def pause(self, *, is_paused: bool) -> None:
        """Let it be: a person's own bots may ponder."""

    def terminate(self) -> None:
        """Ask it to end."""
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        # The library's own way looks first whether the process has ended, and may take its exit code
        # from the thread that waits for it, which then complains.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that; it is killed if this is interrupted, or takes too long."""
        self.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                return await self.wait()
        except TimeoutError:
            self._send(signal.SIGKILL)
            return await self.wait()
        finally:
            self._send(signal.SIGKILL)


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
                    preexec_fn=dying_with_parent(),
                )
            except OSError as error:
                raise CannotStart(f"{spec.command[0]}: {error.strerror}") from None
        return ChildProcess(process)


class Host:
    """The referee of a private match as its client sees it; made by `hosting`."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self.folder = folder
        self.is_put_aside = False
        """Set by whoever wants to go on another time: then the folder stays."""
        self.address = f"unix:{socket}"
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

    async def open(self, match: HostedMatch | ResumedMatch) -> KeptTable:
        """
        The match with the person's seat and the bots' processes, which are still to be started.

        Raises:
            HostingFailed: the referee does not start.
            grpc.aio.AioRpcError: there can be no such match.
        """
        await self._wait_for_referee()
        match match:
            case HostedMatch():
                table = await self._create(match)
                write_table(self.folder, table)
                return table
            case ResumedMatch(_, table):
                moved = {"BESSEMER_ADDRESS": self.address}
                bots = (
                    bot._replace(environment={**bot.environment, **moved}) for bot in table.bots
                )
                return table._replace(bots=tuple(bots))
            case _:
                assert_never(match)

    async def _create(self, match: HostedMatch) -> KeptTable:
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
            seed = bot_seed(match.seed, seat, bot.name)
            env = bot_environment(self.address, match_id, seat, tokens[bot.name], seed, match.game)
            specs.append(ProcessSpec(f"{bot.name} (seat {seat})", bot.command, env))
        address = SeatAddress(match_id, tokens[match.name], match.seat)
        return KeptTable(match.game, match.name, address, tuple(specs))

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
async def hosting(match: HostedMatch | ResumedMatch) -> AsyncIterator[tuple[Host, KeptTable]]:
    """
    A private match while the body runs; then everything is cleaned up, unless it is put aside.

    Raises:
        HostingFailed: the referee or a bot keeps failing.
        KeptTableError: the match is being played in another window.
        grpc.aio.AioRpcError: there can be no such match.
    """
    # The address of a socket may have a hundred letters, a user's folders have more.
    with (
        tempfile.TemporaryDirectory(prefix="bessemer-") as temporary,
        held(folder := _folder_of(match, Path(temporary))),
    ):
        host = Host(folder, Path(temporary) / "referee.sock")

        def supervisor(*specs: ProcessSpec) -> Supervisor:
            return Supervisor(
                specs, ChildProcesses(), host.folder, on_event=_fail_if_disabled, policy=_POLICY
            )

        try:
            # If a process keeps failing, its supervisor interrupts the body.
            async with host.channel, supervisor(host.referee):
                table = await host.open(match)
                async with supervisor(*table.bots):
                    yield host, table
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            if not host.is_put_aside:
                remove_table(folder)


def _folder_of(match: HostedMatch | ResumedMatch, temporary: Path) -> Path:
    """The folder for the data of a match; one that nobody will go on with is temporary."""
    match match:
        case ResumedMatch(folder, _):
            return folder
        case HostedMatch(is_kept=True):
            tables = tables_folder()
            tables.mkdir(mode=0o700, parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(dir=tables))
        case _:
            return temporary


def _fail_if_disabled(event: ProcessEvent) -> None:
    if event.kind is EventKind.DISABLED:
        raise HostingFailed(f"{event.name}: {event.reason}")
