"""
The crowd of its benchmark: a process of spectators, each of which asks for all that it may.

For every line of its input it begins, or stops, to call; it prints how many answers it got and how often it
was refused. A refused caller waits as long as it is told. Nothing is decoded: callers elsewhere would not
take this machine's processors either.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle
from typing import Any, Final

import grpc
import uvloop

from bessemer.sdk.errors import refusal_in
from bessemer.v1 import ladder_service_pb2 as ladder
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

_MATCH: Final = "/bessemer.v1.MatchService/"
_LADDER: Final = "/bessemer.v1.LadderService/"
_WATCH_SECONDS: Final = 2.0


class Spectator:
    """One of the crowd, with a connection of its own."""

    def __init__(self, address: str, token: str, names: list[str], told: Counter[str]) -> None:
        options = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._names = cycle(names)
        self._told = told

    def calls(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """All that it does at the same time, again and again."""
        return {
            "ListMatches": self._list_matches,
            "ListStandings": self._list_standings,
            "GetStanding": self._get_standing,
            "ListPlayerMatches": self._list_player_matches,
            "ListRatedMatches": self._list_rated_matches,
            "GetReplay": self._get_replay,
            "WatchMatch": self._watch,
        }

    async def repeat(self, name: str, call: Callable[[], Awaitable[None]]) -> None:
        """One kind of call, for ever."""
        while True:
            try:
                await call()
                self._told[name] += 1
            except grpc.aio.AioRpcError as error:
                refusal = refusal_in(error)
                self._told["refused"] += 1
                pause = refusal.retry_delay.ToMicroseconds() / 1e6 if refusal else 0.0
                await asyncio.sleep(max(pause, 0.02))

    async def _unary(self, method: str, request: Any) -> bytes:  # noqa: ANN401 - any message
        answer: bytes = await self._channel.unary_unary(method)(
            request.SerializeToString(), metadata=self._metadata
        )
        return answer

    async def _list_matches(self) -> None:
        await self._unary(_MATCH + "ListMatches", pb.ListMatchesRequest(page_size=1000))

    async def _list_standings(self) -> None:
        await self._unary(_LADDER + "ListStandings", ladder.ListStandingsRequest(ladder="main"))

    async def _get_standing(self) -> None:
        request = ladder.GetStandingRequest(ladder="main", player=next(self._names))
        await self._unary(_LADDER + "GetStanding", request)

    async def _list_player_matches(self) -> None:
        request = ladder.ListPlayerMatchesRequest(
            ladder="main", player=next(self._names), page_size=1000
        )
        await self._unary(_LADDER + "ListPlayerMatches", request)

    async def _list_rated_matches(self) -> None:
        request = ladder.ListRatedMatchesRequest(ladder="main", page_size=1000)
        await self._unary(_LADDER + "ListRatedMatches", request)

    async def _some(self, status: match_pb2.MatchStatus.ValueType) -> list[str]:
        request = pb.ListMatchesRequest(page_size=20, status=status)
        found = pb.ListMatchesResponse.FromString(
            await self._unary(_MATCH + "ListMatches", request)
        )
        return [match.match_id for match in found.matches]

    async def _get_replay(self) -> None:
        for match_id in await self._some(match_pb2.MATCH_STATUS_FINISHED):
            await self._unary(_MATCH + "GetReplay", pb.GetReplayRequest(match_id=match_id))

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


async def work() -> None:
    """Call while it is told to."""
    loop = asyncio.get_running_loop()

    async def line() -> str:
        return await loop.run_in_executor(None, sys.stdin.readline)

    task = json.loads(await line())
    told: Counter[str] = Counter()
    crowd = [Spectator(task["address"], token, task["names"], told) for token in task["tokens"]]
    while await line():  # begin
        told.clear()
        calling = [
            asyncio.create_task(one.repeat(name, call))
            for one in crowd
            for name, call in one.calls().items()
        ]
        await line()  # stop
        for each in calling:
            each.cancel()
        await asyncio.gather(*calling, return_exceptions=True)
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    os.nice(10)  # a crowd elsewhere does not take this machine's processors
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())
