"""People on a ladder, over real gRPC: the same seats as bots', a clock of their own, the same rating."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bessemer.bots.registry import new_bot
from bessemer.ladder.ladder import PEOPLE_CLOCK
from bessemer.matches.records import Durability, Status
from bessemer.sdk.seats.seat import play_seat
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from tests.referees.in_process import (
    PATIENCE,
    House,
    eventually,
    every_game,
    metadata_of,
    why,
)
from tests.referees.ladder_house import CLOCK, bot, ladder_house, lobby_of, registered


async def waiting(house: House, token: str) -> Any:  # noqa: ANN401 - grpc's call
    """Somebody who enlists as people do: told of a seat, which is joined with `Play`."""
    stub = ladder_grpc.LadderServiceStub(house.channel)
    call: Any = stub.Enlist(metadata=metadata_of(token))
    enlistment = pb.Enlistment(ladder="main", assignments_only=True)
    await call.write(pb.EnlistRequest(enlistment=enlistment))
    return call


async def seat_found(call: Any) -> pb.SeatAssignment:  # noqa: ANN401 - grpc's call
    """The seat that is found."""
    async with asyncio.timeout(PATIENCE):
        async for response in call:
            if response.assignments:
                found: pb.SeatAssignment = response.assignments[0]
                return found
    raise AssertionError("the stream ended without a seat")


@every_game
@pytest.mark.asyncio
async def test_a_person_plays_a_bot_each_by_its_own_clock_and_both_are_rated(
    tmp_path: Path, game: str
) -> None:
    """The seat is joined with `Play`; the stream of the lobby may be gone by then."""
    async with ladder_house(tmp_path, game) as house, bot(house, game, "steam"):
        token = await registered(house, "ada", is_person=True)
        call = await waiting(house, token)
        found = await seat_found(call)
        call.cancel()
        match = house.match(found.match_id)
        person = found.seat
        assert PEOPLE_CLOCK == match.spec.clocks[person]
        assert CLOCK == match.spec.clocks[1 - person]
        assert Durability.MOVE is match.spec.durability, "no hour is lost to a restart"
        await eventually(lambda: ("ada", None) not in lobby_of(house).players)
        end = await play_seat(
            house.channel,
            token,
            found.match_id,
            found.seat,
            new_bot(game, "random", random.Random()),
        )
        assert end.rank is not None
        await house.wait(found.match_id, lambda match: match.is_over)
        assert Status.FINISHED is match.status
        stub = ladder_grpc.LadderServiceStub(house.channel)
        response: Any = await stub.ListStandings(
            pb.ListStandingsRequest(ladder="main"), metadata=metadata_of(token)
        )
        assert {"ada": True, "steam": False} == {
            one.player: one.person for one in response.standings
        }
        assert {1} == {one.matches for one in response.standings}


@pytest.mark.asyncio
async def test_no_bot_has_a_persons_clock_however_it_enlists(tmp_path: Path) -> None:
    """The organiser's word counts: neither the way of playing, nor a bot that is run under a person's name."""
    async with ladder_house(tmp_path) as house, bot(house, "furnace", "steam"):
        claims = await registered(house, "claims")
        call = await waiting(house, claims)
        found = await seat_found(call)
        call.cancel()
        assert () == house.match(found.match_id).spec.seat_clocks
    async with ladder_house(tmp_path) as house:
        await registered(house, "ada", is_person=True)
        # What a referee starts itself has a token of its own kind.
        started = await house.referee.accounts.directory.create_token("ada", "")
        await registered(house, "drill")
        async with bot(house, "furnace", "hammer"):
            call = await waiting(house, started.text)
            found = await seat_found(call)
            call.cancel()
            assert () == house.match(found.match_id).spec.seat_clocks


@pytest.mark.asyncio
async def test_the_lobby_says_who_waits(tmp_path: Path) -> None:
    """Players, and people among them; a ladder that is not run here has no lobby."""
    async with ladder_house(tmp_path) as house:
        token = await registered(house, "ada", is_person=True)
        stub = ladder_grpc.LadderServiceStub(house.channel)

        async def lobby(ladder: str = "main") -> pb.GetLobbyResponse:
            request = pb.GetLobbyRequest(ladder=ladder)
            return await stub.GetLobby(request, metadata=metadata_of(token))

        empty = await lobby()
        assert (0, 0, 0) == (empty.waiting_players, empty.waiting_people, empty.running_matches)
        assert 1800 == empty.ladder.people_clock.bank.seconds
        assert "LADDER_CLOSED" == await why(lobby("other"))
        call = await waiting(house, token)
        assert (await call.read()).HasField("enlisted")
        there = await lobby()
        assert (1, 1) == (there.waiting_players, there.waiting_people)
        call.cancel()
        await eventually(lambda: not lobby_of(house).players)
        assert 0 == (await lobby()).waiting_players


@pytest.mark.asyncio
async def test_a_persons_match_holds_up_nobody_but_its_own_seats(tmp_path: Path) -> None:
    """While a person thinks, the bot beside plays its other seats, and others play each other."""
    async with (
        ladder_house(tmp_path) as house,
        bot(house, "furnace", "steam", concurrency=2),
        bot(house, "furnace", "drill", concurrency=2),
    ):
        token = await registered(house, "ada", is_person=True)
        call = await waiting(house, token)
        found = await seat_found(call)
        call.cancel()
        ladders = house.referee.ladders.store
        await eventually(lambda: len(ladders.history("main", 1)) >= 5)
        assert not house.match(found.match_id).is_over


@pytest.mark.asyncio
async def test_a_persons_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    """With the same clocks; who enlists again is told the seat again, and nobody draws a second one."""
    async with ladder_house(tmp_path, drain_timeout=0.0) as house, bot(house, "furnace", "steam"):
        token = await registered(house, "ada", is_person=True)
        found = await seat_found(await waiting(house, token))
        stream = house.client(token).stream()
        await stream.join(found.match_id, found.seat)
        await house.wait(found.match_id, lambda match: match.started is not None)
    async with ladder_house(tmp_path) as again:
        clocks = again.match(found.match_id).spec.clocks
        assert (PEOPLE_CLOCK, CLOCK) == (clocks[found.seat], clocks[1 - found.seat])
        call = await waiting(again, token)
        assert found == await seat_found(call)
        assert 1 == len(again.referee.registry.matches)
        call.cancel()


@pytest.mark.asyncio
async def test_who_leaves_the_lobby_is_drawn_no_more(tmp_path: Path) -> None:
    """A person who has changed his mind."""
    async with ladder_house(tmp_path) as house:
        token = await registered(house, "ada", is_person=True)
        call = await waiting(house, token)
        assert (await call.read()).HasField("enlisted")
        call.cancel()
        await eventually(lambda: not lobby_of(house).players)
        async with bot(house, "furnace", "steam"), bot(house, "furnace", "drill"):
            await eventually(lambda: bool(house.referee.ladders.store.history("main", 1)))
        players = {
            name
            for one in house.referee.ladders.store.history("main", 1)
            for name in one.result.players
        }
        assert {"steam", "drill"} == players
