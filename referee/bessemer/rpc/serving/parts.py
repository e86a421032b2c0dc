"""Puts the parts of a referee together. It is the only module that knows them all."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from bessemer.accounts.audit import AuditQueue
from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.failed_sign_ins import FailedSignIns
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Authenticator
from bessemer.errors import LadderNotFound
from bessemer.ladder.continuous_lobby import OpenLobby
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby import Lobby
from bessemer.matches.journal import Journal
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.timing.excuses import Excuses
from bessemer.matches.timing.processor_times import ProcessorTimes
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.replays.format import write_replay
from bessemer.replays.signatures import SigningKey
from bessemer.rpc.access.account_watch import AccountWatch
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.admin.ladders import LadderAdmin
from bessemer.rpc.admin.players import PlayerAdmin
from bessemer.rpc.admin.referee import RefereeAdmin
from bessemer.rpc.admin.replays import ReplayAdmin
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.ladders.ladder_service import LadderServicer
from bessemer.rpc.ladders.rating_process import RatingProcess
from bessemer.rpc.ladders.standings import Standings
from bessemer.rpc.limits.decision_calls import DecisionCalls
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.matches.listing import MatchPages
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.matches.match_service import MatchServicer
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.feed import MatchFeeds
from bessemer.rpc.play.streams import Connections
from bessemer.rpc.play.thinking_slots import ThinkingSlots
from bessemer.rpc.serving.closing import Closing
from bessemer.rpc.serving.health_watch import HealthWatch
from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig
from bessemer.rpc.serving.services import Servicers, health_of
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.journal_tail import JournalTail
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.retention import Retention

if TYPE_CHECKING:
    from bessemer.rpc.serving.health import HealthServicer


@dataclass(frozen=True, slots=True)
class MatchParts:
    """The matches, and what is made of them."""

    registry: MatchRegistry
    creator: MatchCreator
    feeds: MatchFeeds
    pages: MatchPages


@dataclass(frozen=True, slots=True)
class AccountParts:
    """Callers, and the log of what they do."""

    directory: PlayerDirectory
    audit: AuditQueue
    sign_ins: FailedSignIns
    revocation: Revocation
    watch: AccountWatch


@dataclass(frozen=True, slots=True)
class LadderParts:
    """The ladders, and the one that is played here."""

    store: SqlLadderStore
    standings: Standings
    rating: RatingProcess
    lobby: Lobby | None
    """Where the players of its ladder wait, if it runs one."""


@dataclass(slots=True)
class Referee:
    """The parts of a referee."""

    config: ServeConfig
    clock: RefereeClock
    store: SqlStore
    key: SigningKey
    """Signs its replays."""
    guard: CallGuard
    matches: MatchParts
    accounts: AccountParts
    ladders: LadderParts
    servicers: Servicers
    health: "HealthServicer | None"
    health_watch: HealthWatch
    closing: Closing
    addresses: list[str] = field(default_factory=list)
    """Where it listens, with the ports that were really taken."""
    metrics_port: int = 0

    @property
    def registry(self) -> MatchRegistry:
        """The matches by id."""
        return self.matches.registry


class Assembly:
    """The parts that are there before the matches of the last run continue; `finish` makes the others."""

    def __init__(
        self,
        config: ServeConfig,
        store: SqlStore,
        tail: JournalTail,
        key: SigningKey,
        processor_times: ProcessorTimes | None,
        clock: RefereeClock,
        closing_asked: asyncio.Event,
    ) -> None:
        self.config = config
        self.store = store
        self.key = key
        self.clock = clock
        metrics = Metrics()
        journal = Journal(store, tail.append)
        self.registry = registry = MatchRegistry(
            journal,
            partial(write_replay, key=key),
            excuses=Excuses(processor_times, lambda: clock.lost),
            now=clock.now,
        )
        self.health = health_of(config)
        self.health_watch = HealthWatch(registry, self.health)
        self.closing = Closing(registry, self.health_watch, closing_asked, config.drain_timeout)
        audit_log = SqlAuditLog(store)
        directory = PlayerDirectory(SqlAccounts(store), registry.wall)
        audit = AuditQueue(audit_log, registry.wall)
        connections, quotas = Connections(), Quotas(config.limits)
        self.creator = MatchCreator(
            registry,
            store,
            quotas,
            directory,
            clock=config.clock,
            durability=config.durability,
            creators=Role.ORGANISER if config.is_private else Role.PLAYER,
        )
        revocation = Revocation(registry, directory, self.creator, connections, audit)
        sign_ins = FailedSignIns(audit.note)
        self.accounts = AccountParts(
            directory,
            audit,
            sign_ins,
            revocation,
            AccountWatch(audit_log, directory, revocation),
        )
        authenticator = Authenticator(
            player_token=directory.find,
            seat_token=partial(directory.find_seat, registry),
        )
        self.guard = CallGuard(
            authenticator,
            quotas,
            DecisionCalls(registry),
            metrics,
            connections,
            clock,
            sign_ins,
        )

    def finish(self, open_lobby: OpenLobby) -> Referee:
        """
        The whole referee, with its ladder open.

        Raises:
            ConfigError: there is no such ladder.
        """
        registry, config, store = self.registry, self.config, self.store
        ladders = SqlLadderStore(store)
        lobby = None
        if config.ladder:
            lobby = open_lobby(registry, _live_ratings(ladders, config))
        rating = RatingProcess(str(config.database_or_file))
        matches = MatchParts(
            registry, self.creator, MatchFeeds(registry), MatchPages(registry, store)
        )
        ladder_parts = LadderParts(ladders, Standings(SqlStandings(store), rating), rating, lobby)
        registry.subscribe(self.creator, self.guard.decision_calls, matches.feeds)
        if lobby is not None:
            registry.subscribe(lobby)
        registry.subscribe(self.health_watch, self.closing)
        return Referee(
            config,
            self.clock,
            store,
            self.key,
            self.guard,
            matches,
            self.accounts,
            ladder_parts,
            self._servicers(matches, ladder_parts),
            self.health,
            self.health_watch,
            self.closing,
        )

    def _servicers(self, matches: MatchParts, ladders: LadderParts) -> Servicers:
        registry, config, store = self.registry, self.config, self.store
        directory, audit = self.accounts.directory, self.accounts.audit
        thinkers = ThinkingSlots(config.thinkers) if config.thinkers else None
        return Servicers(
            MatchServicer(
                registry,
                self.creator,
                store,
                matches.pages,
                matches.feeds,
                self.guard,
                thinkers,
                self.key.public,
            ),
            LadderServicer(
                registry,
                ladders.store,
                ladders.standings,
                matches.feeds,
                self.guard,
                directory,
                ladders.lobby,
                thinkers,
            ),
            (
                PlayerAdmin(directory, self.accounts.revocation, registry.wall),
                LadderAdmin(ladders.store, Disqualifications(store), config.clock, registry.wall),
                ReplayAdmin(Retention(store), registry.wall),
                RefereeAdmin(registry, store, SqlAuditLog(store), audit, self.closing.asked),
            ),
        )


def _live_ratings(ladders: SqlLadderStore, config: ServeConfig) -> LiveRatings:
    try:
        return LiveRatings(ladders, config.ladder, is_rated=config.is_rated)
    except LadderNotFound as error:
        raise ConfigError(str(error)) from None
