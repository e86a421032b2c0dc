"""People take moves back when all of them agree: what it leads to, what stands in its way, and that it is never lost."""

import asyncio
import random
import signal
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from bessemer.bots.registry import new_bot
from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.matches.history import in_force
from bessemer.matches.records import Cause, MatchEventKind
from bessemer.matches.taking_back import MOST_WISHES
from bessemer.replays.format import FORMAT, WITH_TAKE_BACKS
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.replays.verify import verify
from bessemer.sdk.seats.seat import play_seat
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    House,
    Stream,
    Table,
    channel_to,
    eventually,
    every_game,
    why,
)
from tests.referees.process import RefereeProcess


class People(NamedTuple):
    """People at a table, each with a client and a stream that says so."""

    table: Table
    clients: list[Client]
    streams: list[Stream]

    def wish(self, seat: int, number: int = 0, *, decline: bool = False) -> pb.TakeBackRequest:
        """What a seat wishes."""
        match_id = self.table.match_id
        return pb.TakeBackRequest(match_id=match_id, seat=seat, wish=number, decline=decline)

    async def asked(self, seat: int) -> match_pb2.Decision | None:
        """What a seat is asked now."""
        request = pb.GetDecisionRequest(
            match_id=self.table.match_id, seat=seat, max_legal_moves=1, known_turn=1 << 20
        )
        answer = await self.clients[seat].GetDecision(request)
        return answer.decision if answer.HasField("decision") else None

    async def move(self, seat: int, decision: match_pb2.Decision) -> None:
        """Answer with the first legal move."""
        answer = pb.SubmitMoveRequest(match_id=self.table.match_id, seat=seat)
        answer.turn = decision.turn
        answer.move.CopyFrom(decision.legal_moves[0])
        await self.clients[seat].SubmitMove(answer)

    async def step(self) -> tuple[int, match_pb2.Decision] | None:
        """Answer what the people are asked; who was, if nobody else was asked with them."""
        asked = [(seat, await self.asked(seat)) for seat in range(len(self.clients))]
        found = [(seat, decision) for seat, decision in asked if decision is not None]
        for seat, decision in found:
            await self.move(seat, decision)
        return found[0] if len(found) == 1 else None

    async def until_wished(self) -> tuple[int, match_pb2.Decision]:
        """Play until a move can be taken back, and wish it; whose, and what was asked."""
        while True:
            done = await self.step()
            if done is None:
                continue
            seat, _ = done
            if await why_not(self.clients[seat].TakeBack(self.wish(seat))) is None:
                return done

    async def number(self) -> int:
        """The number of the newest event."""
        found = await self.clients[0].GetMatch(pb.GetMatchRequest(match_id=self.table.match_id))
        return int(found.events[-1].number)


async def why_not(call: object) -> str | None:
    """Why a wish cannot be; `None` if it could."""
    try:
        answer = await call  # type: ignore[misc]  # a call
    except Exception as error:
        if "nothing can be taken back now" not in str(error):
            raise
        return str(error)
    assert not answer.done
    return None


async def people(house: House, game: str = "furnace", seats: int = 2, count: int = 2) -> People:
    """A new match; the first `count` seats are people's."""
    ann, _ = await house.player("ann")
    table = await ann.create(seats, game=game)
    clients = [house.client(token) for token in table.tokens[:count]]
    streams = [await house.seat(table, seat, person=True) for seat in range(count)]
    if count == seats:
        await house.wait(table.match_id, lambda match: match.started is not None)
    return People(table, clients, streams)


@every_game
@pytest.mark.asyncio
async def test_the_table_goes_back_when_everybody_agrees(house: House, game: str) -> None:
    """The same is asked again, byte for byte; a bot plays on; the replay proves it all."""
    at = await people(house, game, seats=3)
    bot = asyncio.create_task(
        play_seat(
            house.channel,
            at.table.tokens[2],
            at.table.match_id,
            2,
            new_bot(game, "random", random.Random(3)),
        )
    )
    await house.wait(at.table.match_id, lambda match: match.started is not None)
    seat, before = await at.until_wished()
    other = 1 - seat
    turn = house.match(at.table.match_id).turn
    agreed = await at.clients[other].TakeBack(at.wish(other, await at.number()))
    again = await at.asked(seat)

    assert agreed.done
    assert again is not None
    assert (turn + 1, before.kind, before.view) == (again.turn, again.kind, again.view)
    assert (TakenBack(before.turn),) == tuple(
        one.move for one in house.match(at.table.match_id).played if one.record.turn == turn
    )
    while not house.match(at.table.match_id).is_over:
        await at.step()
    await bot
    content = (
        await at.clients[0].GetReplay(pb.GetReplayRequest(match_id=at.table.match_id))
    ).replay
    replay = read_replay(content)
    assert verify(replay).ok, str(verify(replay))
    assert replay.header is not None
    assert WITH_TAKE_BACKS == replay.header.format
    assert [turn] == [one.turn for one in replay.records if one.cause is Cause.TAKEN_BACK]
    kept = {one.turn for one in in_force(replay.records)}
    assert not kept & set(range(before.turn, turn + 1))


