"""
The referee as a process: wires everything, serves it, and closes it in good order.

On the way down nothing is lost: no new matches, running ones may finish, what is not finished stays
in the journal and goes on with the next start.
"""

import asyncio
import gc
import os
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import grpc
import structlog
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby import Lobby
from bessemer.ladder.matchmaking import MatchmakingSettings
from bessemer.ladder.schedule import Continuous
from bessemer.matches.deadlines import sweep_for_ever
from bessemer.matches.errors import Draining, LadderNotFound
from bessemer.matches.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.matches.recovery import recall, recover
from bessemer.matches.registry import RECENT, MatchRegistry
from bessemer.rpc.access.directory import PlayerDirectory, seat_token_of
from bessemer.rpc.access.limits import Quotas
from bessemer.rpc.access.tokens import Authenticator, new_token
from bessemer.rpc.admin_service import AdminServicer
from bessemer.rpc.config import ConfigError, ServeConfig, host_and_port, is_unix
from bessemer.rpc.handlers import SLOW_SECONDS, CallGuard, service_handler
from bessemer.rpc.ladder_service import LadderServicer
from bessemer.rpc.match_creation import MatchCreator
from bessemer.rpc.match_service import MatchServicer
from bessemer.rpc.ops.metrics import Gauges, Metrics, metrics_endpoint, registry
from bessemer.rpc.play.connections import Lines
from bessemer.rpc.standard import health_handler, reflection_handler
from bessemer.rpc.tls import server_credentials
from bessemer.runtime import compiled
from bessemer.runtime.threads import patient_threads
from bessemer.storage.accounts import Accounts, Role
from bessemer.storage.ladders import SqlLadderStore
from bessemer.storage.lock import lock_database
from bessemer.storage.store import SqlStore, open_store
from bessemer.v1 import admin_service_pb2, ladder_service_pb2, match_service_pb2

_LARGEST_MESSAGE: Final = 256 * 1024
SERVICES: Final = (
    "bessemer.v1.MatchService",
    "bessemer.v1.LadderService",
    "bessemer.v1.AdminService",
)
ORGANISER: Final = "organiser"

OPTIONS: Final = (
    ("grpc.max_receive_message_length", _LARGEST_MESSAGE),
    ("grpc.max_send_message_length", 16 * 1024 * 1024),
    ("grpc.max_concurrent_streams", 4096),
    # Two referees on one port would share its connections at random.
    ("grpc.so_reuseport", 0),
    # A client whose machine is gone is noticed; one that pings too often is not welcome.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
)


class Referee:
    """A served referee; made by `serving`."""

    def __init__(self, config: ServeConfig, store: SqlStore, drained: asyncio.Event) -> None:
        self.config = config
        self.store = store
        self.meter = Metrics()
        self.journal = Journal(store)
        self.desk = MatchRegistry(self.journal)
        self.lines = Lines()
        self.quotas = Quotas(config.limits)
        self.roster = PlayerDirectory(Accounts(store), self.desk.wall)
        self.opener = MatchCreator(
            self.desk, store, self.quotas, clock=config.clock, durability=config.durability
        )
        self.ladders = SqlLadderStore(store)
        self.hall: Lobby | None = None
        """Where the players of its ladder wait, if it runs one."""
        self.health = health.aio.HealthServicer()
        self.addresses: list[str] = []
        """Where it listens, with the ports that were really taken."""
        self.metrics_port = 0
        self.drained = drained
        """Set when somebody wants the referee to close."""
        self._is_idle = asyncio.Event()
        self.journal.observe = self._observe_commit
        self.desk.ended = self._match_ended

    def levels(self) -> Gauges:
        """What goes on now, for the metrics."""
        return Gauges(self.desk.counts(), len(self.quotas.streams), self.journal.backlog)

    async def drain(self) -> None:
        """Take no new matches and wait until the running ones have finished, or for so long."""
        self.desk.is_draining = True
        for service in ("", *SERVICES):
            await self.health.set(service, health_pb2.HealthCheckResponse.NOT_SERVING)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.drain_timeout):
                while self.desk.matches:
                    self._is_idle.clear()
                    await self._is_idle.wait()
        for match in tuple(self.desk.matches.values()):
            # The others stay in the journal; these would be forgotten without a word.
            if match.spec.durability is Durability.MATCH:
                self.desk.abort(match, Fault.REFEREE, "the referee was closed; play it again")

    def _observe_commit(self, seconds: float, records: int) -> None:
        self.meter.commit_seconds.observe(seconds)
        self.meter.batch_size.observe(records)

    def _match_ended(self, match: Match) -> None:
        self.opener.forget(match)
        if self.hall is not None:
            self.hall.ended(match)
        if not self.desk.matches:
            self._is_idle.set()
        if match.result is not None:
            self.meter.ended[match.result.status] += 1
        for entry in match.records:
            self.meter.moves[entry.cause] += 1


