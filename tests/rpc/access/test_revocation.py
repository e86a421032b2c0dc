"""A revoked token is worth nothing at once: what waits with it ends, and seats made with it go too."""

import asyncio
from pathlib import Path

import pytest

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House, eventually, every_game, opened, why
from tests.rpc.asked import decision


async def revoke(house: House, token_id: str) -> None:
    """As the organiser."""
    await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))


@every_game
@pytest.mark.asyncio
async def test_a_call_that_waits_ends_with_its_token(house: House, game: str) -> None:
    """One that waits a minute for a decision; who revokes does not wait for it."""
    ann, ann_id = await house.player("ann")
    seats = [pb.SeatRequest(player="ann"), *[pb.SeatRequest()] * 2]
    table = await house.organiser.create(game=game, seats=seats)
    waiting = asyncio.ensure_future(ann.GetDecision(decision(table, 0, wait=60)))
    await eventually(lambda: house.match(table.match_id).seats[0].joined)
    await revoke(house, ann_id)

    assert "NOT_AUTHENTICATED" == await why(waiting)
    assert "NOT_AUTHENTICATED" == await why(ann.GetDecision(decision(table, 0)))


@pytest.mark.asyncio
async def test_a_stream_that_has_not_joined_yet_ends_with_its_token(house: House) -> None:
    """Whoever was let in and says nothing does not outlive its token by that."""
    ann, ann_id = await house.player("ann")
    stream = ann.stream()
    await stream.call.initial_metadata()
    await revoke(house, ann_id)

    assert "NOT_AUTHENTICATED" == await why(stream.receive())


@pytest.mark.asyncio
async def test_the_seats_that_a_player_made_go_with_its_token(house: House) -> None:
    """Both what waits with their tokens and what comes later; also after a restart."""
    ann, ann_id = await house.player("ann")
    table = await ann.create()
    seats = [house.client(token) for token in table.tokens]
    waiting = asyncio.ensure_future(seats[0].GetDecision(decision(table, 0, wait=60)))
    await eventually(lambda: house.match(table.match_id).seats[0].joined)
    await revoke(house, ann_id)

    assert "NOT_AUTHENTICATED" == await why(waiting)
    for number, seat in enumerate(seats):
        assert "NOT_AUTHENTICATED" == await why(seat.GetDecision(decision(table, number)))


@pytest.mark.asyncio
async def test_what_was_made_with_another_token_stays(house: House) -> None:
    """A player who changes tokens loses no seats by it, and neither does anybody else's match."""
    ann, ann_id = await house.player("ann")
    bob, _ = await house.player("bob")
    other = house.client(
        (await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))).token
    )
    tables = [await client.create() for client in (other, bob, house.organiser)]
    lost = await ann.create()
    await revoke(house, ann_id)

    gone = house.client(lost.tokens[0])
    assert "NOT_AUTHENTICATED" == await why(gone.GetDecision(decision(lost, 0)))
    for table in tables:
        await house.client(table.tokens[0]).GetDecision(decision(table, 0))


@pytest.mark.asyncio
async def test_after_a_restart_all_seats_of_a_revoked_player_go(tmp_path: Path) -> None:
    """With which of its tokens they were made is not known any more, so none is trusted."""
    async with opened(tmp_path) as house:
        ann, ann_id = await house.player("ann")
        table = await ann.create()
    async with opened(tmp_path) as house:
        await revoke(house, ann_id)
        seat = house.client(table.tokens[0])
        assert "NOT_AUTHENTICATED" == await why(seat.GetDecision(decision(table, 0)))
    async with opened(tmp_path) as house:
        seat = house.client(table.tokens[1])
        assert "NOT_AUTHENTICATED" == await why(seat.GetDecision(decision(table, 1)))


@pytest.mark.asyncio
async def test_an_organiser_may_revoke_its_own_token(house: House) -> None:
    """The call itself is answered; the next is not."""
    token_id = house.organiser.token.split("_")[1]
    await revoke(house, token_id)

    assert "NOT_AUTHENTICATED" == await why(house.organiser.GetStatus(admin.GetStatusRequest()))


@pytest.mark.asyncio
async def test_the_bots_of_a_private_referee_create_no_matches(tmp_path: Path) -> None:
    """What `ladder run`, `compare` and `match` start plays what its organiser wants, and no more."""
    async with opened(tmp_path, is_private=True) as house:
        ann, _ = await house.player("ann")

        assert "NOT_ALLOWED" == await why(ann.create())
        await house.organiser.create()
