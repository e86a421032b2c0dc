"""A run with bad bots: real processes that raise, die, answer nonsense or never join."""

import asyncio
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.ladder.ladder import Ladder
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.records import ClockSettings
from bessemer.processes.process import ProcessEvent
from bessemer.runner.bots.bot_failures import BotFailures, FailureKind
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.ladder_run import LadderRun, ensure_ladder, ladder_run
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.referees.in_process import eventually

RUN = "\nfrom bessemer.furnace import Bot, run\nclass Bad(Bot):\n    {method}\nrun(Bad)\n"
RAISES = "def bid(self, view): raise ValueError('no such card')"
DIES = "def bid(self, view):\n        import os; os._exit(3)"
ANSWERS_NONSENSE = """def bid(self, view):
        self.first = getattr(self, "first", None) or view.legal_moves(1)[0]
        return self.first"""
WITHHOLDS = """
from bessemer.sdk.seats.chance import CHANCE
from bessemer.v1.match_service_pb2 import ChanceReveal
CHANCE.reveal = lambda *_: ChanceReveal()
"""
GIVES_NO_MOVE = "def bid(self, view): return 'pass'"


def config_of(folder: Path, program: str) -> LadderRunConfig:
    """A ladder of two: a shipped bot and a program."""
    file = folder / "bad.py"
    file.write_text(program, encoding="utf-8")
    ladder = Ladder(
        name="furnace",
        game="furnace",
        options={"rounds": "3", "capitalists": "off", "chain": "off", "deck": "standard"},
        seats=2,
        clock=ClockSettings(bank=5.0),
    )
    bots = [shipped_bot("random"), BotSpec("bad", (sys.executable, str(file)), folder)]
    config = LadderRunConfig(folder / "data", ladder, bots, Sandbox())
    ensure_ladder(config)
    return config


async def played(
    config: LadderRunConfig, matches: int, *, hurries: bool = False, secret: str = ""
) -> tuple[LadderRun, BotFailures]:
    """The run when it has ended by itself, done or stalled; who hurries has had enough once `random` is there."""
    failures = BotFailures()

    def on_event(event: ProcessEvent) -> None:
        failures.on_event(event)

    plan = LadderPlan(Format.CONTINUOUS, ("random", "bad"), 2, "1", matches=matches, secret=secret)
    async with ladder_run(
        config,
        lambda ratings: plan.schedule(ratings.rating, [], authors_apart=False),
        on_event=on_event,
        failures=failures,
    ) as run:
        if hurries:
            await eventually(lambda: ("random", None) in run.lobby.players)
            run.bots.join_seconds = 0.0
        ends = [asyncio.create_task(event.wait()) for event in (run.done, run.stalled)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
    return run, failures


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("method", "kind", "text"),
    [
        pytest.param(RAISES, FailureKind.EXCEPTION, "ValueError: no such card", id="raises"),
        pytest.param(DIES, FailureKind.EXIT, "exited with code 3", id="dies"),
        pytest.param(ANSWERS_NONSENSE, FailureKind.ANSWER, "bid", id="illegal"),
        pytest.param(GIVES_NO_MOVE, FailureKind.ANSWER, "the text 'pass'", id="no move"),
    ],
)
async def test_what_a_bot_does_wrong_is_counted(
    method: str, kind: FailureKind, text: str, tmp_path: Path
) -> None:
    """Though the rules go on with default moves, and the match has a result."""
    config = config_of(tmp_path, RUN.format(method=method))
    run, failures = await played(config, 2)

    assert run.done.is_set()
    found = [one for one in failures.all() if (one.player, one.kind) == ("bad", kind)]
    assert len(found) == 1
    assert text in found[0].text
    assert found[0].times >= (1 if kind is FailureKind.EXIT else 6)
    assert all(one.player == "bad" for one in failures.all())


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        pytest.param("def x(:\n", "exited with code 1", id="syntax error"),
        pytest.param("import nowhere\n", "No module named 'nowhere'", id="import"),
        pytest.param("print('hello')\n", "its log ends: hello", id="ends at once"),
        pytest.param("import time\ntime.sleep(600)\n", "did not join within", id="never joins"),
    ],
)
async def test_a_run_without_any_match_ends_with_the_reason(
    program: str, reason: str, tmp_path: Path
) -> None:
    """As many bots as seats, one of which never plays: it does not wait for ever."""
    run, failures = await played(config_of(tmp_path, program), 2, hurries="sleep" in program)

    assert not run.done.is_set()
    assert run.why_stalled.startswith("no match can be made without bad: ")
    assert reason in run.why_stalled
    assert {one.player for one in failures.all()} == {"bad"}


@pytest.mark.asyncio
async def test_a_ladder_that_is_frozen_meanwhile_ends_the_run(tmp_path: Path) -> None:
    """Once the matches that were begun are over; nobody waits for matches that never come."""
    config = config_of(tmp_path, RUN.format(method=RAISES))
    plan = LadderPlan(Format.CONTINUOUS, ("random", "bad"), 2, "1", matches=100_000)
    async with ladder_run(
        config, lambda ratings: plan.schedule(ratings.rating, [], authors_apart=False)
    ) as run:
        await eventually(lambda: run.lobby.running > 0)
        await asyncio.to_thread(
            run.referee.ladders.store.freeze, "furnace", "ada", 0.0, "late", frozen=True
        )
        await run.stalled.wait()

    assert run.why_stalled.startswith("the ladder furnace is frozen")


@pytest.mark.asyncio
async def test_an_internal_error_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug does not heal by starting bots again and again."""

    def broken(*_: object) -> None:
        raise OverflowError("cannot convert")

    monkeypatch.setattr("bessemer.ladder.lobby.lobby.Lobby._open", broken)
    run, _ = await played(config_of(tmp_path, RUN.format(method=RAISES)), 2)

    assert run.why_stalled == "internal error: OverflowError: cannot convert"


@pytest.mark.asyncio
async def test_a_referee_that_fails_in_every_match_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would make matches that break for ever."""

    def broken(*_: object) -> None:
        raise OverflowError("cannot convert")

    monkeypatch.setattr("bessemer.matches.match.Match.outcome", broken)
    run, _ = await played(config_of(tmp_path, RUN.format(method=RAISES)), 2)

    assert run.why_stalled == "internal error: the referee failed in 5 matches, see above"


@pytest.mark.asyncio
async def test_a_bot_that_withholds_its_bytes_loses_and_is_disabled(tmp_path: Path) -> None:
    """Each time is a fault of its own, and the other bot has no result from it."""
    config = config_of(tmp_path, WITHHOLDS + RUN.format(method="pass"))
    run, _ = await played(config, 2, secret="mixed")  # noqa: S106
    with closing(open_store(config.database)) as store:
        history = SqlLadderStore(store).history("furnace", 1)

    assert run.stalled.is_set()
    assert "it did not reveal the bytes that it had committed to" in run.why_stalled
    assert {("bad",)} == {match.result.losers for match in history}
    assert len(history) >= 5
