"""The ladders of a referee elsewhere: all that their pages need, asked for as any spectator may."""

import asyncio
from typing import Any, Final

import grpc

from bessemer.runner.remote_report import remote_report
from bessemer.runner.report.facts import LadderReport
from bessemer.sdk.connection.referee_calls import rows_of, wait_after
from bessemer.sdk.errors import refusal_in
from bessemer.v1 import ladder_service_pb2 as pb

_PATIENCE: Final = 60.0
"""Seconds for an answer: it may be long, and the referee has better things to do."""


async def remote_reports(
    ladders: Any,  # noqa: ANN401 - grpc's stubs know no asyncio
    metadata: tuple[tuple[str, str], ...],
) -> list[LadderReport]:
    """
    What there is to say of each ladder's season that runs.

    Raises:
        grpc.aio.AioRpcError: the referee does not answer, or not to us.
    """
    lists = _Lists(ladders, metadata)
    found: pb.ListLaddersResponse = await lists(pb.ListLaddersRequest())
    return [await remote_report(lists, ladder) for ladder in found.ladders]


class _Lists:
    """Lists page by page. Whoever asks too often is told when to ask again, and does."""

    def __init__(self, ladders: Any, metadata: tuple[tuple[str, str], ...]) -> None:  # noqa: ANN401 - a stub
        self._ladders = ladders
        self._metadata = metadata

    async def rows(self, request: Any, field: str) -> list[Any]:  # noqa: ANN401 - a List…Request
        """What a list has in `field` of its responses."""
        return await rows_of(self, request, field)

    async def __call__(self, request: Any) -> Any:  # noqa: ANN401 - a message, and its answer
        """The answer to a request, by the call that takes such."""
        method = getattr(self._ladders, type(request).__name__.removesuffix("Request"))
        while True:
            try:
                return await method(request, metadata=self._metadata, timeout=_PATIENCE)
            except grpc.aio.AioRpcError as error:
                wait = wait_after(refusal_in(error))
                if not wait:
                    raise
            await asyncio.sleep(wait)
