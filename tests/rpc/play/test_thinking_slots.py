"""Bots are asked no more at once than they can think about, over real gRPC."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.rpc.play.thinking_slots import ThinkingSlots
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.seats.codecs import codec_of
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2 as match_pb
from bessemer.wire.wire import wire_of
from tests.referees.in_process import PATIENCE, metadata_of, reason_of, refusal_in
from tests.referees.ladder_club import CLOCK, Club, club, make_ladder


class Raw:
    """A player over a bare `Enlist` stream who counts what it is asked before it answers."""

    def __init__(self, call: Any) -> None:  # noqa: ANN401 - grpc.aio
        self._call = call
        self._codec = codec_of("furnace")
        self._options: Any = None
        self.asked: dict[int, match_pb.PlayResponse] = {}
        """The decisions that are open, by channel."""
        self.most_asked = 0
        self.seats: dict[int, int] = {}
        self.left: list[float] = []
        """How much time each decision came with, in seconds."""

    async def run(self, hesitation: float) -> None:
        """Answer everything with the default move, after a while and one at a time."""
        reader = asyncio.create_task(self._read())
        try:
            while True:
                await asyncio.sleep(hesitation)
                if self.asked:
                    channel = next(iter(self.asked))
                    await self._answer(channel, self.asked.pop(channel).decision)
        finally:
            reader.cancel()

    async def _read(self) -> None:
        async for response in self._call:
            if response.HasField("enlisted"):
                game = GAMES["furnace"]
                self._options = game.options(dict(response.enlisted.ladder.options))
            for envelope in response.responses:
                said = envelope.response
                if said.HasField("joined"):
                    self.seats[envelope.channel] = said.joined.seat
                elif said.HasField("decision"):
                    self.asked[envelope.channel] = said
                    self.most_asked = max(self.most_asked, len(self.asked))
                    self.left.append(said.decision.time_left.ToMilliseconds() / 1000)

    async def _answer(self, channel: int, decision: Any) -> None:  # noqa: ANN401
        view = self._codec.read_decision(decision, self.seats[channel], self._options)
        answer = match_pb.Answer(
            turn=decision.turn, move=wire_of("furnace").write_move(view.default_move())
        )
        request = pb.EnlistRequest()
        envelope = request.requests.add()
        envelope.channel = channel
        envelope.request.answer.CopyFrom(answer)
        await self._call.write(request)


@asynccontextmanager
async def field(found: Club, **pace: Any) -> AsyncIterator[Raw]:  # noqa: ANN401 - fields
    """The raw player, and two others who answer at once, all with three matches at a time."""
    others = [
        asyncio.create_task(
            enlist(
                found.address,
                found.tokens[name],
                "main",
                lambda game: new_bot(game, "random", random.Random(1)),
                concurrency=3,
            )
        )
        for name in ("bela", "carl")
    ]
    async with open_channel(found.address) as channel:
        call: Any = ladder_grpc.LadderServiceStub(channel).Enlist(
            metadata=metadata_of(found.tokens["anna"])
        )
        enlistment = pb.Enlistment(ladder="main", concurrency=3, omit_history=True, **pace)
        await call.write(pb.EnlistRequest(enlistment=enlistment))
        raw = Raw(call)
        playing = asyncio.create_task(raw.run(0.002))
        try:
            yield raw
        finally:
            for task in (playing, *others):
                task.cancel()
            await asyncio.gather(playing, *others, return_exceptions=True)
            call.cancel()


@pytest.mark.parametrize(
    ("pace", "most"),
    [
        pytest.param({"max_thinking": 1}, 1, id="one"),
        pytest.param({"max_thinking": 2}, 2, id="two"),
        pytest.param({}, 3, id="all at once if it needs no time"),
    ],
)
@pytest.mark.asyncio
async def test_a_bot_is_asked_as_much_as_it_says(
    tmp_path: Path, pace: dict[str, int], most: int
) -> None:
    """Three matches at a time are played to their end; what waits is on nobody's clock."""
    make_ladder(tmp_path)
    async with club(tmp_path, 6) as found, field(found, **pace) as raw:
        await found.finish()

        assert most == raw.most_asked
        assert 6 == len(found.played)
        # Each decision comes with its increment: had it waited on the clock, it would have less.
        assert min(raw.left) > CLOCK.bank
        for _, match in found.played:
            assert match.result is not None
            assert not match.result.seat_faults


@pytest.mark.asyncio
async def test_a_pace_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """With the field that is wrong."""
    make_ladder(tmp_path)
    async with club(tmp_path, 1) as found, open_channel(found.address) as channel:
        call: Any = ladder_grpc.LadderServiceStub(channel).Enlist(
            metadata=metadata_of(found.tokens["anna"])
        )
        await call.write(pb.EnlistRequest(enlistment=pb.Enlistment(ladder="main", max_thinking=-1)))
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call.read()

        refusal = refusal_in(refused.value)
        assert ("BAD_REQUEST", "enlistment.max_thinking") == (reason_of(refusal), refusal.field)


class Thinker:
    """Notes when it is its turn."""

    def __init__(self) -> None:
        self.notified = 0

    def notify(self) -> None:
        self.notified += 1


def test_slots_are_given_in_the_order_of_coming() -> None:
    """Nobody is forgotten, nobody has two slots, and who leaves the queue holds up nobody."""
    slots = ThinkingSlots(2)
    one, two, three, four, five = thinkers = [Thinker() for _ in range(5)]
    assert [True, True, False, False, False] == [
        slots.take(thinker, anyway=False) for thinker in thinkers
    ]
    assert slots.take(one, anyway=False)

    slots.give_back(three)  # it waited, and leaves
    slots.give_back(one)
    assert [0, 0, 0, 1, 0] == [thinker.notified for thinker in thinkers]
    assert slots.take(four, anyway=False)
    assert not slots.take(five, anyway=False)
    slots.give_back(two)
    slots.give_back(four)
    assert [0, 0, 0, 1, 1] == [thinker.notified for thinker in thinkers]


def test_a_decision_that_runs_already_waits_for_nobody() -> None:
    """It was sent over an earlier connection; its slot counts all the same."""
    slots = ThinkingSlots(1)
    one, two, three = (Thinker() for _ in range(3))
    assert slots.take(one, anyway=False)
    assert slots.take(two, anyway=True)
    assert not slots.take(three, anyway=False)

    slots.give_back(one)
    assert not three.notified
    slots.give_back(two)
    assert three.notified
