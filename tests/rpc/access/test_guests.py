"""Names are proven: nobody plays, or is listed, as somebody else."""

import asyncio
from pathlib import Path

import pytest

from bessemer.accounts.tokens import derived_token
from bessemer.replays.reader import read_replay
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    House,
    Table,
    every_game,
    opened,
    refused,
    why,
)

MATCHES = pb.ListMatchesRequest(page_size=100)


def seats(*names: str) -> list[pb.SeatRequest]:
    """Seats for these players."""
    return [pb.SeatRequest(player=name) for name in names]


async def sits_down(client: Client, match_id: str, seat: int) -> list[str]:
    """What the client hears when it tries to take a seat, or look at it, in every way there is."""
    stream = client.stream()
    await stream.send(pb.PlayRequest(join=pb.JoinSeat(match_id=match_id, seat=seat)))
    place = {"match_id": match_id, "seat": seat}
    turn = {**place, "turn": 1}
    return [
        await why(stream.receive()),
        await why(client.GetDecision(pb.GetDecisionRequest(**place))),  # type: ignore[arg-type]
        await why(client.SubmitMove(pb.SubmitMoveRequest(**turn))),  # type: ignore[arg-type]
        await why(client.CheckMove(pb.CheckMoveRequest(**turn))),  # type: ignore[arg-type]
        await why(client.ListChoices(pb.ListChoicesRequest(**turn))),  # type: ignore[arg-type]
    ]


@pytest.mark.asyncio
async def test_nobody_plays_a_match_of_others_alone(house: House) -> None:
    """Eve creates a match between Ada and Bob: no token that she has or can make sits down there."""
    eve, _ = await house.player("eve")
    ada, _ = await house.player("ada")
    await house.player("bob")
    response = await eve.CreateMatch(
        pb.CreateMatchRequest(game="furnace", seats=seats("ada", "bob"), request_id="mine")
    )
    match_id = response.match.match_id
    derived = [derived_token(eve.token, f"{match_id}/{seat}").text for seat in range(2)]

    assert ["", ""] == list(response.seat_tokens)
    for seat in range(2):
        for client in (eve, house.organiser, house.client(derived[seat])):
            assert ["NOT_ALLOWED"] * 5 == await sits_down(client, match_id, seat)
    assert ["NOT_ALLOWED"] * 5 == await sits_down(ada, match_id, 1)
    stream = house.client(derived[1]).stream()
    await stream.send(pb.PlayRequest(join=pb.JoinSeat(match_id=match_id, seat=1)))
    assert "reserved for bob, who joins it with a token of that player" in (
        (await refused(stream.receive())).message
    )
    (listed,) = (await eve.ListMatches(MATCHES)).matches
    assert [("ada", False), ("bob", False)] == [(one.player, one.joined) for one in listed.seats]


@every_game
@pytest.mark.asyncio
async def test_a_name_that_is_not_registered_is_shown_as_such(house: House, game: str) -> None:
    """In lists, at the table and in the replay, so that no registered name can be meant."""
    eve, _ = await house.player("eve")
    table = await eve.create(seats=seats("ada", "organiser.", "eve"), game=game)

    assert [True, True, False] == [bool(token) for token in table.tokens]
    await finish(house, table, {2: eve})
    shown = ["guest ada", "guest organiser.", "eve"]
    (listed,) = (await eve.ListMatches(MATCHES)).matches
    assert shown == [seat.player for seat in listed.seats]
    response = await eve.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    header = read_replay(response.replay).header
    assert header is not None
    assert tuple(shown) == header.players


async def finish(house: House, table: Table, own: dict[int, Client]) -> None:
    """Play to the end, some seats by players of their own."""

    async def play(seat: int, token: str) -> None:
        stream = own.get(seat, house.client(token)).stream()
        await stream.join(table.match_id, seat, max_legal_moves=1)
        await stream.play_on()

    await asyncio.gather(*(play(seat, token) for seat, token in enumerate(table.tokens)))


@pytest.mark.parametrize("restarts", [False, True], ids=["at-once", "after-a-restart"])
@pytest.mark.asyncio
async def test_who_registers_a_name_later_inherits_nothing(tmp_path: Path, restarts: bool) -> None:
    """Neither the matches played under it, nor the seats kept for it; those stay the guest's."""
    async with opened(tmp_path) as house:
        eve, _ = await house.player("eve")
        played = await eve.create(seats=seats("ada", ""))
        await house.play_out(played)
        waiting = await eve.create(seats=seats("ada", ""))
        ada = (await house.player("ada"))[0] if not restarts else None
        if ada is not None:
            await check_inherits_nothing(house, ada, waiting)
    async with opened(tmp_path) as house:
        ada = house.client(ada.token) if ada is not None else (await house.player("ada"))[0]
        await check_inherits_nothing(house, ada, waiting)
        await house.play_out(waiting)


async def check_inherits_nothing(house: House, ada: Client, waiting: Table) -> None:
    """Ada is not listed, and the seat is not hers."""
    names = {
        seat.player for match in (await ada.ListMatches(MATCHES)).matches for seat in match.seats
    }

    assert {"guest ada", ""} == names
    assert ["NOT_ALLOWED"] * 5 == await sits_down(ada, waiting.match_id, 0)


@pytest.mark.parametrize("name", ["guest ada", "guest", " ada", "guest:ada", "ada guest"])
@pytest.mark.asyncio
async def test_nobody_is_registered_with_the_mark_of_a_guest(house: House, name: str) -> None:
    """The mark has a space, and no name has; nor can it be written into a request."""
    if " " in name or ":" in name:
        assert "BAD_REQUEST" == await why(house.player(name))
        assert "BAD_REQUEST" == await why(house.organiser.create(seats=seats(name, "")))
    else:
        await house.player(name)


@pytest.mark.asyncio
async def test_a_reserved_seat_is_joined_by_any_token_of_its_player_after_a_restart(
    tmp_path: Path,
) -> None:
    """A second token, and the referee's restart in between, make no difference."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        table = await ada.create(seats=seats("ada", ""))
        second = (await house.organiser.CreateToken(admin.CreateTokenRequest(name="ada"))).token
    async with opened(tmp_path) as house:
        await finish(house, table, {0: house.client(second)})
