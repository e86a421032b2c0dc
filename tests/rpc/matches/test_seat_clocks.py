"""Clocks by seat over real gRPC: asked for, shown, run out of, and kept after a kill."""

import asyncio
import signal
from pathlib import Path

import pytest
from google.protobuf.duration_pb2 import Duration

from bessemer.engine.game import Seat
from bessemer.matches.timing.deadlines import sweep
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    CLOCK,
    PATIENCE,
    Client,
    House,
    Stream,
    Table,
    channel_to,
    creation,
    eventually,
    every_game,
    reason_of,
    refused,
)
from tests.referees.process import RefereeProcess

PERSON = match_pb2.ClockSettings(bank=Duration(seconds=1800), increment=Duration(seconds=30))
SEATS = (pb.SeatRequest(), pb.SeatRequest(clock=PERSON))


async def shown(client: Client, match_id: str) -> match_pb2.Match:
    """The match as GetMatch shows it."""
    response: pb.GetMatchResponse = await client.GetMatch(pb.GetMatchRequest(match_id=match_id))
    return response.match


@every_game
@pytest.mark.asyncio
async def test_a_bot_beside_a_person_runs_out_of_its_own_time_alone(
    house: House, game: str
) -> None:
    """The bot has two seconds, the person half an hour; while the person thinks the bot loses nothing."""
    table = await house.organiser.create(2, game=game, seats=SEATS)
    bot, person = [await house.seat(table, seat) for seat in (0, 1)]
    found = await shown(house.organiser, table.match_id)
    assert not found.seats[0].HasField("clock")
    assert (1800, 30) == (found.seats[1].clock.bank.seconds, found.seats[1].clock.increment.seconds)
    # What is left out is as the match has it.
    assert CLOCK.strike_limit == found.seats[1].clock.strike_limit
    match, registry = house.match(table.match_id), house.referee.registry

    playing = asyncio.create_task(bot.play_on())
    await house.until_alone(table.match_id, 1)
    before = match.time_left(Seat(0), registry.now())
    house.hourglass.advance(600.0)
    sweep(registry, registry.now(), registry.now())
    assert (0, 0) == (match.seats[0].strikes, match.seats[1].strikes)
    assert before == match.time_left(Seat(0), registry.now())

    playing.cancel()  # from now on the bot answers nothing, and the person does
    await asyncio.gather(playing, return_exceptions=True)
    playing = asyncio.create_task(person.play_on())
    await house.run_out(table.match_id, 0)
    assert (1, 0) == (match.seats[0].strikes, match.seats[1].strikes)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.asyncio
async def test_a_person_whose_connection_is_gone_is_waited_for_three_minutes(house: House) -> None:
    """Who comes back before has the whole bank; who does not, forfeits, and the match is played out."""
    clock = match_pb2.ClockSettings(
        bank=Duration(seconds=1800), away_limit=Duration(seconds=180), strike_limit=1
    )
    seats = (pb.SeatRequest(), pb.SeatRequest(clock=clock))
    table = await house.organiser.create(2, seats=seats)
    bot, person = [await house.seat(table, seat) for seat in (0, 1)]
    match, registry = house.match(table.match_id), house.referee.registry
    seated = match.seats[1]
    playing = asyncio.create_task(bot.play_on())
    await house.until_alone(table.match_id, 1)

    async def go_away(stream: Stream, seconds: float) -> None:
        stream.cut()
        await eventually(lambda: seated.subscriber is None)
        house.hourglass.advance(seconds)
        sweep(registry, registry.now(), registry.now())

    await go_away(person, 170.0)
    assert match.time_left(Seat(1), registry.now()) < 11.0
    person = await house.seat(table, 1)
    assert match.time_left(Seat(1), registry.now()) > 1500.0
    assert seated.forfeit is None
    await go_away(person, 181.0)

    assert seated.forfeit is not None
    async with asyncio.timeout(PATIENCE):
        assert (await playing).result.ranks[1] == 2


@pytest.mark.asyncio
async def test_a_wrong_clock_of_a_seat_is_refused_by_its_name(house: House) -> None:
    """And a repeated request must ask for the same clocks."""
    bad = match_pb2.ClockSettings(bank=Duration(seconds=-1))
    seats = (pb.SeatRequest(), pb.SeatRequest(clock=bad))
    refusal = await refused(house.organiser.CreateMatch(creation(2, seats=seats)))
    assert ("BAD_REQUEST", "seats[1].clock.bank") == (reason_of(refusal), refusal.field)

    first = await house.organiser.create(2, seats=SEATS, request_id="once")
    again = await house.organiser.create(2, seats=SEATS, request_id="once")
    assert first.match_id == again.match_id
    other = creation(2, request_id="once")
    assert "ALREADY_EXISTS" == reason_of(await refused(house.organiser.CreateMatch(other)))


@pytest.mark.asyncio
async def test_clocks_by_seat_survive_a_kill_and_are_in_the_replay(tmp_path: Path) -> None:
    """A referee that is killed with -9 knows them when it is back; the replay is verified."""
    async with RefereeProcess(tmp_path) as process, channel_to(process.address) as channel:
        organiser = Client(channel, process.token)
        created = await organiser.CreateMatch(
            creation(2, seats=SEATS, clock=match_pb2.ClockSettings(bank=Duration(seconds=300)))
        )
        table = Table(created.match.match_id, tuple(created.seat_tokens))
        streams = [Client(channel, token).stream() for token in table.tokens]
        for seat, stream in enumerate(streams):
            await stream.join(table.match_id, seat, max_legal_moves=1)
        asked = [asyncio.create_task(stream.decision()) for stream in streams]
        async with asyncio.timeout(PATIENCE):  # whoever is asked knows that the match has begun
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        before = await shown(organiser, table.match_id)
        process.signal(signal.SIGKILL)
        await process.ends()
        await asyncio.gather(*asked, return_exceptions=True)

    async with RefereeProcess(tmp_path) as process, channel_to(process.address) as channel:
        organiser = Client(channel, process.token)
        after = await shown(organiser, table.match_id)
        assert match_pb2.MATCH_STATUS_RUNNING == after.status
        assert before.seats[1].clock == after.seats[1].clock
        assert after.seats[1].time_left.seconds >= 1700
        assert after.seats[0].time_left.seconds <= 301

        async def play(seat: int) -> None:
            stream = Client(channel, table.tokens[seat]).stream()
            await stream.join(table.match_id, seat, max_legal_moves=1)
            await stream.play_on()

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(play(0), play(1))
        request = pb.GetReplayRequest(match_id=table.match_id)
        file = (await organiser.GetReplay(request)).replay
        ended = await shown(organiser, table.match_id)
    read = read_replay(file)
    assert read.header is not None
    assert [300.0, 1800.0] == [clock.bank for clock in read.header.seat_clocks]
    assert verify(read).ok
    assert before.seats[1].clock == ended.seats[1].clock
