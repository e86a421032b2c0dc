"""A worker of a cluster, without a cluster: it plays, and gives back what its bots printed."""

import sys
from pathlib import Path

import pytest

from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.records import ClockSettings
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.cluster.archive import pack
from bessemer.runner.cluster.messages import WorkerConfig, WorkerResult
from bessemer.runner.cluster.worker import Worker
from bessemer.runner.sandbox.limits import ResourceLimits

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
    ladder = Ladder(
        name="furnace",
        game="furnace",
        options={"rounds": "3", "capitalists": "off", "chain": "off", "deck": "standard"},
        seats=2,
        clock=ClockSettings(bank=5.0),
    )
    bots = [shipped_bot("random"), BotSpec("same", (sys.executable, str(bot)), tmp_path)]
    packed = [pack(one, tmp_path / "data") for one in bots]
    worker = Worker(WorkerConfig(sys.executable, ladder, packed, ResourceLimits(), (), 2, 1, {}))
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
