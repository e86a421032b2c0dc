"""People resign, call matches off and greet each other; replays and restarted referees know it."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from bessemer.matches.records import Cause, MatchEventKind
from bessemer.matches.table_events import MOST_GREETINGS
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, House, Table, channel_to, every_game, why
from tests.referees.process import RefereeProcess


def resigning(table: Table, seat: int) -> pb.ResignRequest:
    """Give up this seat."""
    return pb.ResignRequest(match_id=table.match_id, seat=seat)


def greeting(table: Table, seat: int, said: int = match_pb2.GREETING_HELLO) -> pb.GreetRequest:
    """Say this from this seat."""
    return pb.GreetRequest(
        match_id=table.match_id, seat=seat, greeting=match_pb2.Greeting.ValueType(said)
    )


async def replay_of(client: Client, table: Table) -> Any:  # noqa: ANN401 - a replay
    """The replay, which is as its rules make it."""
    answer = await client.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    replay = read_replay(answer.replay)
    verification = verify(replay)
    assert verification.ok, str(verification)
    return replay


@every_game
@pytest.mark.asyncio
async def test_the_others_play_on_when_a_seat_resigns(house: House, game: str) -> None:
    """It is asked nothing more, is last and not at fault; the replay says when, and is verified."""
    ann, _ = await house.player("ann")
    table = await ann.create(2, game=game)
    streams = [await house.seat(table, seat) for seat in range(2)]
    other = asyncio.ensure_future(streams[0].play_on())
    turn = await house.until_alone(table.match_id, 1)
    client = house.client(table.tokens[1])
    for _ in range(2):  # it is safe to repeat it
        await client.Resign(resigning(table, 1))
    ended = await other
    asked = await streams[1].receive()
    while asked.WhichOneof("message") == "decision":  # those of before
        asked = await streams[1].receive()

    assert asked.HasField("ended")
    assert [1, 2] == list(ended.result.ranks)
    assert not ended.result.seat_faults
    replay = await replay_of(ann, table)
    assert [(turn, 1, MatchEventKind.RESIGNED)] == [event[1:4] for event in replay.result.events]
    causes = {one.cause for one in replay.records if one.seat == 1 and one.turn >= turn}
    assert {Cause.FORFEITED} == causes
    seats = (await ann.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match.seats
    assert [False, True] == [seat.resigned for seat in seats]


@every_game
@pytest.mark.asyncio
async def test_a_match_can_end_with_a_resignation(house: House, game: str) -> None:
    """If its creator wanted that: with the scores as they are, once one seat is left."""
    ann, _ = await house.player("ann")
    seats = 3 if game == "furnace" else 2
    table = await ann.create(seats, game=game, resignation_ends=True)
    streams = [await house.seat(table, seat) for seat in range(seats)]
    await house.wait(table.match_id, lambda match: match.started is not None)
    for seat in range(1, seats):
        assert not house.match(table.match_id).is_over
        await house.client(table.tokens[seat]).Resign(resigning(table, seat))
    while not (answer := await streams[0].receive()).HasField("ended"):
        pass

    assert [1, *[2] * (seats - 1)] == list(answer.ended.result.ranks)
    assert seats == len(answer.ended.result.scores)
    await replay_of(ann, table)


@pytest.mark.parametrize("ends", [False, True], ids=["played on", "ended"])
@pytest.mark.asyncio
async def test_a_resignation_outlives_the_referee(tmp_path: Path, *, ends: bool) -> None:
    """Killed right after it was confirmed: the seat has resigned, and the replay is verified."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table = await client.create(3, resignation_ends=ends)
        for seat, token in enumerate(table.tokens):
            await Client(channel, token).stream().join(table.match_id, seat)
        async for message in client.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id)):
            if message.HasField("view"):
                break
        for seat in (1, 2)[: 2 if ends else 1]:
            await Client(channel, table.tokens[seat]).Resign(resigning(table, seat))
        command.signal(signal.SIGKILL)
        assert -signal.SIGKILL == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        for seat in () if ends else (0, 2):
            stream = Client(channel, table.tokens[seat]).stream()
            await stream.join(table.match_id, seat, max_legal_moves=1)
            asyncio.ensure_future(stream.play_on())  # noqa: RUF006 - it ends with the match
        watching = client.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
        async for message in watching:
            result = message.result
        replay = await replay_of(client, table)

    assert 1 in {event.seat for event in replay.result.events}
    assert max(result.ranks) == result.ranks[1]


