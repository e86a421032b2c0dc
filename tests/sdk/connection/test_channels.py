"""Lost connections, and referees that die: every decision is thought about and counted once."""

import asyncio
import signal
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.sdk import (
    MatchEnd,
    SeatCredentials,
    play_matches,
    play_seat,
)
from bessemer.sdk.connection.channels import open_channel
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    Table,
    channel_to,
    eventually,
    every_game,
)
from tests.referees.process import RefereeProcess
from tests.sdk.bots_under_test import Quick, Slow, Threaded
from tests.sdk.wire import Wire, wired

CUTS: Final = 15
"""How often a connection is lost, at one decision after the other: each costs a tenth of a second."""


async def play_by(wire: Wire, table: Table, seat: int, bot: Quick) -> MatchEnd:
    """Play one seat over the wire."""
    async with open_channel(wire.address) as channel:
        return await play_seat(channel, table.tokens[seat], table.match_id, seat, bot, strict=True)


def turns_of(house: House, table: Table, seat: int) -> int:
    """How many moves the referee has of a seat."""
    events = house.match(table.match_id).played
    return sum(1 for event in events if event.record.seat == seat)


def strange(house: House, table: Table) -> list[str]:
    """The causes of moves that no player made, and turns that were played twice."""
    entries = [event.record for event in house.match(table.match_id).played]
    turns = Counter(entry.turn for entry in entries)
    return [
        *(f"{entry.turn}: {entry.cause}" for entry in entries if entry.cause.name != "PLAYED"),
        *(f"{turn}: {times} times" for turn, times in turns.items() if times > 1),
    ]


@pytest.mark.asyncio
async def test_a_connection_lost_in_thought_is_mended_meanwhile(house: House) -> None:
    """The bot is not asked again, and its answer goes over the new connection."""
    table = await house.organiser.create(2)
    bot = Slow()
    async with wired(house.address) as wire, asyncio.timeout(PATIENCE):
        other = asyncio.create_task(house.play_well(table, 1))
        ours = asyncio.create_task(play_by(wire, table, 0, bot))
        await eventually(bot.is_thinking.is_set)
        place = house.match(table.match_id).seats[0]
        for _ in range(2):
            before = place.subscriber
            wire.cut()
            await eventually(lambda before=before: place.subscriber not in (None, before))  # type: ignore[misc]
        assert not ours.done()
        bot.released.set()
        end = await ours
        await other

    assert () == end.faults
    assert turns_of(house, table, 0) == len(bot.views)
    assert [] == strange(house, table)


@pytest.mark.asyncio
async def test_an_answer_that_was_lost_is_sent_again(house: House) -> None:
    """It leaves us and never arrives: the same answer goes out again, without another thought."""
    table = await house.organiser.create(2)
    bot = Slow()
    async with wired(house.address) as wire, asyncio.timeout(PATIENCE):
        other = asyncio.create_task(house.play_well(table, 1))
        ours = asyncio.create_task(play_by(wire, table, 0, bot))
        await eventually(bot.is_thinking.is_set)
        wire.swallows = True
        bot.released.set()
        await wire.swallowed.wait()
        wire.cut()
        end = await ours
        await other

    assert () == end.faults
    assert turns_of(house, table, 0) == len(bot.views)
    assert [] == strange(house, table)


@every_game
@pytest.mark.asyncio
@pytest.mark.parametrize("kind", [Quick, Threaded])
async def test_cuts_again_and_again_change_nothing(
    house: House, kind: type[Quick], game: str
) -> None:
    """Whatever was on its way, every decision is asked once and every answer counted once."""
    table = await house.organiser.create(2, options={}, game=game)
    bot = kind()
    async with wired(house.address) as wire, asyncio.timeout(PATIENCE):
        other = asyncio.create_task(house.play_well(table, 1))
        ours = asyncio.create_task(play_by(wire, table, 0, bot))
        for _ in range(CUTS):
            heard = len(bot.views)
            await eventually(lambda heard=heard: len(bot.views) > heard or ours.done())  # type: ignore[misc]
            wire.cut()
        end = await ours
        await other

    assert wire.connections > 5
    assert () == end.faults
    assert turns_of(house, table, 0) == len(bot.views)
    assert [] == strange(house, table)


@every_game
@pytest.mark.asyncio
async def test_several_matches_in_one_process_survive_the_referees_death(
    tmp_path: Path, game: str
) -> None:
    """Killed in the middle and started anew: all go on, and the replays prove themselves."""
    leisure = match_pb2.ClockSettings()
    bots: list[Quick] = []

    def new_bot() -> Quick:
        bots.append(Threaded() if len(bots) % 2 else Quick())
        return bots[-1]

    async with asyncio.timeout(PATIENCE):
        async with RefereeProcess(tmp_path) as first, wired(first.address) as wire:
            async with channel_to(first.address) as channel:
                client = Client(channel, first.token)
                tables = [await client.create(2, clock=leisure, game=game) for _ in range(3)]
            seatings = [
                SeatCredentials(table.match_id, seat, token)
                for table in tables
                for seat, token in enumerate(table.tokens)
            ]
            playing = asyncio.create_task(
                play_matches(wire.address, seatings, new_bot, strict=True)
            )
            await eventually(lambda: len(bots) == 6 and all(len(bot.views) > 4 for bot in bots))
            first.signal(signal.SIGKILL)
            await first.ends()
            async with RefereeProcess(tmp_path) as second:
                wire.target = second.address
                ends = await playing
                async with channel_to(second.address) as channel:
                    client = Client(channel, second.token)
                    requests = [pb.GetReplayRequest(match_id=table.match_id) for table in tables]
                    replays = [(await client.GetReplay(request)).replay for request in requests]

    assert [(seating.match_id, seating.seat) for seating in seatings] == [
        (end.match_id, end.seat) for end in ends if isinstance(end, MatchEnd) and end.ranks
    ]
    for number, replay in enumerate(replays):
        read = read_replay(replay)
        assert verify(read).ok
        for seat in (0, 1):
            asked = len(bots[2 * number + seat].views)
            assert asked == sum(1 for entry in read.records if entry.seat == seat)
