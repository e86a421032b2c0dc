"""A seat's stream: what it is asked, what it is told, and how it comes back."""

import asyncio
from hashlib import sha256
from pathlib import Path
from unittest import mock

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from bessemer.engine.game import Seat
from bessemer.matches.timing import deadlines
from bessemer.rpc.play.connections import Connection
from bessemer.rpc.play.sessions import SeatSession
from bessemer.rpc.serving import server
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    Stream,
    channel_to,
    config_of,
    eventually,
    every_game,
    move,
    opened,
    reason_of,
    refused,
)

SEED = b"a match for tests"


def seconds(decision: match_pb2.Decision) -> float:
    """What the seat is told that it has."""
    return decision.time_left.ToTimedelta().total_seconds()


@every_game
@pytest.mark.asyncio
async def test_every_seat_is_told_every_move_once_and_in_order(house: House, game: str) -> None:
    """With its decisions and at the end, nothing is left out and nothing comes twice."""
    table = await house.organiser.create(seed=SEED, game=game)

    async def told(seat: int) -> list[int]:
        stream = await house.seat(table, seat)
        turns: list[int] = []
        while True:
            response = await stream.receive()
            if response.HasField("ended"):
                return [*turns, *(played.turn for played in response.ended.moves_since)]
            turns += [played.turn for played in response.decision.moves_since]
            await stream.answer(response.decision.turn, response.decision.legal_moves[0])

    turns = await asyncio.gather(*(told(seat) for seat in range(3)))
    expected = list(range(1, len(house.match(table.match_id).played) + 1))

    assert [expected] * 3 == turns


@pytest.mark.asyncio
async def test_pushed_moves_come_at_once_with_the_view_and_own_ones_are_confirmed(
    house: House,
) -> None:
    """An update after the join and for every move, and `accepted` before the next decision."""
    table = await house.organiser.create(seed=SEED)
    stream = await house.seat(table, 0, push_moves=True)
    first = (await stream.receive()).update
    assert ([], "furnace") == (list(first.moves), first.view.WhichOneof("view"))
    others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]
    turns: list[int] = []
    confirmed: list[int] = []
    answered: list[int] = []
    while not (response := await stream.receive()).HasField("ended"):
        match response.WhichOneof("message"):
            case "update":
                assert response.update.HasField("view")
                turns += [played.turn for played in response.update.moves]
            case "accepted":
                confirmed.append(response.accepted.turn)
            case other:
                assert other == "decision"
                assert [] == list(response.decision.moves_since)
                assert answered == confirmed
                answered.append(response.decision.turn)
                await stream.answer(response.decision.turn, response.decision.legal_moves[0])
    await asyncio.gather(*others)

    turns += [played.turn for played in response.ended.moves_since]
    assert list(range(1, len(turns) + 1)) == turns
    assert answered == confirmed


@every_game
@pytest.mark.asyncio
async def test_a_seat_that_comes_back_is_told_what_it_does_not_know(
    house: House, game: str
) -> None:
    """From the turn after the one that it names on; without one, everything."""
    table = await house.organiser.create(seed=SEED, game=game)
    others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]
    stream = await house.seat(table, 0)
    for _ in range(3):
        decision = await stream.decision()
        await stream.answer(decision.turn, decision.legal_moves[0])
    decision = await stream.decision()
    stream.cut()
    for known in (0, 3, decision.turn - 1, 1000):
        again = await (await house.seat(table, 0, known_turn=known)).decision()

        assert decision.turn == again.turn
        assert list(range(known + 1, decision.turn)) == [
            played.turn for played in again.moves_since
        ]
    await house.play_well(table, 0)
    await asyncio.gather(*others)


