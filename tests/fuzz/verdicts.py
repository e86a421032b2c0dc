"""What may come back: nothing that a client sends may break the referee, or leave it speechless."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from tests.fuzz.methods import Method, documented_reasons, status_of_reasons

LARGEST_MESSAGE: Final = 256 * 1024
_Code = grpc.StatusCode


class Violation(NamedTuple):
    """Something that must not happen, with all that is needed to see it again."""

    method: str
    credentials: str
    data: bytes
    what: str

    def __str__(self) -> str:
        return f"{self.method} as {self.credentials}: {self.what}\n  message: {self.data.hex() or '(empty)'}"


class Ending(NamedTuple):
    """How a call ended."""

    code: grpc.StatusCode
    text: str
    trailers: tuple[tuple[str, str | bytes], ...] = ()


def fault_of(method: Method, credentials: str, sizes: Iterable[int], ending: Ending) -> str:
    """What is wrong with how the call ended; "" if nothing is."""
    if max(sizes, default=0) > LARGEST_MESSAGE and ending.code is _Code.RESOURCE_EXHAUSTED:
        return ""  # gRPC itself says so, before any of ours has seen the message
    if not method.is_ours:
        return _fault_of_standard(ending)
    if credentials in {"none", "garbage", "revoked"} and ending.code is not _Code.UNAUTHENTICATED:
        return f"{ending.code.name} without a good token"
    if ending.code is _Code.OK:
        is_let_in = not method.is_admin or credentials == "organiser"
        return "" if is_let_in else "an organiser's call was done for somebody else"
    return _fault_of_refusal(method, ending)


def reason_of(ending: Ending) -> str:
    """The `ErrorInfo.reason` of a status, "" if it has none."""
    for key, value in ending.trailers:
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            return _reason_in(value)
    return ""


def _fault_of_refusal(method: Method, ending: Ending) -> str:
    reason = reason_of(ending)
    if not reason:
        return f"{ending.code.name} without an ErrorInfo: {ending.text}"
    if status_of_reasons().get(reason) != ending.code.name:
        return f"reason {reason!r} does not go with {ending.code.name}"
    if reason not in documented_reasons(method):
        return f"{reason} is not among the errors of its comment: {ending.text}"
    return ""


def _fault_of_standard(ending: Ending) -> str:
    """Health and reflection are everybody's: their refusals are plain statuses."""
    allowed = {_Code.OK, _Code.NOT_FOUND, _Code.INVALID_ARGUMENT}
    return "" if ending.code in allowed else f"{ending.code.name}: {ending.text}"


def _reason_in(details: bytes) -> str:
    info = error_details_pb2.ErrorInfo()
    try:
        status = status_pb2.Status.FromString(details)
        for detail in status.details:
            if detail.Is(info.DESCRIPTOR) and detail.Unpack(info):
                return str(info.reason) if info.domain == "bessemer" else ""
    except DecodeError:
        return ""
    return ""
