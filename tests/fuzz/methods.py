"""Every method that is fuzzed, and what its comment in the .proto file says it may refuse."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from bessemer.v1 import (
    admin_service_pb2,
    error_reason_pb2,
    ladder_service_pb2,
    match_service_pb2,
    submission_service_pb2,
    team_service_pb2,
)

_PROTO: Final = Path(__file__).parents[2] / "proto" / "bessemer" / "v1"
_SERVICES: Final = (
    match_service_pb2.DESCRIPTOR.services_by_name["MatchService"],
    ladder_service_pb2.DESCRIPTOR.services_by_name["LadderService"],
    admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"],
    submission_service_pb2.DESCRIPTOR.services_by_name["SubmissionService"],
    team_service_pb2.DESCRIPTOR.services_by_name["TeamService"],
    health_pb2.DESCRIPTOR.services_by_name["Health"],
    reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"],
)
_COMMENTED_RPC: Final = re.compile(r"((?: *//[^\n]*\n)+) *rpc (\w+)\(")
_COMMENTED_REASON: Final = re.compile(r"((?: *//[^\n]*\n)+) *ERROR_REASON_(\w+) = ")

_EVERYWHERE: Final = frozenset({"BAD_REQUEST", "NOT_AUTHENTICATED", "TOO_MANY_REQUESTS"})
"""What any call may be refused with: bytes that are no request, no token, too often."""


class Method(NamedTuple):
    """One method."""

    service: str
    name: str
    request: type[Message]
    response: type[Message]
    shape: str
    """"unary", "watch" (one request, many answers) or "talk" (many and many)."""

    @property
    def path(self) -> str:
        """Its name on the wire."""
        return f"/{self.service}/{self.name}"

    @property
    def title(self) -> str:
        """Its name for people: "MatchService.Play"."""
        return f"{self.service.rpartition('.')[2]}.{self.name}"

    @property
    def is_ours(self) -> bool:
        """Whether it needs a token and refuses with an `ErrorReason`."""
        return self.service.startswith("bessemer.")

    @property
    def is_admin(self) -> bool:
        """Whether only an organiser may call it."""
        return self.service.endswith(".AdminService")


def methods() -> list[Method]:
    """All methods of all services, those added later too."""
    return [
        _method(service.full_name, method) for service in _SERVICES for method in service.methods
    ]


def _method(service: str, method: Any) -> Method:  # noqa: ANN401 - the stubs know two kinds of it
    return Method(
        service,
        method.name,
        GetMessageClass(method.input_type),
        GetMessageClass(method.output_type),
        _shape(method),
    )


@cache
def documented_reasons(method: Method) -> frozenset[str]:
    """The reasons that the method's comment lists behind "Errors", and those of all methods."""
    if not method.is_ours:
        return _EVERYWHERE
    listed = _found(_COMMENTED_RPC)[method.name].partition("Errors")[2]
    known = frozenset(map(_short, error_reason_pb2.ErrorReason.keys()))
    allowed = {"NOT_ALLOWED"} if method.is_admin else set()
    return (
        _EVERYWHERE | allowed | {word for word in re.findall(r"[A-Z_]+", listed) if word in known}
    )


@cache
def status_of_reasons() -> dict[str, str]:
    """The one status of each reason, which its comment has in brackets."""
    return {
        reason: found[1]
        for reason, comment in _found(_COMMENTED_REASON).items()
        if (found := re.search(r"\[(\w+)\]", comment))
    }


@cache
def _found(commented: re.Pattern[str]) -> dict[str, str]:
    return {name: comment for text in _texts() for comment, name in commented.findall(text)}


def _texts() -> Iterator[str]:
    for path in sorted(_PROTO.glob("*.proto")):
        yield path.read_text(encoding="utf-8")


def _short(reason: str) -> str:
    return reason.removeprefix("ERROR_REASON_")


def _shape(method: Any) -> str:  # noqa: ANN401 - as above
    if method.client_streaming:
        return "talk"
    return "watch" if method.server_streaming else "unary"