@every_game
@pytest.mark.parametrize("back", ["a late answer", "a new connection"])
@pytest.mark.asyncio
async def test_decisions_that_run_out_during_an_overrun_are_no_strikes(
    house: House, game: str, back: str
) -> None:
    """Until something is heard of the seat over its stream; the next timeout is a strike again."""
    clock = match_pb2.ClockSettings(bank=Duration(seconds=10), strike_limit=9)
    table = await house.organiser.create(2, clock=clock, game=game)
    match = house.match(table.match_id)
    other = asyncio.create_task(house.play_well(table, 1))
    stream = await house.seat(table, 0)

    async def run_out() -> int:
        turn = await house.until_alone(table.match_id, 0)
        async with asyncio.timeout(PATIENCE):
            while (question := match.open_decision(Seat(0))) and question.turn == turn:
                house.hourglass.advance(1.0)
                await asyncio.sleep(0.01)
        return match.seats[0].strikes

    assert [1, 1, 1] == [await run_out() for _ in range(3)]
    late = await stream.decision()
    if back == "a late answer":
        await stream.answer(late.turn, late.legal_moves[0])
    else:
        stream = await house.seat(table, 0)
    await eventually(lambda: not match.seats[0].overrun_until)
    assert 2 == await run_out()
    other.cancel()


@pytest.mark.parametrize(
    "durability", [match_pb2.DURABILITY_MATCH, match_pb2.DURABILITY_MOVE], ids=["match", "move"]
)
@pytest.mark.asyncio
async def test_whoever_changes_a_match_notifies_those_who_wait(
    house: House, durability: match_pb2.Durability.ValueType
) -> None:
    """Moves over streams and by calls, to the end; the task that watches the clocks does not help."""
    with mock.patch.object(deadlines, "sweep"):
        table = await house.organiser.create(durability=durability)
        playing = [asyncio.create_task(house.play_well(table, seat)) for seat in (0, 1)]
        caller = house.client(table.tokens[2])
        wanted = pb.GetDecisionRequest(
            match_id=table.match_id, seat=2, wait=Duration(seconds=50), max_legal_moves=1
        )
        while (response := await caller.GetDecision(wanted)).HasField("decision"):
            decision = response.decision
            move_made = pb.SubmitMoveRequest(
                match_id=table.match_id, seat=2, turn=decision.turn, move=decision.legal_moves[0]
            )
            await caller.SubmitMove(move_made)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)

    assert response.HasField("ended")


@pytest.mark.asyncio
async def test_a_stream_that_is_cut_as_news_come_breaks_nothing(house: House) -> None:
    """It is cancelled a moment before it leaves its seat; what wakes it then must not fail."""
    table = await house.organiser.create(durability=match_pb2.DURABILITY_MATCH)
    streams = [await house.seat(table, seat) for seat in range(3)]
    asked = await asked_seat(house, table.match_id)
    decision = await streams[asked].decision()
    other = (asked + 1) % 3
    match = house.match(table.match_id)
    session = match.seats[other].subscriber
    assert isinstance(session, SeatSession)
    connection = session.connection
    assert isinstance(connection, Connection)
    await eventually(lambda: connection.is_idle)
    assert connection._task is not None
    connection._task.cancel()
    house.referee.registry.submit(
        match,
        Seat(asked),
        decision.turn,
        match.game.default_move(match.published_state, Seat(asked)),
        0.0,
    )
    house.referee.registry.dispatch()

    assert match.result is None
    streams[other].cut()
    streams[asked].cut()
    await asyncio.gather(*(house.play_well(table, seat) for seat in range(3)))


@pytest.mark.asyncio
async def test_the_seed_is_committed_to_before_and_proved_after(house: House) -> None:
    """Its hash stands in the match from the beginning, the seed itself only in the result."""
    table = await house.organiser.create(seed=SEED)
    stream = house.client(table.tokens[0]).stream()
    joined = await stream.join(table.match_id, 0, max_legal_moves=1)
    others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]

    assert sha256(SEED).hexdigest() == joined.match.seed_commitment
    assert b"" == joined.match.result.seed
    assert SEED == (await stream.play_on()).result.seed
    await asyncio.gather(*others)


@pytest.mark.asyncio
async def test_who_joins_after_the_end_is_told_the_end(house: House) -> None:
    """Also by a stream that knew nothing of it; the stream ends well."""
    table = await house.organiser.create()
    ended = await house.play_out(table)
    stream = await house.seat(table, 1, known_turn=5)
    response = await stream.receive()

    assert ended.result == response.ended.result
    assert 6 == response.ended.moves_since[0].turn
    with pytest.raises(EOFError):
        await stream.receive()


