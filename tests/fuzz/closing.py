"""After a campaign: the referee still plays a match to its end, and still closes in good order."""

import asyncio
import random
from typing import Any

import grpc

from bessemer.replays.reader import read_replay
from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import admin_service_pb2 as admin_pb
from bessemer.v1 import admin_service_pb2_grpc, match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.bytes_mutations import mutate_bytes
from tests.fuzz.calls import OPTIONS
from tests.fuzz.process import DEADLINE, FuzzedReferee

_SEATS = 3


async def play_a_match(referee: FuzzedReferee) -> match_pb2.MatchResult:
    """Play a match over streams as everybody does; how it ended."""
    metadata = metadata_of(referee.token)
    async with grpc.aio.insecure_channel(referee.address, options=OPTIONS) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        seats = [pb.SeatRequest() for _ in range(_SEATS)]
        created = await stub.CreateMatch(
            pb.CreateMatchRequest(game="furnace", seats=seats), metadata=metadata, timeout=DEADLINE
        )
        match_id = created.match.match_id
        results = await asyncio.gather(
            *(
                _play_seat(channel, match_id, seat, token)
                for seat, token in enumerate(created.seat_tokens)
            )
        )
        replay = await stub.GetReplay(
            pb.GetReplayRequest(match_id=match_id), metadata=metadata, timeout=DEADLINE
        )
    damage = read_replay(replay.replay).error
    if damage is not None:
        raise AssertionError(f"the replay of a normal match is damaged: {damage}")
    return results[0]


async def drain(referee: FuzzedReferee, seed: int, messages: int = 200) -> int | None:
    """
    Drain the referee by mutated messages while a match holds it up, then end all matches.

    Returns: how the process ended; `None` if it did not.
    """
    metadata, luck = metadata_of(referee.token), random.Random(seed)
    async with grpc.aio.insecure_channel(referee.address, options=OPTIONS) as channel:
        matches = match_service_pb2_grpc.MatchServiceStub(channel)
        admin = admin_service_pb2_grpc.AdminServiceStub(channel)
        wish = pb.CreateMatchRequest(game="furnace", seats=[pb.SeatRequest(), pb.SeatRequest()])
        wish.clock.join_timeout.seconds = 3600
        await matches.CreateMatch(wish, metadata=metadata, timeout=DEADLINE)
        call: Any = channel.unary_unary("/bessemer.v1.AdminService/Drain")
        for _ in range(messages):
            try:
                data = mutate_bytes(b"", wish.SerializeToString(), luck)
                await call(data, metadata=metadata, timeout=DEADLINE)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.INVALID_ARGUMENT:
                    raise
        status = await admin.GetStatus(
            admin_pb.GetStatusRequest(), metadata=metadata, timeout=DEADLINE
        )
        if not status.draining:
            raise AssertionError("the referee does not drain")
        await _end_all(matches, admin, metadata)
    return referee.wait(DEADLINE)


async def _end_all(
    matches: "match_service_pb2_grpc.MatchServiceAsyncStub",
    admin: "admin_service_pb2_grpc.AdminServiceAsyncStub",
    metadata: tuple[tuple[str, str]],
) -> None:
    for status in (match_pb2.MATCH_STATUS_OPEN, match_pb2.MATCH_STATUS_RUNNING):
        page = await matches.ListMatches(
            pb.ListMatchesRequest(page_size=1000, status=status),
            metadata=metadata,
            timeout=DEADLINE,
        )
        for match in page.matches:
            try:
                await admin.AbortMatch(
                    admin_pb.AbortMatchRequest(match_id=match.match_id),
                    metadata=metadata,
                    timeout=DEADLINE,
                )
            except grpc.aio.AioRpcError as error:
                ended_meanwhile = grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.UNAVAILABLE
                if error.code() not in ended_meanwhile:
                    raise


async def _play_seat(
    channel: grpc.aio.Channel, match_id: str, seat: int, token: str
) -> match_pb2.MatchResult:
    stub = match_service_pb2_grpc.MatchServiceStub(channel)
    call = stub.Play(metadata=metadata_of(token))
    join = pb.JoinSeat(match_id=match_id, seat=seat, max_legal_moves=2)
    async with asyncio.timeout(3 * DEADLINE):
        await call.write(pb.PlayRequest(join=join))
        async for response in call:
            if response.HasField("decision"):
                decision = response.decision
                answer = pb.Answer(turn=decision.turn, move=decision.legal_moves[-1])
                await call.write(pb.PlayRequest(answer=answer))
            elif response.HasField("refusal"):
                raise AssertionError(f"a legal move was refused: {response.refusal}")
            elif response.HasField("ended"):
                return response.ended.result
    raise AssertionError("a stream ended before its match")
