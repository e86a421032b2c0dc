"""Puts the parts of a referee together. It is the only module that knows them all."""

import asyncio
from dataclasses import dataclass
from functools import partial

from bessemer.accounts.audit import AuditQueue
from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.failed_sign_ins import FailedSignIns
from bessemer.accounts.invitations import Invitations
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Authenticator
from bessemer.errors import LadderNotFound
from bessemer.ladder.lobby.lobbies import Lobbies, OpenLobby, PlayedLadders
from bessemer.matches.durable.journal import Journal
from bessemer.matches.durable.sharing import Alone, Sharing
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.timing.excuses import Excuses
from bessemer.matches.timing.processor_times import ProcessorTimes
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.replays.format import write_replay
from bessemer.replays.signatures import SigningKey
from bessemer.rpc.access.account_watch import AccountWatch
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.access.seats import MatchFinder
from bessemer.rpc.access.taking import SeatTaking
from bessemer.rpc.access.team_service import TeamServicer
from bessemer.rpc.admin.ladders import LadderAdmin
from bessemer.rpc.admin.players import PlayerAdmin
from bessemer.rpc.admin.referee import RefereeAdmin
from bessemer.rpc.admin.replays import ReplayAdmin
from bessemer.rpc.admin.webhooks import WebhookAdmin
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.ladders.challenging import Challenging
from bessemer.rpc.ladders.ladder_service import LadderServicer
from bessemer.rpc.ladders.rating_process import RatingProcess
from bessemer.rpc.ladders.standings import Standings
from bessemer.rpc.ladders.tournaments import Tournaments
from bessemer.rpc.limits.decision_calls import DecisionCalls
from bessemer.rpc.limits.pace import MovePace
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.matches.listing import MatchPages
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.matches.match_service import MatchServicer
from bessemer.rpc.matches.table_calls import TableCalls
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.feed import MatchFeeds
from bessemer.rpc.play.streams import Connections
from bessemer.rpc.play.thinking_slots import Machines
from bessemer.rpc.serving.closing import Closing
from bessemer.rpc.serving.health_watch import HealthWatch
from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig
from bessemer.rpc.serving.services import Servicers, health_of
from bessemer.rpc.sharing.relay import Relay
from bessemer.rpc.sharing.vouchers import Vouchers
from bessemer.rpc.submissions.servicers import submission_servicers
from bessemer.rpc.webhooks.delivery import WebhookDelivery
from bessemer.rpc.webhooks.destinations import Destinations
from bessemer.rpc.webhooks.posting import Poster
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.invitations import SqlInvitations
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.journal_tail import JournalTail
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.retention import Retention
from bessemer.storage.sharing import SqlSharing
from bessemer.storage.webhooks.webhook_store import WebhookStore


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
    invitations: Invitations


@dataclass(frozen=True, slots=True)
class LadderParts:
    """The ladders, and the lobbies of those that are played here."""

    store: SqlLadderStore
    rating: RatingProcess
    lobbies: Lobbies


