"""A referee that is stopped for a while, as a process: nobody pays for it."""

import asyncio
import random
import signal
import time
from pathlib import Path
from typing import Final

import pytest
from google.protobuf.duration_pb2 import Duration

from bessemer.matches.records import Cause
from bessemer.matches.timing.referee_clock import LATE, TICK
from bessemer.replays.reader import read_replay
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    Stream,
    Table,
    channel_to,
)
from tests.referees.process import RefereeProcess

pytestmark = pytest.mark.asyncio

BANK: Final = 12.0
STOPPED: Final = 13.0
"""Longer than anybody has to move, to join or to wait; and they need their time on a busy machine."""
THOUGHT: Final = 1.0
SHORT_STOPS: Final = 50

LEISURE: Final = match_pb2.ClockSettings(bank=Duration(seconds=3600))
CLOCK: Final = match_pb2.ClockSettings(
    bank=Duration(seconds=int(BANK)), strike_limit=1, join_timeout=Duration(seconds=int(BANK))
)


async def stop(command: RefereeProcess, seconds: float) -> float:
    """The process stands still for so long; how long it was."""
    command.signal(signal.SIGSTOP)
    began = time.monotonic()
    await asyncio.sleep(seconds)
    lasted = time.monotonic() - began
    command.signal(signal.SIGCONT)
    return lasted


async def seated(client: Client, table: Table, seat: int) -> Stream:
    """A stream that has joined, and is sent one legal move with each decision."""
    stream = Client(client.channel, table.tokens[seat]).stream()
    await stream.join(table.match_id, seat, max_legal_moves=1)
    return stream


async def replayed(client: Client, table: Table) -> list[tuple[int, Cause, float]]:
    """Who moved, why, and how many seconds it took, of a match that is over."""
    replay = (await client.GetReplay(pb.GetReplayRequest(match_id=table.match_id))).replay
    records = read_replay(replay).records
    return [(record.seat, record.cause, record.time_used / 1e6) for record in records]


async def test_a_stop_longer_than_all_banks_costs_nobody_anything(tmp_path: Path) -> None:
    """
    Who thought before pays for that alone; who had to join or waited for a decision is not late.

    Three matches are caught by the stop: in one a seat thinks, in one it has half joined, in one a
    seat waits by a unary call.
    """
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        thinking = await client.create(2, clock=CLOCK)
        streams = [await seated(client, thinking, seat) for seat in (0, 1)]
        deciding = [asyncio.create_task(stream.decision()) for stream in streams]
        async with asyncio.timeout(PATIENCE):
            done, _ = await asyncio.wait(deciding, return_when=asyncio.FIRST_COMPLETED)
        first = deciding.index(next(iter(done)))
        decision = deciding[first].result()

        unary = await client.create(2, clock=CLOCK)
        late = await client.create(2, clock=CLOCK)
        early = await seated(client, late, 0)
        request = pb.GetDecisionRequest(
            match_id=unary.match_id, seat=0, max_legal_moves=1, wait=Duration(seconds=int(BANK))
        )
        waiting = asyncio.ensure_future(Client(channel, unary.tokens[0]).GetDecision(request))

        await asyncio.sleep(THOUGHT)
        await stop(command, STOPPED)

        await streams[first].answer(decision.turn, decision.legal_moves[0])
        other = asyncio.create_task((await seated(client, unary, 1)).play_on())
        latecomer = await seated(client, late, 1)
        assert (await waiting).HasField("decision")
        other.cancel()
        question = await deciding[1 - first]
        await streams[1 - first].answer(question.turn, question.legal_moves[0])
        everybody = (*streams, early, latecomer)
        ends = await asyncio.gather(*(stream.play_on() for stream in everybody))

        assert all(end.result.ranks and not end.result.seat_faults for end in ends)
        played = await replayed(client, thinking)
        (_, cause, seconds) = played[0]
        assert Cause.PLAYED == cause
        assert THOUGHT / 2 < seconds < BANK
        assert {Cause.PLAYED} == {cause for _, cause, _ in played}


async def test_many_short_stops_cost_nobody_their_time(tmp_path: Path) -> None:
    """Fifty decisions, each caught by a stop: nobody pays for more than a beat of the clock of any."""
    luck, stopped = random.Random(50), 0.0
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(2, game="alchemicus", clock=LEISURE, options={})
        began = time.monotonic()
        streams = [await seated(client, table, seat) for seat in (0, 1)]
        asked = {asyncio.create_task(stream.decision()): stream for stream in streams}
        for _ in range(SHORT_STOPS):
            async with asyncio.timeout(PATIENCE):
                done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            deciding = done.pop()
            stream, decision = asked.pop(deciding), deciding.result()
            await asyncio.sleep(luck.uniform(0.0, 0.03))
            stopped += await stop(command, luck.uniform(0.02, 0.3))
            await stream.answer(decision.turn, decision.legal_moves[0])
            asked[asyncio.create_task(stream.decision())] = stream
        for waiting in asked:
            waiting.cancel()

        request = pb.WatchMatchRequest(match_id=table.match_id)
        watching = client.WatchMatch(request)
        moves = (await watching.read()).moves
        watching.cancel()
        lasted = time.monotonic() - began
        assert SHORT_STOPS - 1 <= len(moves)  # the last answer may be on its way
        assert {match_pb2.MOVE_CAUSE_PLAYED} == {move.cause for move in moves}
        for seat in (0, 1):
            used = sum(move.time_used.ToMilliseconds() for move in moves if move.seat == seat)
            assert used / 1000 < lasted - stopped + SHORT_STOPS * (TICK + LATE)