def continuous_lobby(referee: Referee, book: LiveRatings) -> Lobby:
    """The lobby of a ladder that is played for ever."""

    def rating(player: str) -> tuple[float, float]:
        believed = book.rating(player)
        return believed.mean, believed.deviation

    ladder = book.ladder
    settings = MatchmakingSettings(seats=ladder.seats, authors_apart=ladder.authors_apart)
    schedule = Continuous(settings, rating, random.SystemRandom(), book.past)
    return Lobby(referee.desk, book, schedule, durability=referee.config.durability)


@asynccontextmanager
async def serving(
    config: ServeConfig,
    drained: asyncio.Event | None = None,
    open_lobby: Callable[[Referee, LiveRatings], Lobby] = continuous_lobby,
) -> AsyncIterator[Referee]:
    """
    A referee that serves while the body runs.

    Args:
        config: what it serves, and where.
        drained: set when somebody wants it to close.
        open_lobby: makes the lobby of its ladder, if it runs one.

    Raises:
        ConfigError: it cannot be served so.
        StoreError: the database cannot be used.
    """
    log = structlog.get_logger()
    config.data.mkdir(parents=True, exist_ok=True)
    database: str | Path = config.database or config.data / "bessemer.sqlite3"
    async with AsyncExitStack() as stack:
        stack.enter_context(lock_database(database, referee=config.name))
        store = open_store(database, referee=config.name)
        stack.callback(store.close)
        referee = Referee(config, store, drained or asyncio.Event())
        _first_organiser(referee)
        referee.roster.load()
        referee.journal.start()
        stack.push_async_callback(_stop_journal, referee)
        recall(referee.desk, store.matches(limit=RECENT, before=None, status=None, game=""))
        recover(referee.desk, store.unfinished())
        for match in referee.desk.matches.values():
            referee.opener.remember(match)
        if config.ladder:
            referee.hall = open_lobby(referee, _ratings(referee, config.ladder))
        if config.metrics:
            host, port = host_and_port(config.metrics)
            metrics = registry(referee.meter, referee.levels)
            referee.metrics_port = await stack.enter_async_context(_metrics(host, port, metrics))
        with patient_threads():
            server = _server(referee)
            await _listen(referee, server)
            await server.start()
        stack.push_async_callback(server.stop, 2.0)
        for service in ("", *SERVICES):
            await referee.health.set(service, health_pb2.HealthCheckResponse.SERVING)
        log.info(
            "referee serves",
            listen=referee.addresses,
            metrics=referee.metrics_port or None,
            compiled=compiled.is_used(),
        )
        async with asyncio.TaskGroup() as tasks:
            watches = [
                tasks.create_task(sweep_for_ever(referee.desk, config.clock_grace)),
                tasks.create_task(referee.lines.watch_pace(referee.desk.now, SLOW_SECONDS)),
            ]
            if referee.hall is not None:
                watches.append(tasks.create_task(referee.hall.keep_book()))
            try:
                yield referee
            finally:
                for watch in watches:
                    watch.cancel()


