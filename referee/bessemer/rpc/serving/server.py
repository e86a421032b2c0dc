"""
The referee as a process: wires everything, serves it, and closes it in good order.

On the way down nothing is lost: no new matches, running ones may finish, what is not finished stays
in the journal and goes on with the next start.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import grpc
import structlog

from bessemer.accounts.roles import Role
from bessemer.errors import LadderNotFound
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby import Lobby
from bessemer.matches.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.matches.recovery import recall, recover
from bessemer.matches.registry import RECENT, MatchRegistry
from bessemer.matches.timing.deadlines import watch_deadlines
from bessemer.matches.timing.excuses import Excuses
from bessemer.matches.timing.processor_times import ProcessorTimes
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.replays.format import write_replay
from bessemer.replays.signatures import SigningKey, key_id
from bessemer.rpc.access.account_watch import AccountWatch
from bessemer.rpc.access.directory import PlayerDirectory
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.access.sign_ins import FailedSignIns
from bessemer.rpc.ladders.rating_process import RatingProcess
from bessemer.rpc.ladders.standings import Standings
from bessemer.rpc.limits.decision_calls import DecisionCalls
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.matches.listing import MatchPages
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.ops.audit_queue import AuditQueue
from bessemer.rpc.ops.levels import levels_of
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.feed import MatchFeeds
from bessemer.rpc.play.streams import STALL_SECONDS, Connections
from bessemer.rpc.play.thinking_slots import ThinkingSlots
from bessemer.rpc.serving.continuous import OpenLobby, continuous_lobby
from bessemer.rpc.serving.first_organiser import register_first_organiser
from bessemer.rpc.serving.local_address import add_local_address
from bessemer.rpc.serving.ports import add_ports, started
from bessemer.rpc.serving.replay_key import replay_key
from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig, host_and_port
from bessemer.rpc.serving.services import SERVICES, grpc_server, health_of
from bessemer.rpc.serving.whole_store import open_whole
from bessemer.runtime import compiled
from bessemer.runtime.threads import patient_threads
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.data_folder import private_folder
from bessemer.storage.database.lock import DatabaseBusy, DatabaseLock, lock_database
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.journal_tail import JournalTail
from bessemer.storage.matches.match_store import SqlStore

_HURRIED_SECONDS: Final = 1.0
"""How long a referee that must stop at once tries to write."""
_BUSY_SECONDS: Final = 60.0
"""How long a command may have the database when a referee starts."""
_MOMENT: Final = 0.1


class Referee:
    """A referee and all its parts; made by `serving`."""

    def __init__(
        self,
        config: ServeConfig,
        store: SqlStore,
        drained: asyncio.Event,
        open_lobby: OpenLobby,
        processor_times: ProcessorTimes | None,
        key: SigningKey,
        tail: JournalTail,
    ) -> None:
        self.config = config
        self.clock = RefereeClock()
        self.key = key
        """What it signs replays with."""
        self.thinkers = ThinkingSlots(config.thinkers) if config.thinkers else None
        self._open_lobby = open_lobby
        self.store = store
        self.metrics = Metrics()
        self._health_changed = asyncio.Event()
        self.journal = Journal(
            store, self.metrics.observe_commit, self._health_changed.set, tail.append
        )
        self.tail = tail
        """What was written last, to find out a database that lost it."""
        self.unwritten: list[str] = []
        """After its end: the matches of which something could not be written."""
        self.hurried = asyncio.Event()
        """Set when nobody wants to wait for matches to finish."""
        self.registry = MatchRegistry(
            self.journal,
            partial(write_replay, key=key),
            on_ended=self._match_ended,
            on_forgotten=self._match_forgotten,
            excuses=Excuses(processor_times, lambda: self.clock.lost),
            now=self.clock.now,
        )
        self.feeds = MatchFeeds(self.registry)
        self.match_pages = MatchPages(self.registry, store)
        self.connections = Connections()
        self.quotas = Quotas(config.limits)
        self.decision_calls = DecisionCalls(self.registry)
        self.directory = PlayerDirectory(SqlAccounts(store), self.registry.wall)
        self.audit = AuditQueue(SqlAuditLog(store), self.registry.wall)
        self.sign_ins = FailedSignIns(self.audit.note)
        self.match_creator = MatchCreator(
            self.registry,
            store,
            self.quotas,
            is_registered=self.directory.is_registered,
            clock=config.clock,
            durability=config.durability,
            creators=Role.ORGANISER if config.is_private else Role.PLAYER,
        )
        self.revocation = Revocation(
            self.registry,
            self.directory,
            made_with=self.match_creator.made_with,
            end_calls=self.connections.revoke,
            note=self.audit.note,
        )
        self.account_watch = AccountWatch(SqlAuditLog(store), self.directory, self.revocation)
        self.ladders = SqlLadderStore(store)
        self.rating = RatingProcess(config.database or str(config.data / "bessemer.sqlite3"))
        self.standings = Standings(SqlStandings(store), self.rating)
        self.lobby: Lobby | None = None
        """Where the players of its ladder wait, if it runs one."""
        self.disabled_bots: Callable[[], int] = lambda: 0
        """How many bots that were started beside it keep failing; also for other threads."""
        self.health = health_of(config)
        self.addresses: list[str] = []
        """Where it listens, with the ports that were really taken."""
        self.metrics_port = 0
        self.drained = drained
        """Set when somebody wants the referee to close."""
        self._is_idle = asyncio.Event()

    def resume(self, lost: Collection[str] = ()) -> None:
        """
        Take up the matches that were running when the referee stopped, and open its ladder.

        Those that are `lost`, in part, are ended: players have heard of moves that are not there.

        Raises:
            ConfigError: there is no such ladder.
        """
        self.journal.start(self.registry)
        self.registry.open_blocks.restore(self.store.block_mixes())
        recall(self.registry, self.store.matches(limit=RECENT, before=None, status=None, game=""))
        recover(self.registry, self.store.unfinished(), lost=lost)
        for match in self.registry.matches.values():
            self.match_creator.remember(match)
        if self.config.ladder:
            self.lobby = self._open_lobby(self.registry, self._live_ratings(self.config.ladder))

    @asynccontextmanager
    async def show_metrics(self) -> AsyncIterator[None]:
        """
        Let Prometheus ask while the body runs, if the configuration says where.

        Raises:
            ConfigError: the address cannot be listened on.
        """
        if not self.config.metrics:
            yield
            return
        # Here: a referee that shows no metrics needs no Prometheus.
        from bessemer.rpc.ops.collector import collector_registry  # noqa: PLC0415
        from bessemer.rpc.ops.endpoint import metrics_endpoint  # noqa: PLC0415

        host, port = host_and_port(self.config.metrics)
        collectors = collector_registry(self.metrics, partial(levels_of, self))
        async with AsyncExitStack() as stack:
            endpoint = metrics_endpoint(host, port, collectors)
            try:
                self.metrics_port = await stack.enter_async_context(endpoint)
            except OSError as error:
                raise ConfigError(
                    f"metrics cannot be shown at {host}:{port}: {error.strerror}"
                ) from None
            yield

    async def listen(self, *, is_local: bool = True) -> grpc.aio.Server:
        """
        Serve gRPC where the configuration says, and on the socket in the data folder.

        Raises:
            ConfigError: one of the addresses cannot be listened on.
        """
        server = grpc_server(self)
        cert = str(self.config.tls_cert)
        self.addresses = add_ports(
            server, self.config, lambda what: self.audit.note("", "TLS reload", cert, what)
        )
        local = add_local_address(server, self.config.data) if is_local else None
        await server.start()
        if local is not None:
            local.chmod(0o600)
        await self._set_health()
        return server

    async def watch_health(self) -> None:
        """Say how the referee is, for ever."""
        while True:
            await self._health_changed.wait()
            self._health_changed.clear()
            await self._set_health()

    async def drain(self) -> None:
        """Take no new matches and wait until the running ones have finished, or for so long."""
        registry = self.registry
        registry.is_draining = True
        await self._set_health()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.drain_timeout):
                while registry.matches and not self.hurried.is_set():
                    self._is_idle.clear()
                    await self._is_idle.wait()
        for match in tuple(registry.matches.values()):
            # The others stay in the journal; these would be forgotten without a word.
            if match.spec.durability is Durability.MATCH:
                registry.abort(match, Fault.REFEREE, "the referee was closed; play it again")

    def hurry(self) -> None:
        """Do not wait for matches to finish: what nobody has heard of waits in the journal."""
        self.hurried.set()
        self._is_idle.set()

    async def stop_journal(self) -> None:
        """Write what waits to be written."""
        self.sign_ins.tell()
        await self.audit.flush()
        if not await self.journal.stop(_HURRIED_SECONDS if self.hurried.is_set() else 10.0):
            self.unwritten = self.journal.unwritten()
            structlog.get_logger().error(
                "journal was not written to the end",
                why=self.journal.failure,
                matches=self.unwritten,
            )
        self.tail.close()

    # ---------------------------------------------------------------------------------- private

    async def _set_health(self) -> None:
        """It does not serve while it drains or cannot write."""
        is_well = not (self.registry.is_draining or self.journal.failure)
        if self.health is not None:
            await self.health.set_all(("", *SERVICES), is_serving=is_well)

    def _live_ratings(self, ladder: str) -> LiveRatings:
        try:
            return LiveRatings(self.ladders, ladder, is_rated=self.config.is_rated)
        except LadderNotFound as error:
            raise ConfigError(str(error)) from None

    def _match_ended(self, match: Match) -> None:
        self.match_creator.forget(match)
        self.decision_calls.forget(match)
        if self.lobby is not None:
            self.lobby.ended(match)
        if not self.registry.matches:
            self._is_idle.set()

    def _match_forgotten(self, match: Match) -> None:
        self.feeds.forget(match)


async def _locked(database: str | Path, name: str, drained: asyncio.Event) -> DatabaseLock:
    """The lock on the database; a command that has it for a moment is waited for."""
    give_up = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            return lock_database(database, referee=name)
        except DatabaseBusy:
            if drained.is_set() or time.monotonic() > give_up:
                raise
        await asyncio.sleep(_MOMENT)


@asynccontextmanager
async def serving(
    config: ServeConfig,
    drained: asyncio.Event | None = None,
    open_lobby: OpenLobby | None = None,
    processor_times: ProcessorTimes | None = None,
) -> AsyncIterator[Referee]:
    """
    A referee that serves while the body runs.

    Args:
        config: what it serves, and where.
        drained: set when somebody wants it to close.
        open_lobby: makes the lobby of its ladder, if it runs one (default: it is played for ever).
        processor_times: knows the processes of players that run on this machine.

    Raises:
        ConfigError: it cannot be served so.
        StoreError: the database cannot be used.
    """
    private_folder(config.data)
    database: str | Path = config.database or config.data / "bessemer.sqlite3"
    drained = drained or asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.enter_context(await _locked(database, config.name, drained))
        store, tail, lost = open_whole(database, config)
        stack.callback(store.close)
        referee = Referee(
            config,
            store,
            drained,
            open_lobby or continuous_lobby(config),
            processor_times,
            replay_key(config.data),
            tail,
        )
        register_first_organiser(referee.directory.accounts, config.data, referee.registry.wall())
        referee.account_watch.begin()
        referee.directory.load()
        stack.push_async_callback(referee.stop_journal)
        referee.resume(lost)
        stack.push_async_callback(referee.rating.stop)
        await stack.enter_async_context(referee.show_metrics())
        with patient_threads():
            server = await started(referee.listen())
        stack.push_async_callback(server.stop, 2.0)
        structlog.get_logger().info(
            "referee serves",
            listen=referee.addresses,
            metrics=referee.metrics_port or None,
            replay_key=key_id(referee.key.public),
            compiled=compiled.is_used(),
        )
        registry = referee.registry
        async with asyncio.TaskGroup() as tasks:
            watches = [
                tasks.create_task(referee.watch_health()),
                tasks.create_task(watch_deadlines(registry, referee.clock, config.clock_grace)),
                tasks.create_task(referee.audit.run()),
                tasks.create_task(referee.sign_ins.run()),
                tasks.create_task(referee.connections.watch_stalled(registry.now, STALL_SECONDS)),
            ]
            if config.database:  # others work on it, too; SQLite's is locked
                watches.append(tasks.create_task(referee.account_watch.run()))
            if referee.lobby is not None:
                watches.append(tasks.create_task(referee.lobby.refresh_ratings()))
            try:
                yield referee
            finally:
                for watch in watches:
                    watch.cancel()
