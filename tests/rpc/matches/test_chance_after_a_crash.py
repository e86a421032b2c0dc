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


@pytest.mark.asyncio
@pytest.mark.parametrize("durability", ["MOVE", "MATCH"])
async def test_a_match_that_was_gathered_shows_after_a_crash(
    tmp_path: Path, durability: str
) -> None:
    """Even if only its end was to be written: nobody can deal again and leave no trace of it."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        wanted = match_pb2.Durability.Value(f"DURABILITY_{durability}")
        table = await client.create(2, durability=wanted)
        seats = await joined(client, table, 2)
        shown = [await seat.shown() for seat in seats]
        await seats[0].reveal()
        await killed(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        (match,) = (await client.ListMatches(pb.ListMatchesRequest())).matches

    is_over = durability == "MATCH"
    assert list(shown[0].commitments) == list(match.chance_commitments)
    assert shown[0].seed_commitment == match.seed_commitment
    assert (is_over, False) == (match.HasField("result"), match.HasField("start_time"))
    assert (match_pb2.FAULT_REFEREE if is_over else 0) == match.result.fault


@pytest.mark.asyncio
async def test_a_match_that_was_withheld_stays_so(tmp_path: Path) -> None:
    """Whoever withheld has lost, whatever happens to the referee then; nobody is asked again."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(2)
        one, other = await joined(client, table, 2)
        for seat in (one, other):
            await seat.shown()
        await one.reveal()
        await other.reveal(b"")
        told = (await one.play_on()).result
        await killed(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        match = (await client.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match

    assert (match_pb2.MATCH_STATUS_WITHHELD, told) == (match.status, match.result)
    assert [one.content, b""] == [each.content for each in told.chance.contributions]
