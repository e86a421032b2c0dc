"""No process sees a set-up twice, nor is told of it: real bots in real sandboxes, who cheat."""

import asyncio
import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.schedule import Schedule
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.match import Match
from bessemer.matches.records import ClockSettings
from bessemer.processes.process import ProcessState, ProcessStatus
from bessemer.ratings.sequential import Hypotheses
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.bots.instances import Instances, bot_states
from bessemer.runner.comparing.comparison import Comparison, Trial
from bessemer.runner.ladder_run import ensure_ladder, ladder_run
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.referees.in_process import PATIENCE, SHORT, eventually, every_game
from tests.runner.sandbox.sandboxes import sandbox_of

SPY = Path(__file__).with_name("spy_bot.py")


class Spied(NamedTuple):
    """What came of it."""

    matches: list[Match]
    reports: list[dict[str, Any]]

    def seen(self) -> dict[str, list[bytes]]:
        """By process: the set-ups that it saw, once for each seat."""
        seeds = {match.spec.match_id: match.spec.seed for match in self.matches}
        found: dict[str, list[bytes]] = defaultdict(list)
        for report in self.reports:
            found[report["me"]].append(seeds[report["match"]])
        return found

    def together(self) -> list[str]:
        """The matches that two processes of the spy saw the set-up of while both were alive."""
        seeds = {match.spec.match_id: match.spec.seed for match in self.matches}
        begun = {report["me"]: report["lived"][0] for report in self.reports}
        return [
            one["match"]
            for one in self.reports
            for other in self.reports
            if one["me"] != other["me"] and seeds[one["match"]] == seeds[other["match"]]
            if begun[one["me"]] <= other["lived"][1] and begun[other["me"]] <= one["lived"][1]
        ]


def config_of(folder: Path, game: str, seats: int, instances: Instances) -> LadderRunConfig:
    """A ladder of the spy and a shipped bot."""
    (folder / "bot").mkdir()
    program = shutil.copy(SPY, folder / "bot" / "spy_bot.py")
    rules = GAMES[game]
    options = rules.option_texts(rules.options(SHORT[game]))
    ladder = Ladder(game, game, options, seats, ClockSettings(bank=60.0))
    spy = BotSpec("spy", (sys.executable, str(program)), folder / "bot")
    data = folder / "data"
    patient = ResourceLimits(grace=PATIENCE)  # it has much to ask before it ends
    sandbox = sandbox_of("isolated", patient, hidden=(data,))
    config = LadderRunConfig(
        data, ladder, [spy, shipped_bot("random")], sandbox, instances=instances
    )
    ensure_ladder(config)
    return config


async def spied(
    config: LadderRunConfig,
    schedule: Callable[[LiveRatings], Schedule],
    matches: int,
    seats: int = 1,
) -> Spied:
    """Play so many matches, in each of which the spy has so many seats, and read what it printed."""
    ended: list[Match] = []
    reports: list[dict[str, Any]] = []

    def read() -> bool:
        lines = [
            line
            for log in sorted(config.logs.glob("spy*.log"))
            for line in log.read_text(encoding="utf-8").splitlines(keepends=True)
            if line.endswith("\n")  # the last may be on its way
        ]
        reports[:] = [json.loads(line[4:]) for line in lines if line.startswith("spy {")]
        return len(reports) == matches * seats

    async with (
        asyncio.timeout(2 * PATIENCE),
        ladder_run(config, schedule, on_match_ended=lambda _, match: ended.append(match)) as run,
    ):
        await run.done.wait()
        await eventually(read)
    return Spied(ended, reports)


@pytest.mark.asyncio
@every_game
async def test_a_cheat_learns_nothing_of_a_set_up_that_it_plays_twice(
    game: str, tmp_path: Path
) -> None:
    """Each match of a block has its own process, which lives after its siblings and finds no trace."""
    plan = LadderPlan(Format.ROUND_ROBIN, ("spy", "random"), 2, "seed", rounds=2)
    config = config_of(tmp_path, game, 2, plan.instances)
    found = await spied(
        config, lambda ratings: plan.schedule(ratings.rating, [], authors_apart=False), 4
    )

    assert len({match.spec.seed for match in found.matches}) == 2, "two blocks of two"
    assert sorted(len(seeds) for seeds in found.seen().values()) == [2, 2]
    assert all(len(set(seeds)) == len(seeds) for seeds in found.seen().values())
    assert found.together() == []
    for report in found.reports:
        assert report["left"], "it could write somewhere"
        assert report["found"] == [], "and nobody else sees it"
        assert report["signals"] == []
        assert set(report["answers"].values()) == {"ERROR_REASON_NOT_ALLOWED"}
    store = open_store(config.data / "bessemer.sqlite3")
    assert SqlLadderStore(store).open_blocks(game) == [], "all of it is told in the end"
    store.close()


@pytest.mark.asyncio
async def test_a_bot_with_two_seats_of_a_match_plays_them_in_two_processes(tmp_path: Path) -> None:
    """Otherwise it would see two hands at once; each seat of each match of a block has its own."""
    question = Hypotheses(most_blocks=1)
    comparison = Comparison("spy", "random", (), 4, "seed", question)
    config = config_of(tmp_path, "furnace", 4, comparison.instances)
    trial = Trial(comparison)
    assert comparison.instances == {"spy": 2, "random": 2}
    found = await spied(config, lambda _ratings: trial, 2, seats=2)

    assert len({match.spec.seed for match in found.matches}) == 1
    assert [len(seeds) for seeds in found.seen().values()] == [1, 1, 1, 1]
    assert not any(report["found"] or report["signals"] for report in found.reports)


def test_a_bot_is_as_well_as_its_worst_instance() -> None:
    """And stands in the table once."""
    states = [
        ProcessState("mine", ProcessStatus.RUNNING, 9.0, 1, ""),
        ProcessState("random", ProcessStatus.RUNNING, 9.0, 0, ""),
        ProcessState("mine 2", ProcessStatus.DISABLED, 3.0, 2, "it keeps failing"),
    ]

    assert bot_states(states) == [
        ProcessState("mine", ProcessStatus.DISABLED, 3.0, 3, "it keeps failing"),
        ProcessState("random", ProcessStatus.RUNNING, 9.0, 0, ""),
    ]
