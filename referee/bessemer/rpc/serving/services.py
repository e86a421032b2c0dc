"""The gRPC server of a referee: its services, health, and reflection."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import grpc

from bessemer.accounts.roles import Role
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.calls.handlers import service_handler
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server_options import server_options
from bessemer.v1 import (
    admin_service_pb2,
    ladder_service_pb2,
    match_service_pb2,
    submission_service_pb2,
    team_service_pb2,
)

if TYPE_CHECKING:
    from bessemer.rpc.serving.health import HealthServicer

_MATCHES: Final = match_service_pb2.DESCRIPTOR.services_by_name["MatchService"]
_LADDERS: Final = ladder_service_pb2.DESCRIPTOR.services_by_name["LadderService"]
_ADMIN: Final = admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"]
_TEAMS: Final = team_service_pb2.DESCRIPTOR.services_by_name["TeamService"]
_SUBMISSIONS: Final = submission_service_pb2.DESCRIPTOR.services_by_name["SubmissionService"]
SERVICES: Final[tuple[str, ...]] = tuple(
    service.full_name for service in (_MATCHES, _LADDERS, _ADMIN, _TEAMS, _SUBMISSIONS)
)


class Servicers(NamedTuple):
    """The objects that answer the calls of each service: each call by the method of its name."""

    matches: Sequence[object]
    ladders: Sequence[object]
    admin: Sequence[object]
    teams: Sequence[object]
    submissions: Sequence[object]


def grpc_server(
    servicers: Servicers, guard: CallGuard, health: "HealthServicer | None", config: ServeConfig
) -> grpc.aio.Server:
    """A server with all services, which listens nowhere yet."""
    server = grpc.aio.server(options=server_options(len(config.listen), config.connections))
    server.add_generic_rpc_handlers(
        (
            service_handler(_MATCHES, guard, *servicers.matches),
            service_handler(_LADDERS, guard, *servicers.ladders),
            service_handler(_ADMIN, guard, *servicers.admin, role=Role.ORGANISER),
            service_handler(_TEAMS, guard, *servicers.teams),
            service_handler(_SUBMISSIONS, guard, *servicers.submissions),
        )
    )
    if health is not None:
        _add_what_tools_ask(server, health, reflects=config.reflects)
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
