"""The metrics of a real referee, compared with what was really played there."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.continuous import Limited
from bessemer.matches.records import Cause, ClockSettings
from bessemer.replays.reader import Replay, read_replay
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    LONG,
    PATIENCE,
    SHORT,
    House,
    Table,
    eventually,
    every_game,
    move,
    opened,
    why,
)
from tests.rpc.scraping import samples_of
from tests.rpc.unary_calls import Caller, Gate

LADDER_MATCHES = 3


@pytest_asyncio.fixture
async def shown(tmp_path: Path) -> AsyncIterator[House]:
    """A referee with metrics."""
    async with opened(tmp_path, metrics="127.0.0.1:0") as house:
        yield house


@asynccontextmanager
async def ladder_of(folder: Path, game: str) -> AsyncIterator[House]:
    """A referee with metrics that runs a ladder of so many matches."""
    rules = GAMES[game]
    options = rules.option_texts(rules.options(SHORT[game]))
    ladder = Ladder("main", game, options, 3, ClockSettings(), created=1.0)
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        SqlLadderStore(store).create(ladder, "olga")
    async with opened(folder, metrics="127.0.0.1:0", ladders=("main",)) as house:
        (lobby,) = house.referee.ladders.lobbies
        lobby.schedule = Limited(lobby.schedule, LADDER_MATCHES)  # type: ignore[arg-type]
        yield house


async def replay_of(house: House, match_id: str) -> Replay:
    """What was played."""
    response = await house.organiser.GetReplay(pb.GetReplayRequest(match_id=match_id))
    return read_replay(response.replay)


async def expected_of(
    house: House, match_ids: Sequence[str], game: str, ladder: str = ""
) -> dict[str, float]:
    """What the metrics must say after these matches, by their replays."""
    causes: Counter[Cause] = Counter()
    for match_id in match_ids:
        causes.update(one.cause for one in (await replay_of(house, match_id)).records)
    return {
        f"bessemer_matches_started_total/{game}/{ladder}": len(match_ids),
        f"bessemer_matches_ended_total/{game}/{ladder}/finished": len(match_ids),
        f"bessemer_matches_ended_total/{game}/{ladder}/aborted": 0,
        f"bessemer_decisions_total/{game}/{ladder}": causes.total(),
        **{f"bessemer_moves_total/{c}/{game}/{ladder}": causes[c] for c in Cause},
        f"bessemer_matches/{game}/{ladder}/running": 0,
    }


@every_game
@pytest.mark.asyncio
async def test_over_streams_and_call_by_call_each_decision_and_move_is_counted(
    shown: House, game: str
) -> None:
    """All by streams, all by calls, and both in one match: as many as the replays have."""
    tables = [await shown.organiser.create(game=game) for _ in range(3)]
    await shown.play_out(tables[0])
    for table, streams in ((tables[1], 0), (tables[2], 1)):
        await asyncio.gather(
            *(shown.play_well(table, seat) for seat in range(streams)),
            *(Caller(shown, table, seat).play_on() for seat in range(streams, 3)),
        )
    expected = await expected_of(shown, [table.match_id for table in tables], game)
    samples = await samples_of(shown.referee)

    assert expected == {name: samples[name] for name in expected}
    assert samples[f"bessemer_decision_seconds_count/{game}"] > 0


@every_game
@pytest.mark.asyncio
async def test_on_a_ladder_each_decision_and_move_is_counted(tmp_path: Path, game: str) -> None:
    """Over Enlist, by the name of the ladder; with who is there, and how long they waited."""
    async with ladder_of(tmp_path, game) as house:
        tokens = [(await house.player(name))[0].token for name in ("ann", "bob", "cid")]
        playing = [
            asyncio.create_task(
                enlist(
                    house.address, token, "main", lambda g: new_bot(g, "random", random.Random())
                )
            )
            for token in tokens
        ]
        try:
            registry = house.referee.registry
            await eventually(lambda: len(registry.recent) == LADDER_MATCHES)
            expected = await expected_of(house, list(registry.recent), game, "main")
            samples = await samples_of(house.referee)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    assert expected == {name: samples[name] for name in expected}
    assert samples["bessemer_ladder_players/main"] == 3
    assert samples["bessemer_ladder_wait_seconds_count/main"] == 3 * LADDER_MATCHES
    assert samples["bessemer_ladder_disabled_bots/main"] == 0


@every_game
@pytest.mark.asyncio
async def test_they_grow_while_a_match_runs(shown: House, game: str) -> None:
    """Not at its end: the first decision, then every move."""
    table = await shown.organiser.create(game=game)
    callers = [Caller(shown, table, seat) for seat in range(3)]
    for caller in callers:
        await caller.ask()
    await shown.wait(table.match_id, lambda match: match.turn > 0)
    match = shown.match(table.match_id)
    for moves in range(3):
        samples = await samples_of(shown.referee)
        assert samples[f"bessemer_decisions_total/{game}/"] == match.turn
        assert samples[f"bessemer_moves_total/played/{game}/"] == moves == len(match.records)
        assert samples[f"bessemer_matches/{game}//running"] == 1
        await one_move(callers)


async def one_move(callers: list[Caller]) -> None:
    """Whoever is asked moves once."""
    for caller in callers:
        asked = await caller.ask(max_legal_moves=1)
        if asked.HasField("decision"):
            await caller.submit(asked.decision.turn, asked.decision.legal_moves[0])
            return
    raise AssertionError("somebody is asked")


# --- Time, faults, refusals ----------------------------------------------------------------------


@pytest.mark.asyncio
async def test_thinking_and_waiting_are_told_apart(tmp_path: Path) -> None:
    """One may think at a time: what the other one waits is nobody's."""
    async with opened(tmp_path, metrics="127.0.0.1:0", thinkers=1) as house:
        streams = {}
        for name in ("first", "second"):
            table = await house.organiser.create(2)
            streams[name] = [await house.seat(table, s, max_thinking=1) for s in range(2)]
            await house.wait(table.match_id, lambda match: match.turn > 0)
            if name == "first":
                asked = await first_asked(house, table)
                decision = await streams[name][asked].decision()
            else:
                other = await first_asked(house, table)
        house.hourglass.advance(1.5)
        await streams["first"][asked].answer(decision.turn, decision.legal_moves[0])
        await streams["second"][other].decision()
        samples = await samples_of(house.referee)

    assert samples["bessemer_thinking_seconds_total/furnace/"] == 1.5
    assert samples["bessemer_waiting_seconds_total/furnace//slot"] == 1.5
    assert samples["bessemer_decision_seconds_sum/furnace"] == 0, "that is not the referee's time"


