"""
Calls to a referee with one token, as a client of any kind makes them.

A call that came too soon after others is made again when the referee says; any other failure is a
`CallFailed` with a sentence for people.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import Any, Final

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from bessemer.sdk.connection.channels import metadata_of
from bessemer.sdk.errors import refusal_in
from bessemer.v1 import (
    admin_service_pb2,
    error_reason_pb2,
    ladder_service_pb2,
    match_pb2,
    match_service_pb2,
    submission_service_pb2,
    team_service_pb2,
)

_METHODS: Final = {
    method.input_type.full_name: method
    for file in (
        admin_service_pb2,
        ladder_service_pb2,
        match_service_pb2,
        submission_service_pb2,
        team_service_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
_AWAY: Final = (
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
)
_SECONDS: Final = 60.0
PAGE: Final = 1000
_MOMENT: Final = 0.1


class CallFailed(Exception):
    """A call was refused, or nobody answered; the sentence says why, `field` what of the request."""

    def __init__(
        self,
        message: str,
        field: str = "",
        status: grpc.StatusCode | None = None,
        wait: float = 0.0,
    ) -> None:
        """`status` is gRPC's; whoever asked too often may ask again after `wait` seconds."""
        super().__init__(message)
        self.field = field
        self.status = status
        self.wait = wait

    @property
    def is_away(self) -> bool:
        """Whether the referee may do the same later: it is away, busy, or was asked too often."""
        return self.status in _AWAY


class RefereeCalls:
    """The calls that one token allows."""

    def __init__(
        self, channel: grpc.aio.Channel, token: str, address: str = "", seconds: float = _SECONDS
    ) -> None:
        """`address` is the referee's, for people; a call is given up after so many seconds."""
        self._channel = channel
        self._address = address
        self._metadata = metadata_of(token)
        self._seconds = seconds

    async def __call__(self, request: Message, *, waits: bool = False) -> Any:  # noqa: ANN401 - the response to this request
        """
        Make the call that takes this request; its response. If it `waits`, also for a referee that starts.

        Raises:
            CallFailed: it was refused, or nobody answers.
        """
        call = self._method(request, self._channel.unary_unary)
        give_up = time.monotonic() + self._seconds
        while True:
            try:
                return await call(
                    request, metadata=self._metadata, timeout=self._seconds, wait_for_ready=waits
                )
            except grpc.aio.AioRpcError as error:
                wait = wait_after(refusal_in(error))
                if not wait or time.monotonic() + wait > give_up:
                    raise self._failure(error) from None
            await asyncio.sleep(wait)

    async def stream(self, request: Message) -> AsyncGenerator[Any, None]:
        """The responses to a request that has many; raises `CallFailed` as a call does."""
        call = self._method(request, self._channel.unary_stream)
        try:
            async for response in call(request, metadata=self._metadata):
                yield response
        except grpc.aio.AioRpcError as error:
            raise self._failure(error) from None

    async def rows(self, request: Any, field: str, most: int = 0) -> list[Any]:  # noqa: ANN401 - a List…Request
        """The items of a list, page by page; see `rows_of`. Raises `CallFailed` as a call does."""
        return await rows_of(self, request, field, most)

    # --- Calls that many make; each raises CallFailed ------------------------------------------------

    async def match(self, match_id: str, *, waits: bool = False) -> match_pb2.Match:
        """A match as it is now."""
        asked = match_service_pb2.GetMatchRequest(match_id=match_id)
        found: match_service_pb2.GetMatchResponse = await self(asked, waits=waits)
        return found.match

    async def replay(self, match_id: str) -> bytes:
        """The file of a match that is over; also from a referee that is just coming back."""
        asked = match_service_pb2.GetReplayRequest(match_id=match_id)
        found: match_service_pb2.GetReplayResponse = await self(asked, waits=True)
        return found.replay

    async def notes(self, match_id: str) -> list[match_service_pb2.Note]:
        """What bots noted in a match, as far as it is the caller's; nothing of others."""
        asked = match_service_pb2.GetNotesRequest(match_id=match_id)
        try:
            found: match_service_pb2.GetNotesResponse = await self(asked)
        except CallFailed:
            return []
        return list(found.notes)

    async def register(self, names: Iterable[str]) -> dict[str, str]:
        """Register players, as an organiser; their tokens by name."""
        tokens = {}
        for name in dict.fromkeys(names):
            created = await self(admin_service_pb2.CreatePlayerRequest(name=name))
            tokens[name] = str(created.token)
        return tokens

    @staticmethod
    def _method(request: Message, kind: Any) -> Any:  # noqa: ANN401 - grpc.aio
        method: MethodDescriptor = _METHODS[request.DESCRIPTOR.full_name]
        return kind(
            f"/{method.containing_service.full_name}/{method.name}",
            request_serializer=type(request).SerializeToString,
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )

    def _failure(self, error: grpc.aio.AioRpcError) -> CallFailed:
        refusal, status = refusal_in(error), error.code()
        if refusal is not None:
            return CallFailed(refusal.message, refusal.field, status, wait_after(refusal))
        if status is grpc.StatusCode.UNAVAILABLE and self._address:
            said = f"no referee answers at {self._address}: {error.details()}"
            return CallFailed(said, status=status)
        return CallFailed(error.details() or status.name, status=status)


async def rows_of(
    call: Callable[[Any], Awaitable[Any]],
    request: Any,  # noqa: ANN401 - a List…Request
    field: str,
    most: int = 0,
) -> list[Any]:
    """The items in `field` of a list's responses: all of them, or at most `most`."""
    found: list[Any] = []
    while True:
        request.page_size = min(PAGE, most - len(found)) if most else PAGE
        response = await call(request)
        found += getattr(response, field)
        request.page_token = response.next_page_token
        if not request.page_token or (most and len(found) >= most):
            return found


def wait_after(refusal: error_reason_pb2.Refusal | None) -> float:
    """How long to wait before a call is made again that came too soon after others; 0 if it did not."""
    if refusal is None or refusal.reason != error_reason_pb2.ERROR_REASON_TOO_MANY_REQUESTS:
        return 0.0
    return max(refusal.retry_delay.ToMicroseconds() / 1e6, _MOMENT)
