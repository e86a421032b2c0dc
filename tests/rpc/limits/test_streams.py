"""Streams at once: exactly as many as the limit says, of all kinds together."""

import asyncio
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import eventually, opened
from tests.rpc.limits.generous import PLENTY, limits

MOST = 32


@pytest.mark.asyncio
async def test_no_stream_more_than_the_limit_is_open(tmp_path: Path) -> None:
    """Forty that are opened at one moment, by several tokens of one player."""
    async with opened(tmp_path, limits=replace(limits(PLENTY), streams=MOST)) as house:
        ann, _ = await house.player("ann")
        table = await ann.create(players=2)
        streams = house.referee.guard.quotas.streams
        request = pb.WatchMatchRequest(match_id=table.match_id)
        watching = [ann.WatchMatch(request) for _ in range(MOST // 2)]
        seats = [house.client(table.tokens[n % 2]).stream().call for n in range(MOST // 2 + 8)]
        refused = asyncio.gather(*(call.code() for call in (*watching, *seats) if not call.done()))
        await eventually(lambda: sum(call.done() for call in (*watching, *seats)) == 8)

        assert MOST == len(streams)
        codes = {await call.code() for call in (*watching, *seats) if call.done()}
        assert {grpc.StatusCode.RESOURCE_EXHAUSTED} == codes
        for call in (*watching, *seats):
            call.cancel()
        await refused
        await eventually(lambda: not len(streams))