async def first_asked(house: House, table: Table) -> int:
    """The seat that must decide."""
    match = house.match(table.match_id)
    return next(n for n, seated in enumerate(match.seats) if seated.open_decision is not None)


@pytest.mark.asyncio
async def test_a_seat_that_runs_out_of_time_is_counted_when_it_does(shown: House) -> None:
    """Each time-out as a move, the forfeit as a fault; a match that nobody joins, and an organiser's."""
    table = await shown.organiser.create(2)
    streams = [await shown.seat(table, seat) for seat in range(2)]
    playing = asyncio.create_task(streams[1].play_on())
    await shown.run_out(table.match_id, 0)
    samples = await samples_of(shown.referee)
    assert samples["bessemer_moves_total/timed out/furnace/"] == 1
    assert samples["bessemer_faults_total/furnace/player/"] == 0
    await shown.run_out(table.match_id, 0)
    samples = await samples_of(shown.referee)
    assert samples["bessemer_moves_total/timed out/furnace/"] == 2
    assert samples["bessemer_faults_total/furnace/player/"] == 1
    await playing
    unwanted, unjoined = await shown.organiser.create(2), await shown.organiser.create(2)
    await shown.organiser.AbortMatch(admin.AbortMatchRequest(match_id=unwanted.match_id))
    await shown.let_time_pass(lambda: shown.match(unjoined.match_id).is_over)
    samples = await samples_of(shown.referee)

    assert samples["bessemer_faults_total/furnace/organiser/"] == 1
    assert samples["bessemer_faults_total/furnace/player/"] == 3, "and two who never joined"
    assert samples["bessemer_matches_ended_total/furnace//aborted"] == 2


