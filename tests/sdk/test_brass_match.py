"""Brass played by bots over gRPC: every kind of decision comes, and luck alone decides the moves."""

import asyncio
import random
from typing import Any

import pytest

from bessemer.games.brass.state import Phase
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.verify import verify
from bessemer.sdk import play_seat
from bessemer.sdk.offline.opponents import RandomBot
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House


class Witness(RandomBot):
    """A random bot that remembers what it was asked for."""

    def __init__(self, rng: random.Random, phases: set[Phase]) -> None:
        super().__init__(rng)
        self._phases = phases

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - as its base has it
        self._phases.add(view.board.phase)
        return super().decide(view)


async def played(house: House, players: int, luck: int) -> tuple[Replay, set[Phase]]:
    """A whole match by random bots; its replay, and what they were asked for."""
    table = await house.organiser.create(players, game="brass", seed=b"seed of brass %d" % luck)
    phases: set[Phase] = set()
    bots = [Witness(random.Random(luck + seat), phases) for seat in range(players)]
    await asyncio.gather(
        *(
            play_seat(house.channel, token, table.match_id, seat, bots[seat], strict=True)
            for seat, token in enumerate(table.tokens)
        )
    )
    request = pb.GetReplayRequest(match_id=table.match_id)
    return read_replay((await house.organiser.GetReplay(request)).replay), phases


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.asyncio
async def test_random_bots_play_whole_matches_alike(house: House, players: int) -> None:
    """The same seed and the same luck give the same moves, and the replay proves itself."""
    (one, _), (same, _) = [await played(house, players, luck=7) for _ in range(2)]

    assert verify(one).ok
    assert [entry.move for entry in one.records] == [entry.move for entry in same.records]


@pytest.mark.asyncio
async def test_every_kind_of_decision_is_asked_and_answered(house: House) -> None:
    """Actions, sales that go on, and debts."""
    phases: set[Phase] = set()
    for luck in range(3):
        phases |= (await played(house, 3, luck))[1]

    assert {Phase.ACTION, Phase.SALE, Phase.SHORTFALL} == phases
