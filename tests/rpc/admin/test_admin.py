"""What an organiser does: players, tokens, ending matches, pausing, closing."""

from pathlib import Path

import grpc
import pytest

from bessemer.runtime.version import __version__
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, House, opened, reason_of, refused, why


async def is_good(client: Client) -> bool:
    """Whether the client's token is known."""
    try:
        await client.ListMatches(pb.ListMatchesRequest())
    except grpc.aio.AioRpcError as error:
        return error.code() is not grpc.StatusCode.UNAUTHENTICATED
    return True


@pytest.mark.asyncio
async def test_a_new_player_gets_a_token_for_the_role(house: House) -> None:
    """Unspecified is a player; the token is good at once, and nowhere shown again."""
    for role, expected in (
        (admin.ROLE_UNSPECIFIED, admin.ROLE_PLAYER),
        (admin.ROLE_SPECTATOR, admin.ROLE_SPECTATOR),
        (admin.ROLE_ORGANISER, admin.ROLE_ORGANISER),
    ):
        request = admin.CreatePlayerRequest(name=f"p{role}", role=role)
        response = await house.organiser.CreatePlayer(request)

        assert (f"p{role}", expected) == (response.player.name, response.player.role)
        assert [response.token.split("_")[1]] == [t.token_id for t in response.player.tokens]
        assert await is_good(house.client(response.token))
    listed = await house.organiser.ListPlayers(admin.ListPlayersRequest())
    assert response.token.split("_")[2] not in str(listed)


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "ann:1", "ann\n", "á"])
@pytest.mark.asyncio
async def test_a_name_that_is_none_is_refused(house: House, name: str) -> None:
    """With the field."""
    refusal = await refused(house.organiser.CreatePlayer(admin.CreatePlayerRequest(name=name)))

    assert ("BAD_REQUEST", "name") == (reason_of(refusal), refusal.field)


@pytest.mark.asyncio
async def test_a_name_is_given_once(house: House) -> None:
    """The first keeps it."""
    ann, _ = await house.player("ann")

    assert "ALREADY_EXISTS" == await why(house.player("ann"))
    assert await is_good(ann)


@pytest.mark.asyncio
async def test_a_role_that_is_none_is_refused(house: House) -> None:
    """With the field, and nobody is registered."""
    request = admin.CreatePlayerRequest(name="ann", role=9)  # type: ignore[arg-type]
    refusal = await refused(house.organiser.CreatePlayer(request))

    assert ("BAD_REQUEST", "role") == (reason_of(refusal), refusal.field)
    await house.player("ann")


@pytest.mark.asyncio
async def test_players_are_listed_by_name_page_by_page(house: House) -> None:
    """Without a gap; the organiser is one of them."""
    for name in ("dan", "bob", "ann", "cid"):
        await house.player(name)
    found, token = [], ""
    while True:
        request = admin.ListPlayersRequest(page_size=2, page_token=token)
        response = await house.organiser.ListPlayers(request)
        found.append([player.name for player in response.players])
        token = response.next_page_token
        if not token:
            break

    assert [["ann", "bob"], ["cid", "dan"], ["organiser"]] == found


@pytest.mark.asyncio
async def test_a_player_may_have_several_tokens_and_each_is_revoked_alone(tmp_path: Path) -> None:
    """At once, and for ever: also after a restart."""
    async with opened(tmp_path) as house:
        ann, first_id = await house.player("ann")
        second = await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))
        assert await is_good(house.client(second.token))
        for _ in range(2):
            await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=first_id))

            assert not await is_good(ann)
            assert await is_good(house.client(second.token))
        listed = await house.organiser.ListPlayers(admin.ListPlayersRequest(page_size=1))
        assert {first_id: True, second.token_id: False} == {
            token.token_id: token.revoked for token in listed.players[0].tokens
        }
    async with opened(tmp_path) as house:
        assert not await is_good(house.client(ann.token))
        assert await is_good(house.client(second.token))