@pytest.mark.asyncio
async def test_what_is_said_at_a_table_is_shown_to_spectators_alone(house: House) -> None:
    """It is in the replay, and no stream of a seat hears of it; there is an end to it."""
    ann, _ = await house.player("ann")
    table = await ann.create(2)
    assert "WRONG_STATUS" == await why(house.client(table.tokens[0]).Greet(greeting(table, 0)))
    assert "WRONG_STATUS" == await why(house.client(table.tokens[0]).Resign(resigning(table, 0)))
    streams = [await house.seat(table, seat) for seat in range(2)]
    await house.wait(table.match_id, lambda match: match.started is not None)
    watching = ann.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
    said: list[match_pb2.MatchEvent] = []
    client = house.client(table.tokens[1])
    await client.Greet(greeting(table, 1))
    async for message in watching:
        said += message.events
        if said:
            break
    assert [(1, 1, match_pb2.GREETING_HELLO)] == [
        (one.number, one.seat, one.greeting) for one in said
    ]
    assert "BAD_REQUEST" == await why(client.Greet(greeting(table, 1, 99)))
    assert "NOT_ALLOWED" == await why(client.Greet(greeting(table, 0)))
    for _ in range(MOST_GREETINGS - 1):
        await client.Greet(greeting(table, 1, match_pb2.GREETING_THANKS))
    assert "TOO_MANY_REQUESTS" == await why(client.Greet(greeting(table, 1)))
    await asyncio.gather(*(stream.play_on() for stream in streams))  # which refuses anything else
    replay = await replay_of(ann, table)
    assert MOST_GREETINGS == len(replay.result.events)
    assert "MATCH_OVER" == await why(client.Greet(greeting(table, 1)))
    assert "MATCH_OVER" == await why(client.Resign(resigning(table, 1)))


@pytest.mark.asyncio
async def test_a_creator_calls_a_match_off_until_it_begins(house: House) -> None:
    """Nobody else can; the match is over then, and counts for nobody."""
    ann, _ = await house.player("ann")
    bob, _ = await house.player("bob")
    table = await ann.create(2)
    request = pb.CancelMatchRequest(match_id=table.match_id)
    assert "NOT_ALLOWED" == await why(bob.CancelMatch(request))
    assert "NOT_ALLOWED" == await why(house.client(table.tokens[0]).CancelMatch(request))
    await ann.CancelMatch(request)
    await house.wait(table.match_id, lambda match: match.is_over)
    match = (await bob.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
    assert (match_pb2.MATCH_STATUS_ABORTED, "called off by ann") == (
        match.status,
        match.result.message,
    )
    assert "MATCH_OVER" == await why(ann.CancelMatch(request))

    begun = await ann.create(2)
    for seat in range(2):
        await house.seat(begun, seat)
    await house.wait(begun.match_id, lambda match: match.started is not None)
    assert "WRONG_STATUS" == await why(
        ann.CancelMatch(pb.CancelMatchRequest(match_id=begun.match_id))
    )


@pytest.mark.asyncio
async def test_anyone_takes_a_seat_of_an_open_table(house: House) -> None:
    """One seat each, without its token, if nobody sits there; of other tables nobody can."""
    ann, _ = await house.player("ann")
    bob, _ = await house.player("bob")
    eve, _ = await house.player("eve")
    seats = [pb.SeatRequest(player="ann"), pb.SeatRequest(), pb.SeatRequest()]
    table = await ann.create(seats=seats, anyone_may_join=True)
    taking = [pb.TakeSeatRequest(match_id=table.match_id, seat=seat) for seat in range(3)]
    assert "NOT_ALLOWED" == await why(bob.TakeSeat(taking[0]))
    await bob.TakeSeat(taking[1])
    assert "NOT_ALLOWED" == await why(bob.TakeSeat(taking[2]))
    assert "NOT_ALLOWED" == await why(eve.TakeSeat(taking[1]))
    await house.seat(table, 2)  # with the token, which is as good
    assert "NOT_ALLOWED" == await why(eve.TakeSeat(taking[2]))
    match = (await eve.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
    assert ["ann", "bob", ""] == [seat.player for seat in match.seats]
    assert ("ann", True) == (match.creator, match.anyone_may_join)