async def asked_seat(house: House, table_id: str) -> int:
    """Who is asked first."""
    await house.wait(table_id, lambda match: match.turn > 0)
    match = house.match(table_id)
    return next(seat for seat, place in enumerate(match.seats) if place.decision)


@pytest.mark.asyncio
async def test_an_aborted_match_ends_every_stream_with_its_reason(house: House) -> None:
    """Asked or not, each seat hears whose fault it was and what was said about it."""
    table = await house.organiser.create()
    streams = [await house.seat(table, seat) for seat in range(3)]
    asked = await asked_seat(house, table.match_id)
    await streams[asked].decision()
    request = admin.AbortMatchRequest(match_id=table.match_id, message="a fire alarm")
    await house.organiser.AbortMatch(request)
    results = [(await stream.receive()).ended.result for stream in streams]

    assert [(match_pb2.FAULT_ORGANISER, "a fire alarm", [])] * 3 == [
        (result.fault, result.message, list(result.ranks)) for result in results
    ]
    assert [grpc.StatusCode.OK] * 3 == [await stream.call.code() for stream in streams]


@pytest.mark.asyncio
async def test_who_joins_an_aborted_match_is_not_asked_anything(house: House) -> None:
    """Only the end is told."""
    table = await house.organiser.create()
    for seat in range(3):
        await house.seat(table, seat)
    asked = await asked_seat(house, table.match_id)
    await house.organiser.AbortMatch(admin.AbortMatchRequest(match_id=table.match_id))

    assert (await (await house.seat(table, asked)).receive()).HasField("ended")


@pytest.mark.asyncio
async def test_legal_moves_come_as_asked_for(house: House) -> None:
    """As many as wished, in the same order, and whether these are all."""
    table = await house.organiser.create(seed=SEED)
    for seat in range(3):
        await house.seat(table, seat)
    asked = await asked_seat(house, table.match_id)
    found = {}
    for count in (0, 1, 5, 100):
        decision = await (await house.seat(table, asked, max_legal_moves=count)).decision()
        found[count] = decision.legal_moves
        assert min(count, len(found[count])) == len(decision.legal_moves)
        assert (count == 100) == decision.legal_moves_complete

    assert [0, 1, 5] == [len(found[count]) for count in (0, 1, 5)]
    assert found[100][:5] == found[5]


@pytest.mark.parametrize(
    ("wrong", "reason", "field"),
    [
        pytest.param({"match_id": "nowhere"}, "MATCH_NOT_FOUND", "match_id", id="match"),
        pytest.param({"seat": 3}, "BAD_REQUEST", "seat", id="seat-too-high"),
        pytest.param({"seat": -1}, "BAD_REQUEST", "seat", id="seat-too-low"),
        pytest.param(
            {"max_legal_moves": 101}, "BAD_REQUEST", "join.max_legal_moves", id="too-many-moves"
        ),
        pytest.param(
            {"max_legal_moves": -1}, "BAD_REQUEST", "join.max_legal_moves", id="negative-moves"
        ),
    ],
)
@pytest.mark.asyncio
async def test_a_join_that_cannot_be_is_refused(
    house: House, wrong: dict[str, int], reason: str, field: str
) -> None:
    """The refusal names the field, and the seat can be taken after it."""
    table = await house.organiser.create()
    join = pb.JoinSeat(**({"match_id": table.match_id, "seat": 0} | wrong))  # type: ignore[arg-type]
    stream = house.client(table.tokens[0]).stream()
    await stream.send(pb.PlayRequest(join=join))
    refusal = await refused(stream.receive())

    assert (reason, field) == (reason_of(refusal), refusal.field)
    await house.play_out(table)


