"""A bot that hogs the processors gains nothing by it: it plays as without its children."""

import asyncio
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings
from bessemer.processes.processor_use import GroupUse
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.ladder_run import ensure_ladder, ladder_run
from bessemer.runner.ladder_run_config import LadderRunConfig
from tests.runner.sandbox.listener import PATIENCE
from tests.runner.sandbox.sandboxes import sandbox_of

HOG = Path(__file__).with_name("hog.py")
MATCHES = 4
CHILDREN = 4


class Played(NamedTuple):
    """How a match ended for the victim."""

    rank: int
    faults: int
    late: int


async def played(folder: Path, kind: str, children: int) -> list[Played]:
    """Matches of `greedy` against the hog; to be asked is to have 0.3 seconds and a little more."""
    own = folder / "hog"
    own.mkdir()
    (own / "hog.py").write_bytes(HOG.read_bytes())
    bots = [
        shipped_bot("greedy"),
        BotSpec("hog", (sys.executable, str(own / "hog.py"), str(children)), own),
    ]
    ladder = Ladder(
        name="furnace",
        game="furnace",
        options={"rounds": "3", "capitalists": "off", "chain": "off", "deck": "standard"},
        seats=2,
        clock=ClockSettings(bank=0.3, increment=0.02),
    )
    config = LadderRunConfig(folder / "data", ladder, bots, sandbox_of(kind), concurrency=2)
    ensure_ladder(config)
    plan = LadderPlan(Format.CONTINUOUS, ("greedy", "hog"), 2, "1", matches=MATCHES)
    found: list[Played] = []

    def ended(pairing: Pairing, match: Match) -> None:
        seat = pairing.seating.index("greedy")
        assert match.result is not None
        late = [
            entry
            for entry in match.records
            if entry.seat == seat and entry.cause is not Cause.PLAYED
        ]
        faults = [fault for fault in match.result.seat_faults if fault.seat == seat]
        found.append(Played(match.result.ranks[seat], len(faults), len(late)))

    async with ladder_run(
        config,
        lambda ratings: plan.schedule(ratings.rating, [], authors_apart=False),
        on_match_ended=ended,
    ) as run:
        ends = [asyncio.create_task(event.wait()) for event in (run.done, run.stalled)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        assert not run.why_stalled
        async with asyncio.timeout(PATIENCE):
            while children and not run.bots.processes._idle["hog"].is_paused:  # noqa: ASYNC110 - real time
                await asyncio.sleep(0.05)
        assert not run.bots.processes._idle["greedy"].is_paused
        is_counted = isinstance(run.bots.processes._families["hog", None]._use, GroupUse)
        assert is_counted == ("cpuacct" in config.sandbox.trees)
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["isolated", "limited"])
async def test_a_hog_changes_nobodys_results(kind: str, tmp_path: Path) -> None:
    """
    With groups and bubblewrap and without both: greedy wins all, and is never late.

    When nobody is asked anything any more, the hog gets no processor.
    """
    assert [Played(1, 0, 0)] * MATCHES == await played(tmp_path, kind, CHILDREN)
