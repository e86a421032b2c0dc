"""A referee is opened here, by `serve`, by commands on a folder and by tests; and served."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import grpc
import structlog

from bessemer.ladder.lobby.lobbies import OpenLobby
from bessemer.ladder.lobby.served_lobby import served_lobby
from bessemer.matches.durable.recovery import recall, recover
from bessemer.matches.ending import RECENT
from bessemer.matches.timing.deadlines import watch_deadlines
from bessemer.matches.timing.processor_times import ProcessorTimes
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.replays.signatures import BadKey, SigningKey, key_id, signing_key
from bessemer.rpc.play.streams import STALL_SECONDS
from bessemer.rpc.serving.first_organiser import register_first_organiser
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.ports import add_local_address, add_ports, started
from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig, host_and_port, is_unix
from bessemer.rpc.serving.services import grpc_server
from bessemer.rpc.sharing.succession import Succession
from bessemer.rpc.webhooks.alerts import AlertWatch, ringing
from bessemer.rpc.webhooks.stages import StageWatch
from bessemer.runtime import machine_code
from bessemer.runtime.threads import patient_threads
from bessemer.storage.data_folder import private_folder
from bessemer.storage.database.lock import DatabaseBusy, PostgresLock, lock_database
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.journal_tail import open_whole
from bessemer.storage.sharing import SqlSharing

_BUSY_SECONDS: Final = 60.0
"""How long a command may have the database when a referee starts."""
_MOMENT: Final = 0.1
_ANY_HOST: Final = ("0.0.0.0", "::")  # noqa: S104 - what it listens on is said elsewhere


@asynccontextmanager
async def opened(
    config: ServeConfig,
    *,
    closing: asyncio.Event | None = None,
    open_lobby: OpenLobby | None = None,
    processor_times: ProcessorTimes | None = None,
    only: Collection[str] | None = None,
    clock: RefereeClock | None = None,
) -> AsyncIterator[Referee]:
    """
    A referee whose matches continue and which listens nowhere; its database is locked already.

    Args:
        config: what it serves.
        closing: set when somebody wants it to close.
        open_lobby: makes the lobby of each ladder that it runs (default: it is played for ever).
        processor_times: knows the processes of players that run on this machine.
        only: the unfinished matches that it takes up (default: all); the others are left as they are.
        clock: the clock of its matches (default: one that stands while the referee cannot read).

    Raises:
        ConfigError: it cannot be served so.
        StoreError: the database cannot be used.
    """
    async with AsyncExitStack() as stack:
        store, tail, lost = open_whole(
            config.database_or_file, config.data, config.name, accept_loss=config.accept_loss
        )
        stack.callback(store.close)
        stack.callback(tail.close)
        referee = Referee(
            config,
            store,
            tail,
            _replay_key(config.data),
            processor_times,
            clock or RefereeClock(),
            closing or asyncio.Event(),
        )
        registry, accounts = referee.registry, referee.accounts
        if not config.database:  # nobody else sends from this one
            referee.webhooks.store.begin()
        register_first_organiser(accounts.directory.accounts, config.data, registry.wall())
        sharing = referee.sharing
        if isinstance(sharing, SqlSharing):
            sharing.begin()
            stack.callback(sharing.end)
            sharing.take_over(config.played, only, at_once=True)
            stack.push_async_callback(referee.guard.relay.close)
            accounts.watch.begin()
        accounts.directory.load()
        accounts.invitations.load()
        registry.journal.start(registry)
        stack.push_async_callback(referee.closing.stop_journal)
        stack.push_async_callback(accounts.audit.flush)
        stack.callback(accounts.sign_ins.tell)
        unfinished = store.unfinished() if only is None or only else []
        if only is None:
            registry.open_blocks.restore(store.block_mixes(), store.spent_setups())
            recall(registry, store.matches(limit=RECENT, before=None, status=None, game=""))
        else:
            unfinished = [one for one in unfinished if one.spec.match_id in only]
        recover(registry, unfinished, lost=lost)
        for match in registry.matches.values():
            referee.matches.creator.remember(match)
        referee.open_ladders(open_lobby or served_lobby(config.durability, SqlLadderStore(store)))
        stack.push_async_callback(referee.ladders.rating.stop)
        yield referee


@asynccontextmanager
async def serving(
    config: ServeConfig,
    drained: asyncio.Event | None = None,
    open_lobby: OpenLobby | None = None,
    processor_times: ProcessorTimes | None = None,
    disabled_bots: Callable[[], int] = lambda: 0,
    clock: RefereeClock | None = None,
) -> AsyncIterator[Referee]:
    """
    A referee that serves while the body runs; `opened` has most of its parameters.

    `drained` is set when somebody wants it to close. Other threads call `disabled_bots`: how many bots
    that were started beside it keep failing.

    Raises:
        ConfigError: it cannot be served so.
        StoreError: the database cannot be used.
    """
    private_folder(config.data)
    drained = drained or asyncio.Event()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(await _locked(config, drained))
        referee = await stack.enter_async_context(
            opened(
                config,
                closing=drained,
                open_lobby=open_lobby,
                processor_times=processor_times,
                clock=clock,
            )
        )
        await stack.enter_async_context(_show_metrics(referee, disabled_bots))
        with patient_threads():
            server = await started(listen(referee))
        stack.push_async_callback(server.stop, 2.0)
        if isinstance(referee.sharing, SqlSharing):
            referee.sharing.publish(*_reached_at(referee))
        structlog.get_logger().info(
            "referee serves",
            listen=referee.addresses,
            metrics=referee.metrics_port or None,
            replay_key=key_id(referee.key.public),
            compiled=machine_code.is_used(),
        )
        async with asyncio.TaskGroup() as tasks:
            watches = [tasks.create_task(watch) for watch in _watches(referee, lock, disabled_bots)]
            try:
                yield referee
            finally:
                for watch in watches:
                    watch.cancel()


async def listen(referee: Referee, *, is_local: bool = True) -> grpc.aio.Server:
    """
    Serve gRPC where the configuration says, and on the socket in the data folder.

    Raises:
        ConfigError: one of the addresses cannot be listened on.
    """
    config, audit = referee.config, referee.accounts.audit
    server = grpc_server(referee.servicers, referee.guard, referee.health, config)
    cert = str(config.tls_cert)
    referee.addresses += add_ports(
        server, config, lambda what: audit.note("", "TLS reload", cert, what)
    )
    local = add_local_address(server, config.data) if is_local else None
    await server.start()
    if local is not None:
        local.chmod(0o600)
    await referee.health_watch.tell()
    return server


async def _locked(config: ServeConfig, drained: asyncio.Event) -> ExitStack:
    """The lock on the database; a command that has it for a moment is waited for."""
    give_up = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            return lock_database(config.database_or_file, referee=config.name)
        except DatabaseBusy:
            if drained.is_set() or time.monotonic() > give_up:
                raise
        await asyncio.sleep(_MOMENT)


def _replay_key(folder: Path) -> SigningKey:
    """
    The key that replays are signed with, made at the first start.

    Raises:
        ConfigError: it cannot be used.
    """
    try:
        return signing_key(folder)
    except BadKey as error:
        raise ConfigError(str(error)) from None
    except OSError as error:
        raise ConfigError(
            f"the key for replays in {folder} cannot be used: {error.strerror}"
        ) from None


@asynccontextmanager
async def _show_metrics(referee: Referee, disabled_bots: Callable[[], int]) -> AsyncIterator[None]:
    """
    Let Prometheus ask while the body runs, if the configuration says where.

    Raises:
        ConfigError: the address cannot be listened on.
    """
    if not referee.config.metrics:
        yield
        return
    # Here: a referee that shows no metrics needs no Prometheus.
    from bessemer.rpc.ops.collector import RefereeCollector, collector_registry  # noqa: PLC0415
    from bessemer.rpc.ops.endpoint import metrics_endpoint  # noqa: PLC0415

    host, port = host_and_port(referee.config.metrics)
    guard = referee.guard
    collector = RefereeCollector(
        guard.metrics,
        referee.registry,
        guard.quotas.streams,
        referee.clock,
        referee.ladders.lobbies,
        disabled_bots,
    )
    async with AsyncExitStack() as stack:
        endpoint = metrics_endpoint(host, port, collector_registry(collector))
        try:
            referee.metrics_port = await stack.enter_async_context(endpoint)
        except OSError as error:
            raise ConfigError(
                f"metrics cannot be shown at {host}:{port}: {error.strerror}"
            ) from None
        yield


def _watches(
    referee: Referee, lock: ExitStack, disabled_bots: Callable[[], int]
) -> Iterator[Coroutine[None, None, None]]:
    """The tasks that look after a referee while it serves."""
    registry, accounts, config = referee.registry, referee.accounts, referee.config
    yield referee.health_watch.run()
    yield watch_deadlines(registry, referee.clock, config.clock_grace)
    yield accounts.audit.run()
    yield accounts.sign_ins.run()
    yield referee.guard.connections.watch_stalled(registry.now, STALL_SECONDS)
    if config.database:  # others work on it, too; SQLite's is locked
        yield accounts.watch.run()
    if isinstance(referee.sharing, SqlSharing) and isinstance(lock, PostgresLock):
        yield _succession(referee, referee.sharing).run(referee.ladders.lobbies, lock.renew)
    yield referee.ladders.lobbies.run()
    if not config.is_private:  # only a person's own, for one match
        rings = partial(
            ringing, registry.journal, referee.ladders.lobbies, config.data, disabled_bots
        )
        yield referee.webhooks.run()
        yield AlertWatch(referee.webhooks, rings, registry.wall).run()
        yield StageWatch(referee.webhooks, referee.ladders.lobbies).run()


def _succession(referee: Referee, sharing: SqlSharing) -> Succession:
    closing = referee.closing

    def stop() -> None:
        closing.hurry()
        closing.asked.set()

    matches, store = referee.matches, referee.store
    return Succession(sharing, store, referee.registry, matches.creator, referee.vouchers, stop)


def _reached_at(referee: Referee) -> tuple[str, str]:
    """Where other referees on the database reach this one, and the certificate that it shows there."""
    config = referee.config
    address = config.reach or referee.addresses[0]
    if not config.reach and not is_unix(address):
        host, port = host_and_port(address)
        if host in _ANY_HOST:
            address = f"{socket.gethostname()}:{port}"
    certificate = config.tls_cert.read_text(encoding="ascii") if config.tls_cert else ""
    return address, certificate
