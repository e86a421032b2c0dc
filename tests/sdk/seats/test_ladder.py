"""The channels of an Enlist stream, without a network."""

import asyncio
import logging
from collections.abc import Sequence

import grpc
import pytest

from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.seats.ladder import _EnlistedSeats
from bessemer.sdk.seats.ladder_news import LadderNews
from bessemer.v1 import error_reason_pb2, match_pb2
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_service_pb2 as match_pb
from tests.referees.in_process import eventually
from tests.sdk.bots_under_test import Quick


class Call:
    """An Enlist stream that brings some messages and then ends."""

    def __init__(self, responses: Sequence[pb.EnlistResponse]) -> None:
        self._responses = iter(responses)

    async def write(self, request: bytes) -> None:
        """Nobody looks at it."""

    async def read(self) -> object:
        await asyncio.sleep(0)
        return next(self._responses, grpc.aio.EOF)


def on_channel(channel: int, response: match_pb.PlayResponse) -> pb.EnlistResponse:
    """One response in its envelope."""
    envelope = pb.ServerEnvelope(channel=channel, response=response)
    return pb.EnlistResponse(responses=[envelope])


def joined(match_id: str) -> match_pb.PlayResponse:
    """The first message of a channel."""
    match = match_pb2.Match(match_id=match_id, game="furnace", seats=[match_pb2.MatchSeat()] * 2)
    return match_pb.PlayResponse(joined=match_pb.Joined(match=match, seat=1))


@pytest.mark.asyncio
async def test_a_closed_channel_is_logged_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """With the reason that would be the status of a Play stream; the match has no end for us."""
    ends: list[MatchEnd] = []
    reached: list[bool] = []
    async with grpc.aio.insecure_channel("unix:/nowhere") as channel:
        news = LadderNews(channel, "bsm_token", "main")
    seats = _EnlistedSeats(lambda _game: Quick(), ends.append, lambda: reached.append(True), news)
    closed = match_pb.Closed(
        reason=error_reason_pb2.ERROR_REASON_SUPERSEDED, message="a newer stream has the seat"
    )
    result = match_pb2.MatchResult(ranks=[1, 2], scores=[9, 5])
    call = Call(
        [
            pb.EnlistResponse(enlisted=pb.Enlisted()),
            on_channel(1, joined("first")),
            on_channel(2, joined("second")),
            on_channel(1, match_pb.PlayResponse(closed=closed)),
            on_channel(2, match_pb.PlayResponse(ended=match_pb.Ended(result=result))),
        ]
    )
    with caplog.at_level(logging.WARNING, "bessemer.sdk"):
        assert await seats.serve(call, pb.Enlistment(ladder="main"), None)
        await eventually(lambda: bool(ends))

    assert ["match first, seat 1: SUPERSEDED: a newer stream has the seat"] == caplog.messages
    assert [("second", (1, 2))] == [(end.match_id, end.ranks) for end in ends]
    assert [True] == reached
