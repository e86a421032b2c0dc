"""Several seats in one process."""

import asyncio

import pytest

from bessemer.sdk import (
    MatchEnd,
    SeatCredentials,
    SeatRefused,
    play_matches,
)
from tests.referees.in_process import PATIENCE, House, Table, eventually
from tests.sdk.bots_under_test import Quick, Slow, Threaded


def seatings_of(*tables: Table) -> list[SeatCredentials]:
    """All seats of all tables."""
    return [
        SeatCredentials(table.match_id, seat, token)
        for table in tables
        for seat, token in enumerate(table.tokens)
    ]


@pytest.mark.asyncio
async def test_each_seat_has_a_bot_of_its_own(house: House) -> None:
    """Five matches at once: each bot hears of one match and one seat alone."""
    tables = [await house.organiser.create(players) for players in (2, 3, 4, 3, 2)]
    seatings = seatings_of(*tables)
    bots: list[Quick] = []

    def new_bot() -> Quick:
        bots.append((Quick, Threaded)[len(bots) % 2]())
        return bots[-1]

    async with asyncio.timeout(PATIENCE):
        ends = await play_matches(house.address, seatings, new_bot, strict=True)

    assert [seating[:2] for seating in seatings] == [
        (start.match_id, start.seat) for bot in bots for start in bot.starts
    ]
    assert [[end] for end in ends] == [bot.ends for bot in bots]
    assert all({view.seat for view in bot.views} == {bot.starts[0].seat} for bot in bots)


@pytest.mark.asyncio
async def test_a_slow_bot_holds_up_nobody_else(house: House) -> None:
    """While one bot thinks, another match in the same process is played from start to end."""
    slow = Slow()
    waits, goes = [await house.organiser.create(2) for _ in range(2)]
    async with asyncio.timeout(PATIENCE):
        bots = iter([slow, Quick()])
        held = asyncio.create_task(
            play_matches(house.address, seatings_of(waits), lambda: next(bots), strict=True)
        )
        await eventually(slow.is_thinking.is_set)
        ends = await play_matches(house.address, seatings_of(goes), Threaded, strict=True)

        assert all(isinstance(end, MatchEnd) and end.ranks for end in ends)
        assert not held.done()
        slow.released.set()
        assert all(isinstance(end, MatchEnd) and end.ranks for end in await held)


@pytest.mark.asyncio
async def test_a_seat_that_fails_leaves_the_others_alone(house: House) -> None:
    """Its error stands in its place; the others play to the end."""
    table = await house.organiser.create(2)
    stranger = SeatCredentials("nosuchmatch", 0, table.tokens[0])
    first, second = seatings_of(table)
    async with asyncio.timeout(PATIENCE):
        ends = await play_matches(house.address, [first, stranger, second], Quick)

    assert isinstance(ends[1], SeatRefused)
    assert all(isinstance(ends[place], MatchEnd) for place in (0, 2))