@pytest.mark.asyncio
async def test_a_refusal_is_counted_wherever_it_is_given(shown: House) -> None:
    """On a stream, and of a call."""
    table = await shown.organiser.create(2)
    streams = [await shown.seat(table, seat) for seat in range(2)]
    await shown.wait(table.match_id, lambda match: match.turn > 0)
    asked = await first_asked(shown, table)
    decision = await streams[asked].decision()
    await streams[asked].answer(decision.turn, move("bid 9 on C99"))
    await streams[asked].refusal()
    with pytest.raises(Exception, match="no match"):
        await shown.organiser.GetMatch(pb.GetMatchRequest(match_id="x"))
    samples = await samples_of(shown.referee)

    assert samples["bessemer_refusals_total/MATCH_NOT_FOUND"] == 1
    reasons = [name for name in samples if name.startswith("bessemer_refusals_total/")]
    assert sum(samples[name] for name in reasons) == 2


# --- The journal, and health ---------------------------------------------------------------------


@pytest.mark.asyncio
async def test_while_the_journal_is_down_metrics_and_health_say_so(shown: House) -> None:
    """NOT_SERVING, records in the queue, since when; and SERVING when it is written again."""
    health: Any = health_pb2_grpc.HealthStub(shown.channel)  # its types lack the calls
    states = health_pb2.HealthCheckResponse
    watching = health.Watch(health_pb2.HealthCheckRequest())
    assert (await watching.read()).status == states.SERVING
    gate = Gate(shown)
    gate.failure = "disk full"
    created = asyncio.ensure_future(shown.organiser.create())
    async with asyncio.timeout(PATIENCE):
        assert (await watching.read()).status == states.NOT_SERVING
    down = await samples_of(shown.referee)

    assert down["bessemer_journal_queue"] >= 1
    assert down["bessemer_journal_failures_total"] >= 1
    assert down["bessemer_journal_down_since_seconds"] > 1e9
    gate.failure = ""
    gate.open.set()
    async with asyncio.timeout(PATIENCE):
        assert (await watching.read()).status == states.SERVING
    assert "JOURNAL_UNAVAILABLE" == await why(created)
    up = await samples_of(shown.referee)
    assert (0, 0) == (up["bessemer_journal_queue"], up["bessemer_journal_down_since_seconds"])


@pytest.mark.asyncio
async def test_draining_shows(shown: House) -> None:
    """In the metrics as in the health, and a journal that recovers does not undo it."""
    shown.referee.registry.is_draining = True
    await shown.referee.closing.drain()
    health: Any = health_pb2_grpc.HealthStub(shown.channel)  # its types lack the calls
    checked = await health.Check(health_pb2.HealthCheckRequest())

    assert health_pb2.HealthCheckResponse.NOT_SERVING == checked.status
    assert (await samples_of(shown.referee))["bessemer_draining"] == 1


@pytest.mark.asyncio
async def test_the_time_in_which_nobody_is_asked_is_not_waiting(shown: House) -> None:
    """A match that stands open for an hour makes nobody wait."""
    table = await shown.organiser.create(2, clock=None)
    streams = [await shown.seat(table, seat) for seat in range(2)]
    await shown.wait(table.match_id, lambda match: match.turn > 0)
    asked = await first_asked(shown, table)
    decision = await streams[asked].decision()
    shown.hourglass.advance(LONG)
    await streams[asked].answer(decision.turn, decision.legal_moves[0])
    await streams[1 - asked].decision()
    samples = await samples_of(shown.referee)

    assert samples["bessemer_waiting_seconds_total/furnace//slot"] == 0
    assert samples["bessemer_thinking_seconds_total/furnace/"] == LONG