@pytest.mark.asyncio
async def test_a_reserved_seat_is_played_with_its_players_token(house: House) -> None:
    """The name stands at the seat; nobody else's token opens it, not even an organiser's."""
    ann, _ = await house.player("ann")
    bob, _ = await house.player("bob")
    seats = [pb.SeatRequest(player="ann"), pb.SeatRequest()]
    table = await house.organiser.create(seats=seats)
    for other in (bob, house.organiser):
        stream = other.stream()
        await stream.send(pb.PlayRequest(join=pb.JoinSeat(match_id=table.match_id, seat=0)))
        assert "NOT_ALLOWED" == reason_of(await refused(stream.receive()))
    stream = ann.stream()
    joined = await stream.join(table.match_id, 0, max_legal_moves=1)

    assert ["ann", ""] == [seat.player for seat in joined.match.seats]
    ended = await asyncio.gather(stream.play_on(), house.play_well(table, 1))
    assert ended[0].result == ended[1].result


# --- Time ----------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_seat_is_told_how_long_it_has(house: House) -> None:
    """Bank and increment at first; when it comes back in mid-decision, what is left."""
    table = await house.organiser.create()
    streams = [await house.seat(table, seat) for seat in range(3)]
    asked = await asked_seat(house, table.match_id)

    assert 3.0 == seconds(await streams[asked].decision())
    house.hourglass.advance(1.25)
    again = await house.seat(table, asked)
    assert 1.75 == seconds(await again.decision())


@pytest.mark.asyncio
async def test_time_runs_while_a_seat_is_away(house: House) -> None:
    """Who is asked while disconnected has no more time than who is there."""
    table = await house.organiser.create()
    streams = [await house.seat(table, seat) for seat in range(3)]
    away = (await asked_seat(house, table.match_id) + 1) % 3
    await streams[away].leave()
    others = [
        asyncio.create_task(stream.play_on()) for seat, stream in enumerate(streams) if seat != away
    ]
    await house.until_alone(table.match_id, away)
    house.hourglass.advance(1.25)
    left = seconds(await (await house.seat(table, away)).decision())
    for other in others:
        other.cancel()

    assert 1.75 == left


@every_game
@pytest.mark.asyncio
async def test_with_a_real_clock_silent_seats_forfeit_and_the_match_ends(
    tmp_path: Path, game: str
) -> None:
    """Nothing but time is needed: default moves to the end, and everybody shares the first rank."""
    clock = match_pb2.ClockSettings(
        bank=Duration(nanos=200_000_000), increment=Duration(nanos=50_000_000), strike_limit=2
    )
    config = config_of(tmp_path)
    async with (
        server.serving(config) as referee,
        channel_to(referee.addresses[0]) as channel,
    ):
        house = House(referee, channel)
        table = await house.organiser.create(2, clock=clock, game=game)
        streams = [await house.seat(table, seat) for seat in range(2)]
        results = await asyncio.gather(*map(until_ended, streams))

    assert [([1, 1], [match_pb2.FAULT_PLAYER] * 2)] * 2 == [
        (list(result.ranks), [fault.fault for fault in result.seat_faults]) for result in results
    ]


async def until_ended(stream: Stream) -> match_pb2.MatchResult:
    """Read without answering until the end."""
    while not (response := await stream.receive()).HasField("ended"):
        pass
    return response.ended.result


# --- Streams that are not read -------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_stream_that_is_not_read_is_cut_off_and_may_come_back(tmp_path: Path) -> None:
    """A client that sends and sends and takes no answer is told so, and the match goes on."""
    # A connection whose window does not grow is soon full of refusals.
    options = (("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0))
    with mock.patch.object(server, "STALL_SECONDS", 0.2):
        async with (
            opened(tmp_path) as house,
            grpc.aio.insecure_channel(house.address, options=options) as channel,
        ):
            table = await house.organiser.create()
            others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]
            stream = Client(channel, table.tokens[0]).stream()
            await stream.join(table.match_id, 0)
            turn = await house.until_alone(table.match_id, 0)
            session = house.match(table.match_id).seats[0].subscriber
            assert isinstance(session, SeatSession)
            connection = session.connection
            assert isinstance(connection, Connection)
            streams = house.referee.guard.connections._streams
            while len(session._refusals) < 10:
                await stream.answer(turn, move("bid 9 on C99"))
            house.hourglass.advance(1.0)
            await eventually(lambda: connection not in streams)

            assert "SLOW_READER" == reason_of(await refused(until_ended(stream)))
            await house.play_well(table, 0)
            ended = await asyncio.gather(*others)
    assert [] == list(ended[0].result.seat_faults)
