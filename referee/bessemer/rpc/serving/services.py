"""The gRPC server of a referee: its services, each made of the referee's parts."""

from typing import TYPE_CHECKING, Final

import grpc

from bessemer.rpc.access.tokens import Authenticator
from bessemer.rpc.admin.ladders import LadderAdmin
from bessemer.rpc.admin.players import PlayerAdmin
from bessemer.rpc.admin.referee import RefereeAdmin
from bessemer.rpc.admin.replays import ReplayAdmin
from bessemer.rpc.calls.handlers import CallGuard, service_handler
from bessemer.rpc.ladders.ladder_service import LadderServicer
from bessemer.rpc.matches.match_service import MatchServicer
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server_options import server_options
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.matches.retention import Retention
from bessemer.v1 import admin_service_pb2, ladder_service_pb2, match_service_pb2

if TYPE_CHECKING:
    from bessemer.rpc.serving.health import HealthServicer
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
        )
    )
    if referee.health is not None:
        _add_what_tools_ask(server, referee.health, reflects=referee.config.reflects)
    return server


def health_of(config: ServeConfig) -> "HealthServicer | None":
    """Says how the referee is; a private one is asked by nobody, and does without the packages."""
    if config.is_private:
        return None
    from bessemer.rpc.serving.health import HealthServicer  # noqa: PLC0415 - as the docstring says

    return HealthServicer()


def _add_what_tools_ask(
    server: grpc.aio.Server, health: "HealthServicer", *, reflects: bool
) -> None:
    """Health for probes, and what the services are made of for clients that have no proto files."""
    from grpc_health.v1.health import SERVICE_NAME  # noqa: PLC0415 - a private referee has none

    from bessemer.rpc.serving.health import health_handler  # noqa: PLC0415 - the same
    from bessemer.rpc.serving.reflection import reflection_handlers  # noqa: PLC0415 - the same

    server.add_generic_rpc_handlers((health_handler(health),))
    if reflects:
        server.add_generic_rpc_handlers(reflection_handlers((*SERVICES, SERVICE_NAME)))


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