@pytest.mark.asyncio
async def test_one_person_needs_nobody_and_a_refusal_or_a_move_ends_a_wish(house: House) -> None:
    """Whoever comes too late with an answer reads that the match has gone on."""
    at = await people(house)
    seat, _ = await at.until_wished()
    other = 1 - seat
    number = await at.number()
    assert not (await at.clients[seat].TakeBack(at.wish(seat, number))).done  # sent again
    assert number == await at.number()
    await at.clients[other].TakeBack(at.wish(other, number, decline=True))
    late = at.clients[other].TakeBack(at.wish(other, number))
    assert "STALE_TURN" == await why(late)
    await at.clients[seat].TakeBack(at.wish(seat))
    number = await at.number()
    await at.step()
    assert "STALE_TURN" == await why(at.clients[other].TakeBack(at.wish(other, number)))
    kinds = [event.kind for event in house.match(at.table.match_id).events]
    wished, declined = MatchEventKind.TAKE_BACK_WISHED, MatchEventKind.TAKE_BACK_DECLINED
    assert [wished, declined, wished] == kinds


@pytest.mark.asyncio
async def test_what_stands_in_the_way(house: House) -> None:
    """No move yet, a rated match, a seat that is away or no person's, a wish too many: each says so."""
    at = await people(house)
    match = house.match(at.table.match_id)

    async def refusal(seat: int) -> str:
        return str(await why_not(at.clients[seat].TakeBack(at.wish(seat))))

    first = next(seat for seat in range(2) if match.open_decision(Seat(seat)) is not None)
    assert "you have not moved yet" in await refusal(first)
    seat, _ = await at.until_wished()
    spec = match.spec
    match.spec = replace(spec, ladder="main")
    assert "the match is rated" in await refusal(seat)
    match.spec = spec
    asked = next(one for one in range(2) if match.open_decision(Seat(one)) is not None)
    match.seats[asked].is_person = False
    assert "a bot is choosing" in await refusal(1 - asked)
    assert "JoinSeat.person" in await refusal(asked)
    match.seats[asked].is_person = True
    events = list(match.events)
    match.events += [match.events[-1]] * MOST_WISHES
    assert "TOO_MANY_REQUESTS" == await why(at.clients[seat].TakeBack(at.wish(seat)))
    match.events[:] = events
    at.streams[1 - seat].cut()
    await eventually(lambda: match.seats[1 - seat].subscriber is None)
    assert "somebody is away" in await refusal(seat)
    foreign = at.clients[seat].TakeBack(at.wish(1 - seat))
    assert "NOT_ALLOWED" == await why(foreign)


@pytest.mark.asyncio
async def test_a_killed_referee_loses_neither_a_wish_nor_the_way_back(tmp_path: Path) -> None:
    """Killed after the wish, and again after the agreement: the same is asked as without."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        table = await Client(channel, command.token).create(2)
        at = await seated(channel_of(channel, table))
        seat, before = await at.until_wished()
        number = await at.number()
        command.signal(signal.SIGKILL)
        assert -signal.SIGKILL == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        at = await seated(channel_of(channel, table))
        assert (await at.clients[1 - seat].TakeBack(at.wish(1 - seat, number))).done
        again = await at.asked(seat)
        command.signal(signal.SIGKILL)
        assert -signal.SIGKILL == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        at = await seated(channel_of(channel, table))
        restored = await at.asked(seat)
        assert again is not None
        assert restored is not None
        assert before.view == again.view == restored.view
        assert (again.turn, again.kind) == (restored.turn, restored.kind)
        asked = pb.GetReplayRequest(match_id=table.match_id)
        while "MATCH_NOT_OVER" == await why_or_done(at.clients[0].GetReplay(asked)):
            await at.step()
        replay = read_replay((await at.clients[0].GetReplay(asked)).replay)

    assert verify(replay).ok, str(verify(replay))


async def why_or_done(call: object) -> str:
    """The reason of a refusal; empty without one."""
    try:
        return await why(call)  # type: ignore[arg-type]  # a call
    except AssertionError:
        return ""


def channel_of(channel: object, table: Table) -> tuple[Table, list[Client]]:
    """The people of a table, through a channel."""
    return table, [Client(channel, token) for token in table.tokens]  # type: ignore[arg-type]


async def seated(known: tuple[Table, list[Client]]) -> People:
    """They sit down, and are asked."""
    table, clients = known
    streams = []
    for seat, client in enumerate(clients):
        stream = client.stream()
        await stream.join(table.match_id, seat, person=True)
        streams.append(stream)
    at = People(table, clients, streams)
    wait = pb.WatchMatchRequest(match_id=table.match_id)
    async for message in clients[0].WatchMatch(wait):
        if message.HasField("view"):
            break
    return at


@pytest.mark.asyncio
async def test_a_forged_way_back_does_not_verify(house: House) -> None:
    """Nobody wished it, it leads forward, or the format has no such thing: the replay says so."""
    at = await people(house)
    seat, _ = await at.until_wished()
    await at.clients[1 - seat].TakeBack(at.wish(1 - seat, await at.number()))
    match = house.match(at.table.match_id)
    while not match.is_over:
        await at.step()
    content = (
        await at.clients[0].GetReplay(pb.GetReplayRequest(match_id=at.table.match_id))
    ).replay
    replay = read_replay(content)
    header, result = replay.header, replay.result
    assert header is not None
    assert result is not None

    def trouble(**changes: object) -> str:
        changed = replace(replay, **changes)  # type: ignore[arg-type]  # fields of a replay
        player = ReplayPlayer(changed)
        try:
            list(player.steps())
        except Exception as differs:  # noqa: BLE001 - its message is looked at
            return str(differs)
        return ""

    forward = tuple(
        one._replace(move="back to 9999") if one.cause is Cause.TAKEN_BACK else one
        for one in replay.records
    )
    assert "" == trouble()
    assert "nobody wished to go back" in trouble(result=replace(result, events=()))
    assert "nothing can be taken back so" in trouble(records=forward)
    assert "nothing is taken back in this format" in trouble(header=replace(header, format=FORMAT))
