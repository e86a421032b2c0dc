"""The ladders of a referee elsewhere: all that their pages need, asked for as any spectator may."""

import asyncio
from typing import Any, Final

import grpc

from bessemer.runner.remote_report import remote_report
from bessemer.runner.report.facts import Report
from bessemer.sdk.errors import refusal_in
from bessemer.v1 import error_reason_pb2
from bessemer.v1 import ladder_service_pb2 as pb

_PAGE: Final = 1000
_PATIENCE: Final = 60.0
"""Seconds for an answer: it may be long, and the referee has better things to do."""
_MOMENT: Final = 0.1


async def remote_reports(
    ladders: Any,  # noqa: ANN401 - grpc's stubs know no asyncio
    metadata: tuple[tuple[str, str], ...],
) -> list[Report]:
    """
    What there is to say of each ladder's season that runs.

    Raises:
        grpc.aio.AioRpcError: the referee does not answer, or not to us.
    """
    lists = _Lists(ladders, metadata)
    found: pb.ListLaddersResponse = await lists.call(pb.ListLaddersRequest())
    return [await remote_report(lists, ladder) for ladder in found.ladders]


class _Lists:
    """Lists page by page. Whoever asks too often is told when to ask again, and does."""

    def __init__(self, ladders: Any, metadata: tuple[tuple[str, str], ...]) -> None:  # noqa: ANN401 - a stub
        self._ladders = ladders
        self._metadata = metadata

    async def rows(self, request: Any, field: str) -> list[Any]:  # noqa: ANN401 - a List…Request
        """What a list has in `field` of its responses."""
        found: list[Any] = []
        request.page_size = _PAGE
        while True:
            response = await self.call(request)
            found += getattr(response, field)
            request.page_token = response.next_page_token
            if not request.page_token:
                return found

    async def call(self, request: Any) -> Any:  # noqa: ANN401 - a message, and its answer
        """The answer to a request, by the call that takes such."""
        method = getattr(self._ladders, type(request).__name__.removesuffix("Request"))
        while True:
            try:
                return await method(request, metadata=self._metadata, timeout=_PATIENCE)
            except grpc.aio.AioRpcError as error:
                refusal = refusal_in(error)
                too_soon = error_reason_pb2.ERROR_REASON_TOO_MANY_REQUESTS
                if refusal is None or refusal.reason != too_soon:
                    raise
                wait = refusal.retry_delay.ToMicroseconds() / 1e6
            await asyncio.sleep(max(wait, _MOMENT))
