"""
The bots that play with people, as processes behind the sandbox.

Each match has a task that keeps its bots running until it is over. Where no person has been for a while
the bots go home, and come back with the person: a forgotten match costs nothing.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import grpc
import structlog

from bessemer.processes.process import ProcessEvent, ProcessSpec
from bessemer.processes.process_log import log_path
from bessemer.processes.restart_policy import RestartPolicy
from bessemer.processes.supervisor import Supervisor
from bessemer.runner.bots.bot_specs import shipped_bot
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox, build_sandbox
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.creation import bot_seed
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.sdk.program.environment import bot_environment
from bessemer.v1 import match_pb2
from bessemer.web.server.accounts.preferences import Preferences
from bessemer.web.server.sources import Source
from bessemer.web.server.start.lessons import seed_of_bots
from bessemer.web.server.start.table_book import SeatedBot, Table

_LOOK_SECONDS: Final = 1.0
_PATIENCE_OF_WANTED: Final = 5.0
"""So long bots wait for a person when others wait for bots."""
_LOOK_AT_SLEEPERS_SECONDS: Final = 60.0
"""Where the bots have gone home: for who comes back another way than by the pages."""
_ENDED: Final = (
    match_pb2.MATCH_STATUS_FINISHED,
    match_pb2.MATCH_STATUS_ABORTED,
    match_pb2.MATCH_STATUS_WITHHELD,
)
_GONE: Final = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNAUTHENTICATED)
_POLICY: Final = RestartPolicy(
    start_interval=0.0, initial_delay=0.2, max_delay=5.0, restart_on_success=False
)
_UNIX: Final = "unix:"
PACES: Final = {"": 1.0, "quick": 0.2, "slow": 3.0}
"""By the setting: how much of the usual time bots take."""


@dataclass(frozen=True, slots=True)
class BotLimits:
    """How much may be played at once, and how."""

    bots: int = 12
    """In all, at tables where somebody sits."""
    idle_seconds: float = 600.0
    """After so long without a person the bots go home."""
    pace: float = 0.6
    """How many seconds a bot takes for a move at least, so that one can follow."""


class BotKeeper:
    """Keeps the bots of all tables running while it is entered."""

    def __init__(
        self,
        state: Path | None,
        limits: BotLimits,
        preferences: Preferences,
        on_over: Callable[[Table], None],
    ) -> None:
        self._state = state
        self._limits = limits
        self._preferences = preferences
        self._on_over = on_over
        self._awake: dict[str, int] = {}
        """How many bots play, by match."""
        self._waiting: set[str] = set()
        """The matches to which somebody has come, and whose bots find no room."""
        self._sandbox: asyncio.Future[Sandbox] | None = None
        self._group: asyncio.TaskGroup | None = None
        self._logs = Path()
        self._calls: dict[str, asyncio.Event] = {}
        """By match: set when its bots are called back."""
        self.changed = asyncio.Event()
        """Set whenever bots come or go."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """What `keep` starts runs while the body does; then no bot is left."""
        tasks: list[asyncio.Task[None]] = []
        with temporary_folder() as temporary:
            self._logs = (self._state or temporary) / "logs"
            self._logs.mkdir(mode=0o700, parents=True, exist_ok=True)
            async with asyncio.TaskGroup() as self._group:
                self._tasks = tasks
                try:
                    yield
                finally:
                    for task in tasks:
                        task.cancel()
        self._group = None

    def has_room(self, bots: int) -> bool:
        """Whether so many more may play now."""
        return sum(self._awake.values()) + bots <= self._limits.bots

    def is_awake(self, match_id: str) -> bool:
        """Whether the bots of a match play now."""
        return match_id in self._awake

    def wake(self, match_id: str) -> None:
        """Somebody comes to the table: its bots come back, if they had gone home."""
        if match_id in self._calls:
            self._calls[match_id].set()

    def keep(self, source: Source, table: Table) -> None:
        """Have the bots of a table play until its match is over."""
        assert self._group is not None, "it is entered"
        self._tasks[:] = [task for task in self._tasks if not task.done()]
        self._tasks.append(self._group.create_task(self._keep(source, table)))

    async def _keep(self, source: Source, table: Table) -> None:
        log = structlog.get_logger().bind(match_id=table.match_id)
        called = self._calls[table.match_id] = asyncio.Event()
        try:
            # Whoever has just started it, or was at it before a crash, is about to come.
            is_wanted: bool | None = True
            while is_wanted is not None:
                if is_wanted and self.has_room(len(table.bots)):
                    self._waiting.discard(table.match_id)
                    self._awake[table.match_id] = len(table.bots)
                    self.changed.set()
                    is_wanted = await self._play(source, table)
                    self._awake.pop(table.match_id, None)
                    self.changed.set()
                elif is_wanted:  # and there is no room yet: bots where nobody is make room
                    self._waiting.add(table.match_id)
                    await asyncio.sleep(_LOOK_SECONDS)
                else:
                    is_wanted = await self._called(called) or await self._is_wanted(source, table)
        except Exception:  # one table must not take the pages with it
            log.exception("the bots of a table cannot be kept running")
        else:
            for bot in table.bots:
                log_path(self._logs, _name(table, bot)).unlink(missing_ok=True)
            self._on_over(table)
        finally:
            self._awake.pop(table.match_id, None)
            self._waiting.discard(table.match_id)
            self._calls.pop(table.match_id, None)

    async def _called(self, called: asyncio.Event) -> bool:
        """Wait until somebody comes by the pages, or for so long that it is time to look."""
        try:
            async with asyncio.timeout(_LOOK_AT_SLEEPERS_SECONDS):
                await called.wait()
        except TimeoutError:
            return False
        return True

    async def _play(self, source: Source, table: Table) -> bool | None:
        """Run the bots until the match is over (`None`) or nobody is there any more (`False`)."""
        self._calls[table.match_id].clear()
        specs = [self._spec(source, table, bot) for bot in table.bots]
        seen = time.monotonic()
        async with Supervisor(
            specs, await self._starter(source), self._logs, on_event=_log, policy=_POLICY
        ):
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                is_wanted = await self._is_wanted(source, table)
                if is_wanted is None:
                    return None
                if is_wanted:
                    seen = time.monotonic()
                elif time.monotonic() - seen >= self._patience():
                    return False

    def _patience(self) -> float:
        """How long bots wait for a person; less where others wait for bots."""
        idle = self._limits.idle_seconds
        return min(idle, _PATIENCE_OF_WANTED) if self._waiting else idle

    async def _is_wanted(self, source: Source, table: Table) -> bool | None:
        """Whether a person sits at the table; `None` if the match is over."""
        seats = {bot.seat for bot in table.bots}
        try:
            match = await source.calls(table.bots[0].token).match(table.match_id)
        except CallFailed as error:
            return None if error.status in _GONE else False
        if match.status in _ENDED:
            return None
        return any(one.connected for one in match.seats if one.seat not in seats)

    def _spec(self, source: Source, table: Table, bot: SeatedBot) -> ProcessSpec:
        address, tls = source.config.referee, source.config.tls
        environment = bot_environment(
            address,
            table.match_id,
            bot.seat,
            bot.token,
            bot_seed(seed_of_bots(table), bot.seat, bot.name),
            table.plan.game,
        )
        if tls is not None:
            environment |= tls.environment()
        command = (*shipped_bot(bot.name).command, "--pace", str(self._pace(table)))
        is_unix = address.startswith(_UNIX)
        socket = Path(address.removeprefix(_UNIX)) if is_unix else None
        return ProcessSpec(_name(table, bot), command, environment, socket=socket)

    def _pace(self, table: Table) -> float:
        """How many seconds a bot takes for a move at least, as the person who began the table wishes."""
        settings = self._preferences.settings(table.person)
        return self._limits.pace * (PACES[settings.pace] if settings is not None else 1.0)

    async def _starter(self, source: Source) -> Sandbox:
        if self._sandbox is None:
            hidden = [path for path in (self._state, source.config.data) if path is not None]
            building = asyncio.to_thread(_sandbox, [path.resolve() for path in hidden])
            self._sandbox = asyncio.ensure_future(building)
        sandbox = await self._sandbox
        # Behind bubblewrap there is no network but a socket. The shipped bots may do without it.
        is_unix = source.config.referee.startswith(_UNIX)
        return sandbox if is_unix else replace(sandbox, bubblewrap=None, filter=b"")


def _name(table: Table, bot: SeatedBot) -> str:
    return f"{bot.name} ({table.match_id[:8]}, seat {bot.seat})"


def _sandbox(hidden: list[Path]) -> Sandbox:
    return build_sandbox(ResourceLimits(memory=1024), hidden=hidden)


def _log(event: ProcessEvent) -> None:
    if event.is_failure:
        structlog.get_logger().warning("a bot at a table", what=str(event))
