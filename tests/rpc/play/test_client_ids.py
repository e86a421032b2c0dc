"""A program that was replaced at a seat without being told does not take the seat back."""

import pytest

from tests.referees.in_process import House, Stream, eventually, reason_of, refused


async def joins(house: House, token: str, match_id: str, client_id: str) -> Stream:
    """A program that has joined the first seat."""
    stream = house.client(token).stream()
    await stream.join(match_id, 0, client_id=client_id)
    return stream


@pytest.mark.asyncio
async def test_a_seat_is_not_taken_back_by_a_program_that_was_replaced(house: House) -> None:
    """Its connection failed at that moment; it may come again when the other has left."""
    table = await house.organiser.create(players=2)
    match_id, token = table.match_id, table.tokens[0]
    older = await joins(house, token, match_id, "older")
    await joins(house, token, match_id, "older")  # the same program after a lost connection
    newer = await joins(house, token, match_id, "newer")
    older.call.cancel()

    refusal = await refused(joins(house, token, match_id, "older"))
    assert "SUPERSEDED" == reason_of(refusal)
    newer.call.cancel()
    seat = house.match(match_id).seats[0]
    await eventually(lambda: seat.subscriber is None)
    await joins(house, token, match_id, "older")


@pytest.mark.asyncio
async def test_programs_without_an_id_are_not_told_apart(house: House) -> None:
    """The newest one plays, as ever."""
    table = await house.organiser.create(players=2)
    for client_id in ("", "", "one", ""):
        await joins(house, table.tokens[0], table.match_id, client_id)


@pytest.mark.asyncio
async def test_too_long_an_id_is_refused(house: House) -> None:
    """And named."""
    table = await house.organiser.create(players=2)
    refusal = await refused(joins(house, table.tokens[0], table.match_id, "x" * 65))

    assert "BAD_REQUEST" == reason_of(refusal)
    assert "join.client_id" == refusal.field