@pytest.mark.asyncio
async def test_a_seats_token_can_be_revoked(tmp_path: Path) -> None:
    """At once, and for ever; the other seats' stay good."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create()
        token_id = table.tokens[0].split("_")[1]
        await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))
        assert [False, True, True] == [await is_good(house.client(t)) for t in table.tokens]
    async with opened(tmp_path) as house:
        assert [False, True, True] == [await is_good(house.client(t)) for t in table.tokens]


@pytest.mark.asyncio
async def test_a_seats_token_of_a_match_that_is_written_at_its_end_can_be_revoked(
    house: House,
) -> None:
    """And the referee goes on."""
    table = await house.organiser.create(durability=match_pb2.DURABILITY_MATCH)
    token_id = table.tokens[0].split("_")[1]
    await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))

    assert not await is_good(house.client(table.tokens[0]))
    await house.play_out(await house.organiser.create())
    assert "" == house.referee.registry.journal.failure


@pytest.mark.asyncio
async def test_what_is_not_there_is_not_found(house: House) -> None:
    """A player, a token, a match."""
    call = house.organiser
    token = admin.RevokeTokenRequest(token_id="a" * 12)

    assert "PLAYER_NOT_FOUND" == await why(call.CreateToken(admin.CreateTokenRequest(name="x")))
    assert "PLAYER_NOT_FOUND" == await why(call.RevokeToken(token))
    assert "MATCH_NOT_FOUND" == await why(call.AbortMatch(admin.AbortMatchRequest(match_id="x")))


@pytest.mark.asyncio
async def test_a_match_can_be_ended(house: House) -> None:
    """Open or running, once; the answer shows it ended, and everybody reads why."""
    waiting, running = await house.organiser.create(), await house.organiser.create()
    for seat in range(3):
        await house.seat(running, seat)
    await house.wait(running.match_id, lambda match: match.turn > 0)
    for table in (waiting, running):
        request = admin.AbortMatchRequest(match_id=table.match_id, message="rain")
        match = (await house.organiser.AbortMatch(request)).match

        assert (match_pb2.MATCH_STATUS_ABORTED, match_pb2.FAULT_ORGANISER, "rain") == (
            match.status,
            match.result.fault,
            match.result.message,
        )
        assert [] == list(match.result.seat_faults)
        assert "MATCH_OVER" == await why(house.organiser.AbortMatch(request))


@pytest.mark.asyncio
async def test_a_paused_referee_takes_no_matches_until_it_goes_on(house: House) -> None:
    """Running ones go on; the refusal says when to try again."""
    table = await house.organiser.create()
    assert (await house.organiser.Pause(admin.PauseRequest(paused=True))).paused
    refusal = await refused(house.organiser.create())

    assert "DRAINING" == reason_of(refusal)
    assert refusal.retry_delay.seconds > 0
    await house.play_out(table)
    assert not (await house.organiser.Pause(admin.PauseRequest(paused=False))).paused
    await house.organiser.create()


@pytest.mark.asyncio
async def test_the_status_counts_what_goes_on(house: House) -> None:
    """Open and running matches, paused or draining, the version."""
    empty = await house.organiser.GetStatus(admin.GetStatusRequest())
    assert (__version__, 0, 0) == (
        empty.version,
        empty.open_matches,
        empty.running_matches,
    )
    await house.organiser.create()
    running = await house.organiser.create()
    for seat in range(3):
        await house.seat(running, seat)
    await house.wait(running.match_id, lambda match: match.turn > 0)
    await house.organiser.Pause(admin.PauseRequest(paused=True))
    status = await house.organiser.GetStatus(admin.GetStatusRequest())

    assert (1, 1, True, False) == (
        status.open_matches,
        status.running_matches,
        status.paused,
        status.draining,
    )


@pytest.mark.asyncio
async def test_draining_is_asked_for(house: House) -> None:
    """The call returns at once and says how much is still to do."""
    await house.organiser.create()
    response = await house.organiser.Drain(admin.DrainRequest())

    assert 1 == response.running_matches
    assert house.referee.closing.asked.is_set()