def calm_collector() -> None:
    """
    Let the garbage collector look less often; for a process that does nothing but serve.

    Matches are made of immutable values, which refcounting frees. Left alone, the collector walks
    all of them again and again: it took two fifths of the referee's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


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
        log.info("referee drains", matches=len(referee.desk.matches))
        await referee.drain()
        referee.lines.close(Draining("the referee closes; connect again", retry_after=1.0))
        log.info("referee stops", matches_in_journal=len(referee.desk.matches))


def _server(referee: Referee) -> grpc.aio.Server:
    doorman = Authenticator(
        player_token=referee.roster.find,
        seat_token=lambda token_id: seat_token_of(referee.desk, token_id),
    )
    gate = CallGuard(doorman, referee.quotas, referee.meter)
    matches = MatchServicer(referee.opener, referee.store, gate, referee.lines)

    def end_streams(token_id: str) -> None:
        referee.lines.revoke(token_id)
        gate.spectators.revoke(token_id)

    admin = AdminServicer(
        referee.desk, referee.roster, end_streams=end_streams, drain=referee.drained.set
    )
    ladder = LadderServicer(
        referee.desk, referee.ladders, gate, referee.lines, referee.roster, lambda: referee.hall
    )
    server = grpc.aio.server(options=OPTIONS)
    services = (
        (match_service_pb2.DESCRIPTOR.services_by_name["MatchService"], matches),
        (ladder_service_pb2.DESCRIPTOR.services_by_name["LadderService"], ladder),
        (admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"], admin),
    )
    server.add_generic_rpc_handlers(
        tuple(service_handler(service, servicer, gate) for service, servicer in services)
    )
    server.add_generic_rpc_handlers((health_handler(referee.health),))
    if referee.config.reflects:
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        server.add_generic_rpc_handlers((reflection_handler(names),))
    return server


def _ratings(referee: Referee, name: str) -> LiveRatings:
    """
    The ladder that the referee runs, and its ratings.

    Raises:
        ConfigError: there is no such ladder.
    """
    try:
        return LiveRatings(referee.ladders, name, referee.desk.wall)
    except LadderNotFound as error:
        raise ConfigError(str(error)) from None


async def _listen(referee: Referee, server: grpc.aio.Server) -> None:
    config = referee.config
    credentials = (
        server_credentials(config.tls_cert, config.tls_key, config.tls_client_ca)
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
        referee.addresses.append(address if is_unix(address) else f"{host}:{port}")


@asynccontextmanager
async def _metrics(host: str, port: int, metrics: object) -> AsyncIterator[int]:
    try:
        async with metrics_endpoint(host, port, metrics) as taken:  # type: ignore[arg-type]
            yield taken
    except OSError as error:
        raise ConfigError(f"metrics cannot be shown at {host}:{port}: {error.strerror}") from None


def _first_organiser(referee: Referee) -> None:
    """A new referee has one organiser, whose token lies in the data folder for its owner alone."""
    accounts, wall = referee.roster.accounts, referee.desk.wall
    if accounts.tokens(ORGANISER):
        return
    token = new_token()
    path = referee.config.data / "organiser.token"
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.chmod(0o600)
    with draft.open("w", encoding="ascii") as file:
        file.write(token.text + "\n")
        file.flush()
        os.fsync(file.fileno())
    # The file is complete before the token is good for anything: whenever the first start is cut
    # short, the next one finds no token and begins anew.
    draft.replace(path)
    if accounts.player(ORGANISER) is None:
        accounts.add_player(ORGANISER, Role.ORGANISER, wall())
    accounts.add_token(ORGANISER, token.token_id, token.hash, wall())
    structlog.get_logger().info("organiser registered", token_file=path.name)


async def _stop_journal(referee: Referee) -> None:
    if not await referee.journal.stop():
        structlog.get_logger().error("journal was not written to the end")
