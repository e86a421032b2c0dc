"""The gRPC server of a referee: its services, each made of the referee's parts."""

from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health

from bessemer.rpc.access.tokens import Authenticator
from bessemer.rpc.admin.ladders import LadderAdmin
from bessemer.rpc.admin.players import PlayerAdmin
from bessemer.rpc.admin.referee import RefereeAdmin
from bessemer.rpc.admin.replays import ReplayAdmin
from bessemer.rpc.calls.handlers import CallGuard, service_handler
from bessemer.rpc.ladders.ladder_service import LadderServicer
from bessemer.rpc.matches.match_service import MatchServicer
from bessemer.rpc.serving.health import health_handler
from bessemer.rpc.serving.reflection import reflection_handlers
from bessemer.rpc.serving.server_options import server_options
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.matches.retention import Retention
from bessemer.v1 import admin_service_pb2, ladder_service_pb2, match_service_pb2

if TYPE_CHECKING:
    from bessemer.rpc.serving.server import Referee

SERVICES: Final = (
    "bessemer.v1.MatchService",
    "bessemer.v1.LadderService",
    "bessemer.v1.AdminService",
)


def grpc_server(referee: "Referee") -> grpc.aio.Server:
    """A server with all services, which listens nowhere yet."""
    authenticator = Authenticator(
        player_token=referee.directory.find,
        seat_token=lambda token_id: referee.directory.find_seat(referee.registry, token_id),
    )
    guard = CallGuard(
        authenticator,
        referee.quotas,
        referee.decision_calls,
        referee.metrics,
        referee.connections,
        referee.clock,
        referee.sign_ins,
    )
    server = grpc.aio.server(options=server_options(len(referee.config.listen)))
    server.add_generic_rpc_handlers(
        (
            service_handler(
                match_service_pb2.DESCRIPTOR.services_by_name["MatchService"],
                guard,
                _matches(referee, guard),
            ),
            service_handler(
                ladder_service_pb2.DESCRIPTOR.services_by_name["LadderService"],
                guard,
                _ladder(referee, guard),
            ),
            service_handler(
                admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"],
                guard,
                *_admin(referee),
            ),
            health_handler(referee.health),
        )
    )
    if referee.config.reflects:
        names = (*SERVICES, health.SERVICE_NAME)
        server.add_generic_rpc_handlers(reflection_handlers(names))
    return server


def _matches(referee: "Referee", guard: CallGuard) -> MatchServicer:
    return MatchServicer(
        referee.registry,
        referee.match_creator,
        referee.store,
        referee.match_pages,
        referee.feeds,
        guard,
        referee.thinkers,
        referee.key.public,
    )


def _ladder(referee: "Referee", guard: CallGuard) -> LadderServicer:
    return LadderServicer(
        referee.registry,
        referee.ladders,
        referee.standings,
        referee.feeds,
        guard,
        referee.directory,
        referee.lobby,
        referee.thinkers,
    )


def _admin(referee: "Referee") -> tuple[PlayerAdmin, LadderAdmin, ReplayAdmin, RefereeAdmin]:
    return (
        PlayerAdmin(referee.directory, referee.revocation, referee.registry.wall),
        LadderAdmin(
            referee.ladders,
            Disqualifications(referee.store),
            referee.config.clock,
            referee.registry.wall,
        ),
        ReplayAdmin(Retention(referee.store), referee.registry.wall),
        RefereeAdmin(
            referee.registry,
            referee.store,
            SqlAuditLog(referee.store),
            referee.audit.note,
            referee.drained.set,
        ),
    )
