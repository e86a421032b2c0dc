"""
The referee as a process: wires everything, serves it, and closes it in good order.

On the way down nothing is lost: no new matches, running ones may finish, what is not finished stays
in the journal and goes on with the next start.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import grpc
import structlog

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby import Lobby
from bessemer.matches.deadlines import watch_deadlines
from bessemer.matches.errors import Draining, LadderNotFound
from bessemer.matches.excuses import Excuses
from bessemer.matches.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.matches.recovery import recall, recover
from bessemer.matches.referee_clock import RefereeClock
from bessemer.matches.registry import RECENT, MatchRegistry
from bessemer.matches.thinking import ProcessorTimes
from bessemer.replays.format import write_replay
from bessemer.replays.signatures import SigningKey, key_id
from bessemer.rpc.access.decision_calls import DecisionCalls
from bessemer.rpc.access.directory import PlayerDirectory
from bessemer.rpc.access.first_organiser import register_first_organiser
from bessemer.rpc.access.quotas import Quotas
from bessemer.rpc.access.sign_ins import FailedSignIns
from bessemer.rpc.config import ConfigError, ServeConfig, host_and_port, is_unix
from bessemer.rpc.continuous import OpenLobby, continuous_lobby
from bessemer.rpc.health import HealthServicer
from bessemer.rpc.listing import MatchPages
from bessemer.rpc.match_creation import MatchCreator
from bessemer.rpc.ops.audit_queue import AuditQueue
from bessemer.rpc.ops.endpoint import metrics_endpoint
from bessemer.rpc.ops.levels import levels_of
from bessemer.rpc.ops.metrics import Metrics, collector_registry
from bessemer.rpc.play.feed import MatchFeeds
from bessemer.rpc.play.streams import STALL_SECONDS, Connections
from bessemer.rpc.play.thinking import ThinkingSlots
from bessemer.rpc.rating_process import RatingProcess
from bessemer.rpc.replay_key import replay_key
from bessemer.rpc.services import SERVICES, grpc_server
from bessemer.rpc.standings import Standings
from bessemer.rpc.tls import server_credentials
from bessemer.runtime import compiled
from bessemer.runtime.gc import calm_collector
from bessemer.runtime.threads import patient_threads
from bessemer.storage.accounts import Accounts, Role
from bessemer.storage.audit import AuditLog
from bessemer.storage.ladders import SqlLadderStore
from bessemer.storage.lock import lock_database
from bessemer.storage.schema import VERSION
from bessemer.storage.standings import SqlStandings
from bessemer.storage.store import SqlStore, open_store


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
        self.journal = Journal(store, self.metrics.observe_commit, self._health_changed.set)
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
        self.directory = PlayerDirectory(Accounts(store), self.registry.wall)
        self.audit = AuditQueue(AuditLog(store), self.registry.wall)
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
        self.ladders = SqlLadderStore(store)
        self.rating = RatingProcess(config.database or str(config.data / "bessemer.sqlite3"))
        self.standings = Standings(SqlStandings(store), self.rating)
        self.lobby: Lobby | None = None
        """Where the players of its ladder wait, if it runs one."""
        self.disabled_bots: Callable[[], int] = lambda: 0
        """How many bots that were started beside it keep failing; also for other threads."""
        self.health = HealthServicer()
        self.addresses: list[str] = []
        """Where it listens, with the ports that were really taken."""
        self.metrics_port = 0
        self.drained = drained
        """Set when somebody wants the referee to close."""
        self._is_idle = asyncio.Event()

    def resume(self) -> None:
        """
        Take up the matches that were running when the referee stopped, and open its ladder.

        Raises:
            ConfigError: there is no such ladder.
        """
        self.journal.start(self.registry)
        self.registry.open_blocks.restore(self.store.block_mixes())
        recall(self.registry, self.store.matches(limit=RECENT, before=None, status=None, game=""))
        recover(self.registry, self.store.unfinished())
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

    async def listen(self) -> grpc.aio.Server:
        """
        Serve gRPC where the configuration says.

        Raises:
            ConfigError: one of the addresses cannot be listened on.
        """
        config, server = self.config, grpc_server(self)
        credentials = (
            server_credentials(
                config.tls_cert,
                config.tls_key,
                config.tls_client_ca,
                on_reload=lambda what: self.audit.note(
                    "", "TLS reload", str(config.tls_cert), what
                ),
            )
            if config.tls_cert and config.tls_key
            else None
        )
        for address in config.listen:
            try:
                if is_unix(address) or credentials is None:
                    port = server.add_insecure_port(address)
                else:
                    port = server.add_secure_port(address, credentials)
            except RuntimeError:
                port = 0
            if not port:
                raise ConfigError(f"cannot listen on {address}: it is in use, or not ours to use")
            host = address.rpartition(":")[0]
            self.addresses.append(address if is_unix(address) else f"{host}:{port}")
        await server.start()
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
                while registry.matches:
                    self._is_idle.clear()
                    await self._is_idle.wait()
        for match in tuple(registry.matches.values()):
            # The others stay in the journal; these would be forgotten without a word.
            if match.spec.durability is Durability.MATCH:
                registry.abort(match, Fault.REFEREE, "the referee was closed; play it again")

    async def stop_journal(self) -> None:
        """Write what waits to be written."""
        self.sign_ins.tell()
        await self.audit.flush()
        if not await self.journal.stop():
            structlog.get_logger().error("journal was not written to the end")

    # ---------------------------------------------------------------------------------- private

    async def _set_health(self) -> None:
        """It does not serve while it drains or cannot write."""
        is_well = not (self.registry.is_draining or self.journal.failure)
        await self.health.set_all(("", *SERVICES), is_serving=is_well)

    def _live_ratings(self, ladder: str) -> LiveRatings:
        try:
            return LiveRatings(self.ladders, ladder)
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
    config.data.mkdir(parents=True, exist_ok=True)
    database: str | Path = config.database or config.data / "bessemer.sqlite3"
    async with AsyncExitStack() as stack:
        stack.enter_context(lock_database(database, referee=config.name))
        store = open_store(database, referee=config.name)
        stack.callback(store.close)
        if store.database.migrated_from is not None:
            structlog.get_logger().info(
                "database was migrated", from_schema=store.database.migrated_from, to_schema=VERSION
            )
        referee = Referee(
            config,
            store,
            drained or asyncio.Event(),
            open_lobby or continuous_lobby(config),
            processor_times,
            replay_key(config.data),
        )
        register_first_organiser(referee.directory.accounts, config.data, referee.registry.wall())
        referee.directory.load()
        stack.push_async_callback(referee.stop_journal)
        referee.resume()
        stack.push_async_callback(referee.rating.stop)
        await stack.enter_async_context(referee.show_metrics())
        with patient_threads():
            server = await _started(referee)
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
            if referee.lobby is not None:
                watches.append(tasks.create_task(referee.lobby.refresh_ratings()))
            try:
                yield referee
            finally:
                for watch in watches:
                    watch.cancel()


async def _started(referee: Referee) -> grpc.aio.Server:
    """A server that listens. gRPC's cannot be interrupted while it starts: it is stopped after."""
    starting = asyncio.ensure_future(referee.listen())
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await (await starting).stop(None)
        raise


async def serve(config: ServeConfig) -> None:
    """Serve until SIGTERM, SIGINT or an organiser says stop; then drain."""
    loop = asyncio.get_running_loop()
    calm_collector()
    drained = asyncio.Event()
    # Before it serves: whoever reads in the log that it does may send a signal at once.
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, drained.set)
    async with serving(config, drained) as referee:
        await drained.wait()
        log = structlog.get_logger()
        log.info("referee drains", matches=len(referee.registry.matches))
        await referee.drain()
        referee.connections.close(Draining("the referee closes; connect again", retry_after=1.0))
        log.info("referee stops", matches_in_journal=len(referee.registry.matches))
