"""A seat that was anybody's is taken by a player: from then on it is that player's alone."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, House, Table, eventually, every_game, opened, why
from tests.rpc.asked import decision


def taking(table: Table, seat: int, token: str | None = None) -> pb.TakeSeatRequest:
    """Take a seat with its own token, or another."""
    token = table.tokens[seat] if token is None else token
    return pb.TakeSeatRequest(match_id=table.match_id, seat=seat, seat_token=token)


async def named(house: House, *names: str) -> list[Client]:
    """These players."""
    return [(await house.player(name))[0] for name in names]


@every_game
@pytest.mark.asyncio
async def test_a_taken_seat_is_the_players_alone(house: House, game: str) -> None:
    """Its own token opens nothing any longer, and what was opened with it ends: streams and calls."""
    ann, bob = await named(house, "ann", "bob")
    table = await ann.create(game=game)
    link = house.client(table.tokens[1])
    stream = link.stream()
    await stream.join(table.match_id, 1)
    waiting = asyncio.ensure_future(link.GetDecision(decision(table, 1, wait=60)))
    await eventually(lambda: len(house.referee.guard.connections._calls) > 0)
    await bob.TakeSeat(taking(table, 1))

    assert "NOT_AUTHENTICATED" == await why(waiting)
    assert "NOT_AUTHENTICATED" == await why(stream.receive())
    assert "NOT_AUTHENTICATED" == await why(link.GetDecision(decision(table, 1)))
    assert "NOT_ALLOWED" == await why(ann.GetDecision(decision(table, 1)))
    await bob.GetDecision(decision(table, 1))
    seats = (await ann.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match.seats
    assert "bob" == seats[1].player


@pytest.mark.asyncio
async def test_it_may_be_sent_again_and_nobody_else_can_take_it(house: House) -> None:
    """With whatever token; nor a seat that is reserved, nor by a seat's or a spectator's token."""
    ann, bob, eve = await named(house, "ann", "bob", "eve")
    crowd, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
    seats = [pb.SeatRequest(player="ann"), *[pb.SeatRequest()] * 2]
    table = await ann.create(seats=seats)
    other = await ann.create()
    wrong = [
        eve.TakeSeat(taking(table, 0, table.tokens[1])),
        eve.TakeSeat(taking(table, 1, table.tokens[2])),
        eve.TakeSeat(taking(table, 1, other.tokens[1])),
        eve.TakeSeat(taking(table, 1, "")),
        eve.TakeSeat(taking(table, 1, eve.token)),
        crowd.TakeSeat(taking(table, 1)),
        house.client(table.tokens[1]).TakeSeat(taking(table, 1)),
    ]
    assert ["NOT_ALLOWED"] * 7 == [await why(call) for call in wrong]
    for _ in range(2):
        await bob.TakeSeat(taking(table, 1))
    assert "NOT_ALLOWED" == await why(eve.TakeSeat(taking(table, 1)))
    nowhere = pb.TakeSeatRequest(match_id=table.match_id, seat=9)
    assert "BAD_REQUEST" == await why(bob.TakeSeat(nowhere))
    nowhere.match_id = "nowhere"
    assert "MATCH_NOT_FOUND" == await why(bob.TakeSeat(nowhere))


@pytest.mark.parametrize(
    "durability", [match_pb2.DURABILITY_MOVE, match_pb2.DURABILITY_MATCH], ids=["move", "match"]
)
@pytest.mark.asyncio
async def test_it_stays_taken_in_a_match_that_goes_on(house: House, durability: int) -> None:
    """Taken after the start, it is played on by the player; the record names who began."""
    ann, bob = await named(house, "ann", "bob")
    table = await ann.create(durability=durability)
    streams = [await house.seat(table, seat, max_legal_moves=1) for seat in range(3)]
    await bob.TakeSeat(taking(table, 1))
    stream = bob.stream()
    await stream.join(table.match_id, 1, max_legal_moves=1)
    players = [streams[0], stream, streams[2]]
    ends = await asyncio.gather(*(one.play_on() for one in players))
    assert 3 == len(ends[1].result.ranks)


@pytest.mark.asyncio
async def test_a_restart_forgets_no_taken_seat(tmp_path: Path) -> None:
    """And the request that created the match still finds it."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(tmp_path))
        ann, bob = await named(house, "ann", "bob")
        wish: dict[str, Any] = {"request_id": "once", "durability": match_pb2.DURABILITY_MOVE}
        table = await ann.create(**wish)
        await bob.TakeSeat(taking(table, 1))
        again = await ann.create(**wish)
        assert (table.match_id, "") == (again.match_id, again.tokens[1])
    async with opened(tmp_path) as house:
        ann, bob = house.client(ann.token), house.client(bob.token)
        link = house.client(table.tokens[1])

        assert "NOT_AUTHENTICATED" == await why(link.GetDecision(decision(table, 1)))
        await bob.GetDecision(decision(table, 1))
        assert table.match_id == (await ann.create(**wish)).match_id
