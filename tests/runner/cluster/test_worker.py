"""A worker of a cluster, without a cluster: it plays, and gives back what its bots printed."""

import sys
from pathlib import Path

import pytest

from bessemer.engine.seeds import next_secret
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.schedule import Pairing, block_pairings
from bessemer.matches.chance.chance_mixing import ChanceSource
from bessemer.matches.records import Block, ClockSettings
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.cluster.archive import pack
from bessemer.runner.cluster.gathered import GatheredSetups
from bessemer.runner.cluster.messages import NOTHING_GATHERED, WorkerConfig, WorkerResult
from bessemer.runner.cluster.worker import Worker
from bessemer.runner.sandbox.limits import ResourceLimits

LADDER = Ladder(
    name="furnace",
    game="furnace",
    options={"rounds": "3", "capitalists": "off", "chain": "off", "deck": "standard"},
    seats=2,
    clock=ClockSettings(bank=60.0),
)
PROGRAM = """
from bessemer.furnace import Bot, run
print("hello", flush=True)
class Same(Bot):
    def bid(self, view):
        self.first = getattr(self, "first", None) or view.legal_moves(1)[0]
        return self.first
run(Same)
"""


@pytest.mark.asyncio
async def test_a_match_comes_back_with_the_logs_and_what_was_refused(tmp_path: Path) -> None:
    """Whatever a bot printed, and each answer that was illegal."""
    bot = tmp_path / "same.py"
    bot.write_text(PROGRAM, encoding="utf-8")
    bots = [shipped_bot("random"), BotSpec("same", (sys.executable, str(bot)), tmp_path)]
    packed = [pack(one, tmp_path / "data") for one in bots]
    worker = Worker(WorkerConfig(sys.executable, LADDER, packed, ResourceLimits(), (), 2, 1, {}))
    await worker.start()
    printed = b""
    played: list[WorkerResult] = []
    pairings = [Pairing(("random", "same"), b"1" * 16, "1")]
    while not played:
        events = await worker.exchange(pairings)
        pairings, played = [], events.played
        printed += events.logs.get("same", b"")
    printed += (await worker.stop()).get("same", b"")

    assert b"hello" in printed
    assert b"playing the default move instead" in printed
    assert not played[0].refused[0]
    assert len(played[0].refused[1]) > 3


@pytest.mark.asyncio
async def test_another_worker_plays_the_next_match_of_a_block_with_what_the_first_has_gathered(
    tmp_path: Path,
) -> None:
    """All players have brought bytes to both, and a secret that was gathered in vain is not used."""
    block = block_pairings((("random", "greedy"), ("greedy", "random")), b"1" * 32, "test/1")
    packed = [pack(shipped_bot(name), tmp_path / "data") for name in ("random", "greedy")]
    config = WorkerConfig(sys.executable, LADDER, packed, ResourceLimits(), (), 2, 1, {})
    wasted = Block("furnace", 1, "test/1"), b"1" * 32
    gathered = GatheredSetups(spent=[wasted])
    mixes = []
    for pairing in block:
        worker = Worker(config)
        await worker.start()
        pairings, played = [pairing], list[WorkerResult]()
        while not played:
            events = await worker.exchange(pairings, gathered.known_for([pairing]))
            pairings, played = [], events.played
        await worker.stop()
        (one,) = played
        gathered.add(one)
        mixes.append(one.mix)
        assert next_secret(b"1" * 32) == one.spec.seed
        assert one.replay is not None
        assert verify(read_replay(one.replay)).ok

    assert mixes[0] is not None
    assert mixes[0] == mixes[1]
    assert {ChanceSource.PLAYER} == {each.source for each in mixes[0].contributions}
    gathered.close(wasted[0])
    assert NOTHING_GATHERED == gathered.known_for(block)
