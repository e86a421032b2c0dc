"""
A crowd of spectators, each of which asks for everything it may.

Counts the answers by call, and the refusals. A refused caller waits for as long as the referee says.
Nothing is decoded, which would take processors that callers elsewhere do not take.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any, Final

import grpc

from bessemer.bench.audience.members import Begin, serve
from bessemer.sdk.errors import refusal_in
from bessemer.v1 import ladder_service_pb2 as ladder
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

_MATCH: Final = "/bessemer.v1.MatchService/"
_LADDER: Final = "/bessemer.v1.LadderService/"
_WATCH_SECONDS: Final = 2.0
_MOST: Final = 1000
_ON: Final = "main"


class CrowdMember:
    """A spectator with a connection of its own."""

    def __init__(self, address: str, token: str, names: list[str], counts: Counter[str]) -> None:
        options = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._names = cycle(names)
        self._counts = counts

    def calls(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """All that it does at the same time, again and again."""
        return {
            "ListMatches": lambda: self._match(
                "ListMatches", pb.ListMatchesRequest(page_size=_MOST)
            ),
            "ListStandings": lambda: self._ladder(
                "ListStandings", ladder.ListStandingsRequest(ladder=_ON)
            ),
            "GetStanding": lambda: self._ladder(
                "GetStanding", ladder.GetStandingRequest(ladder=_ON, player=next(self._names))
            ),
            "ListPlayerMatches": lambda: self._ladder(
                "ListPlayerMatches",
                ladder.ListPlayerMatchesRequest(
                    ladder=_ON, player=next(self._names), page_size=_MOST
                ),
            ),
            "ListRatedMatches": lambda: self._ladder(
                "ListRatedMatches", ladder.ListRatedMatchesRequest(ladder=_ON, page_size=_MOST)
            ),
            "GetReplay": self._get_replays,
            "WatchMatch": self._watch,
        }

    async def repeat(self, name: str, call: Callable[[], Awaitable[object]]) -> None:
        """One kind of call, for ever."""
        while True:
            try:
                await call()
                self._counts[name] += 1
            except grpc.aio.AioRpcError as error:
                refusal = refusal_in(error)
                self._counts["refused"] += 1
                pause = refusal.retry_delay.ToMicroseconds() / 1e6 if refusal else 0.0
                await asyncio.sleep(max(pause, 0.02))

    async def _match(self, method: str, request: Any) -> bytes:  # noqa: ANN401 - any message
        return await self._call(_MATCH + method, request)

    async def _ladder(self, method: str, request: Any) -> bytes:  # noqa: ANN401 - any message
        return await self._call(_LADDER + method, request)

    async def _call(self, method: str, request: Any) -> bytes:  # noqa: ANN401 - any message
        answer: bytes = await self._channel.unary_unary(method)(
            request.SerializeToString(), metadata=self._metadata
        )
        return answer

    async def _some(self, status: match_pb2.MatchStatus.ValueType) -> list[str]:
        request = pb.ListMatchesRequest(page_size=20, status=status)
        found = pb.ListMatchesResponse.FromString(await self._match("ListMatches", request))
        return [match.match_id for match in found.matches]

    async def _get_replays(self) -> None:
        for match_id in await self._some(match_pb2.MATCH_STATUS_FINISHED):
            await self._match("GetReplay", pb.GetReplayRequest(match_id=match_id))

    async def _watch(self) -> None:
        open_stream: Any = self._channel.unary_stream(_MATCH + "WatchMatch")
        for match_id in await self._some(match_pb2.MATCH_STATUS_RUNNING):
            watching = open_stream(
                pb.WatchMatchRequest(match_id=match_id).SerializeToString(),
                metadata=self._metadata,
            )
            try:
                async with asyncio.timeout(_WATCH_SECONDS):
                    while await watching.read() is not grpc.aio.EOF:
                        pass
            except TimeoutError:
                watching.cancel()


def crowd(task: dict[str, Any], counts: Counter[str]) -> Begin:
    """One for each token of the task."""
    members = [
        CrowdMember(task["address"], token, task["names"], counts) for token in task["tokens"]
    ]
    return lambda: [
        member.repeat(name, call) for member in members for name, call in member.calls().items()
    ]


if __name__ == "__main__":
    serve(crowd, niceness=10)
