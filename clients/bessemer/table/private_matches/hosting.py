"""
A private match: a referee and bots as processes of their own, kept running until it is over.

A process that fails is restarted. The referee comes back at the same address with the same data, so
the match continues; bots come back to their seats. A match that is kept can be put aside and continued
later (`kept_tables.py`).
"""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from bessemer.faces.clocks import NO_CLOCK
from bessemer.processes.child_process import ChildProcesses
from bessemer.processes.process import (
    EventKind,
    ProcessEvent,
    ProcessSpec,
)
from bessemer.processes.process_log import last_lines, log_path
from bessemer.processes.restart_policy import RestartPolicy
from bessemer.processes.supervisor import ProcessStarter, Supervisor
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.seating import seat_players
from bessemer.runner.sandbox.bot_starter import bot_starter
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.creation import clock_of
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.table.client import SeatAddress
from bessemer.table.private_matches.kept_tables import (
    KeptTable,
    held,
    remove_table,
    tables_folder,
    write_table,
)
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

# Without -P a file in the caller's folder, such as random.py, would be imported.
_SERVE: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "serve", "--config", "")
_START_SECONDS: Final = 30.0
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


class Host:
    """The referee of a private match as its client sees it; made by `hosting`."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self.folder = folder
        self.is_put_aside = False
        """Set if the person wants to continue another time: then the folder stays."""
        self.socket = socket
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

    async def open(self, match: HostedMatch | ResumedMatch) -> KeptTable:
        """
        The match with the person's seat and the bots' processes, which are still to be started.

        Raises:
            HostingFailed: the referee does not start.
            CallFailed: there can be no such match.
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
        players: list[BotSpec | str] = [*match.opponents]
        players.insert(match.seat, match.name)
        request = pb.CreateMatchRequest(
            game=match.game,
            options=match.options,
            clock=clock_of(match.bank, match.increment),
            durability=match_pb2.DURABILITY_MOVE,
            suggestions_allowed=match.suggestions_allowed,
        )
        seated = await seat_players(self._calls, self.address, request, players, match.seed)
        address = SeatAddress(seated.match_id, seated.tokens[match.name], match.seat)
        return KeptTable(match.game, match.name, address, tuple(seated.processes.values()))

    async def replay(self, match_id: str) -> bytes:
        """The file of the match, which is over."""
        return await self._calls.replay(match_id)

    @property
    def _calls(self) -> RefereeCalls:
        token = (self.folder / "organiser.token").read_text(encoding="ascii").strip()
        return RefereeCalls(self.channel, token, seconds=_START_SECONDS)

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
        CallFailed: there can be no such match.
    """
    # The address of a socket may have a hundred letters, a user's folders have more.
    with (
        temporary_folder() as temporary,
        temporary_folder() as socket,
        held(folder := _folder_of(match, temporary)),
    ):
        host = Host(folder, socket / "referee.sock")

        def supervisor(starter: ProcessStarter, *specs: ProcessSpec) -> Supervisor:
            return Supervisor(
                specs, starter, host.folder, on_event=_fail_if_disabled, policy=_POLICY
            )

        try:
            # If a process keeps failing, its supervisor interrupts the body.
            async with host.channel, supervisor(ChildProcesses(), host.referee):
                table = await host.open(match)
                bots = [bot._replace(socket=host.socket) for bot in table.bots]
                starter = await asyncio.to_thread(bot_starter, bots, hidden=folder)
                async with supervisor(starter, *bots):
                    yield host, table
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            if not host.is_put_aside:
                remove_table(folder)


def _folder_of(match: HostedMatch | ResumedMatch, temporary: Path) -> Path:
    """The folder for the data of a match; one that nobody will continue is temporary."""
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