class Referee:
    """
    The parts of a referee.

    Its ladders open only once the matches of the last run continue: until then there are no
    `ladders` and no `servicers`.
    """

    ladders: LadderParts
    servicers: Servicers

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
        """`key` signs replays; setting `closing_asked` closes the referee."""
        self.config = config
        self.store = store
        self.key = key
        self.clock = clock
        self.addresses: list[str] = []
        """Where it listens, with the ports that were really taken."""
        self.metrics_port = 0
        self.sharing: Sharing = Alone()
        if store.database.can_be_shared:
            self.sharing = SqlSharing(store, config.name, key.public)
        directory = PlayerDirectory(SqlAccounts(store))
        connections, quotas = Connections(), Quotas(config.limits)
        self.registry = registry = MatchRegistry(
            Journal(store, tail.append),
            partial(write_replay, key=key),
            excuses=Excuses(processor_times, lambda: clock.lost),
            pace=MovePace(quotas.moves, directory.role_of).wait,
            most_turns=config.limits.turns,
            now=clock.now,
        )
        self.health = health_of(config)
        self.health_watch = HealthWatch(registry, self.health)
        self.closing = Closing(registry, self.health_watch, closing_asked, config.drain_timeout)
        self.audit_log = SqlAuditLog(store)
        audit = AuditQueue(self.audit_log, registry.wall)
        creator = MatchCreator(
            registry,
            store,
            quotas,
            directory,
            clock=config.clock,
            durability=config.durability,
            creators=Role.ORGANISER if config.is_private else Role.PLAYER,
        )
        self.matches = MatchParts(
            registry, creator, MatchFeeds(registry), MatchPages(registry, store)
        )
        self.destinations = Destinations(config.webhook_allow)
        self.webhooks = WebhookDelivery(WebhookStore(store), Poster(self.destinations))
        invitations = Invitations(SqlInvitations(store), directory, registry.wall)
        revocation = Revocation(registry, directory, creator, connections, audit)
        self.accounts = AccountParts(
            directory,
            audit,
            FailedSignIns(audit.note),
            revocation,
            AccountWatch(self.audit_log, directory, invitations, revocation),
            invitations,
        )
        self.vouchers = Vouchers(config.name, key, registry.wall)
        self.guard = CallGuard(
            Authenticator(
                player_token=lambda one: directory.find(one) or invitations.find(one),
                seat_token=partial(directory.find_seat, registry),
            ),
            quotas,
            DecisionCalls(registry),
            Metrics(),
            connections,
            clock,
            self.accounts.sign_ins,
            Relay(self.sharing, self.vouchers, connections, clock.now, self._catch_up),
        )

    async def _catch_up(self) -> None:
        """Learn now what others have done to the accounts of a shared database."""
        if self.config.database:
            await self.accounts.watch.refresh()

    def open_ladders(self, open_lobby: OpenLobby) -> None:
        """
        Open the ladders that it runs, and make all that answers calls.

        Raises:
            ConfigError: there is no such ladder.
        """
        registry, config, store = self.registry, self.config, self.store
        ladders = SqlLadderStore(store)
        played = PlayedLadders(config.ladders, config.plays_all, config.is_rated)
        lobbies = Lobbies(registry, ladders, played, open_lobby, self.sharing)
        try:
            lobbies.open_first()
        except LadderNotFound as error:
            raise ConfigError(str(error)) from None
        self.ladders = LadderParts(ladders, RatingProcess(str(config.database_or_file)), lobbies)
        registry.subscribe(self.matches.creator, self.guard.decision_calls, self.matches.feeds)
        registry.subscribe(lobbies, self.health_watch, self.closing, self.webhooks)
        self.servicers = self._servicers()

    def _servicers(self) -> Servicers:
        registry, config, store = self.registry, self.config, self.store
        matches, ladders, accounts = self.matches, self.ladders, self.accounts
        machines = Machines(config.thinkers)
        finder = MatchFinder(registry, store, self.sharing)
        match_servicer = MatchServicer(
            registry,
            matches.creator,
            store,
            finder,
            matches.feeds,
            self.guard,
            machines,
            self.key.public,
        )
        registry.subscribe(match_servicer)
        ladder_servicer = LadderServicer(
            registry,
            ladders.store,
            matches.feeds,
            self.guard,
            accounts.directory,
            ladders.lobbies,
            machines,
        )
        return Servicers(
            (
                match_servicer,
                matches.pages,
                SeatTaking(registry, finder, self.guard, accounts.revocation),
                TableCalls(registry, finder),
            ),
            (
                ladder_servicer,
                Standings(SqlStandings(store), ladders.store, ladders.rating),
                Tournaments(ladders.store),
                Challenging(ladders.lobbies, store, registry.wall),
            ),
            (
                PlayerAdmin(accounts.directory, accounts.revocation, registry.wall),
                LadderAdmin(
                    ladders.store,
                    ladders.lobbies,
                    Disqualifications(store),
                    config.clock,
                    registry.wall,
                ),
                ReplayAdmin(Retention(store), registry.wall),
                WebhookAdmin(self.webhooks, self.destinations, ladders.store, registry.wall),
                RefereeAdmin(registry, finder, self.audit_log, accounts.audit, self.closing.asked),
            ),
            (
                TeamServicer(
                    accounts.invitations, accounts.directory, accounts.revocation, registry.wall
                ),
            ),
            submission_servicers(
                store,
                ladders.store,
                accounts.directory,
                accounts.audit,
                accounts.revocation,
                machines,
                registry.wall,
            ),
        )
