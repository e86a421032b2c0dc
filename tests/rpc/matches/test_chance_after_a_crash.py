"""A referee that is killed while seats commit and reveal: nothing that was shown is ever changed."""

import signal
from pathlib import Path

import pytest

from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    Table,
    channel_to,
)
from tests.referees.process import RefereeProcess
from tests.rpc.chance_seats import Bringer, joined, play_on, replay_of


async def killed(command: RefereeProcess) -> None:
    """Kill the referee as a power cut would."""
    command.signal(signal.SIGKILL)
    assert -signal.SIGKILL == await command.ends()


@pytest.mark.asyncio
@pytest.mark.parametrize("revealed", [0, 1])
async def test_a_list_that_was_shown_stands(tmp_path: Path, revealed: int) -> None:
    """Seats that come back are shown the same list, reveal again, and the match is what it would have been."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(2)
        seats = await joined(client, table, 2)
        before = [await seat.shown() for seat in seats]
        for seat in seats[:revealed]:
            await seat.reveal()
        await killed(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        again = await joined(client, table, 2)
        assert before == [await seat.shown() for seat in again]
        for seat in again:
            await seat.reveal()
        result = (await play_on(*again)).result
        await replay_of(client, table)

    brought = result.chance.contributions
    assert [seat.content for seat in seats] == [one.content for one in brought]


@pytest.mark.asyncio
async def test_a_match_that_has_started_has_its_seed(tmp_path: Path) -> None:
    """What was brought is durable before anybody is asked: the cards are the same afterwards."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(2)
        seats = await joined(client, table, 2)
        for seat in seats:
            await seat.shown()
            await seat.reveal()
        first = await asked(client, table)
        await killed(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        assert first.view == (await asked(client, table)).view
        again = await joined(client, table, 2)
        result = (await play_on(*again)).result
        await replay_of(client, table)

    assert [seat.content for seat in seats] == [one.content for one in result.chance.contributions]


async def asked(client: Client, table: Table) -> match_pb2.Decision:
    """The decision that somebody is asked for."""
    while True:
        for seat, token in enumerate(table.tokens):
            request = pb.GetDecisionRequest(match_id=table.match_id, seat=seat)
            answer = await Client(client.channel, token).GetDecision(request)
            if answer.HasField("decision"):
                found: match_pb2.Decision = answer.decision
                return found


@pytest.mark.asyncio
async def test_a_seat_that_forgot_while_the_referee_was_away_is_not_blamed(tmp_path: Path) -> None:
    """The match is the referee's fault, and rated nowhere; nobody gets to bring other bytes instead."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(2)
        for seat in await joined(client, table, 2):
            await seat.shown()
        await killed(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        forgetful, other = Bringer(client, table, 0), Bringer(client, table, 1)
        for seat in (forgetful, other):
            await seat.join()
            await seat.shown()
        await other.reveal()
        await forgetful.reveal(b"")
        result = (await other.play_on()).result

    assert match_pb2.FAULT_REFEREE == result.fault
    assert not result.ranks
    assert not result.seat_faults
