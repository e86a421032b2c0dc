"""Playing and asking call by call: what a client of twenty lines does."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status

from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    eventually,
    every_game,
    is_ranking,
    move,
    opened,
    reason_of,
    refused,
    why,
)
from tests.rpc.unary_calls import SEED, Caller, Gate, sat_down

ILLEGAL = move("bid 9 on C99")


@every_game
@pytest.mark.asyncio
async def test_a_match_can_be_played_call_by_call(house: House, game: str) -> None:
    """Asking joins; every seat is told every move once; the end comes like a decision."""
    table = await house.organiser.create(seed=SEED, game=game)
    played = await asyncio.gather(*(Caller(house, table, seat).play_on() for seat in range(3)))
    count = len(house.match(table.match_id).played)

    assert [list(range(1, count + 1))] * 3 == [told for _, told in played]
    assert len({ended.result.SerializeToString() for ended, _ in played}) == 1


@pytest.mark.asyncio
async def test_a_decision_comes_with_what_was_asked_for(house: House) -> None:
    """The cards only with `with_setup`, as many legal moves as wished."""
    asked, waiting, *_ = await sat_down(house)
    plain, full = await asked.ask(), await asked.ask(with_setup=True, max_legal_moves=5)

    assert (False, True) == (plain.HasField("setup"), full.HasField("setup"))
    assert (0, 5) == (len(plain.decision.legal_moves), len(full.decision.legal_moves))
    assert plain.decision.view == full.decision.view
    assert (await waiting.ask()).WhichOneof("next") is None


@pytest.mark.asyncio
async def test_waiting_ends_when_the_seat_is_asked(house: House) -> None:
    """Not before, and without asking again and again."""
    asked, other = await sat_down(house, 2)
    waiting = asyncio.create_task(other.ask(wait=30))
    decision = (await asked.ask(max_legal_moves=1)).decision
    match = house.match(asked.match_id)
    await eventually(lambda: len(match.observers) == 1)

    assert not waiting.done()
    await asked.submit(decision.turn, decision.legal_moves[0])
    assert decision.turn + 1 == (await waiting).decision.turn


@pytest.mark.asyncio
async def test_the_same_move_is_answered_the_same_and_another_is_stale(house: House) -> None:
    """Again and again, now and after the end; it was played once."""
    asked, *others = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=2)).decision
    first, second = decision.legal_moves
    answers = [await asked.submit(decision.turn, first) for _ in range(3)]

    assert [decision.turn] * 3 == [answer.turn for answer in answers]
    assert "STALE_TURN" == await why(asked.submit(decision.turn, second))
    await asyncio.gather(*(caller.play_on() for caller in (asked, *others)))
    assert decision.turn == (await asked.submit(decision.turn, first)).turn
    assert "STALE_TURN" == await why(asked.submit(decision.turn, second))
    assert "MATCH_OVER" == await why(asked.submit(decision.turn + 1000, first))
    events = house.match(asked.match_id).played
    assert [asked.seat] == [e.record.seat for e in events if e.record.turn == decision.turn]


@pytest.mark.asyncio
async def test_a_refusal_says_everything_to_a_program(house: House) -> None:
    """Status, reason, field and what is legal, in the details; nothing has happened."""
    asked, *_ = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=100)).decision
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await asked.submit(decision.turn, ILLEGAL)
    status = rpc_status.from_call(error.value)  # type: ignore[arg-type] # it has what a call has
    assert status is not None
    info, violations = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(violations)
    refusal = await refused(asked.submit(decision.turn, ILLEGAL))

    assert grpc.StatusCode.FAILED_PRECONDITION is error.value.code()
    assert ("ILLEGAL_MOVE", "bessemer") == (info.reason, info.domain)
    assert refusal.field == violations.field_violations[0].field
    assert refusal.field.startswith("move.furnace.bid")
    assert len(refusal.allowed_moves) > 0
    assert all(allowed in decision.legal_moves for allowed in refusal.allowed_moves)
    assert decision == (await asked.ask(max_legal_moves=100)).decision


@pytest.mark.asyncio
async def test_checking_a_move_says_what_submitting_it_would_and_does_nothing(house: House) -> None:
    """For a legal, an illegal, a malformed one, and one for a turn that is not open."""
    asked, waiting, *_ = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=1)).decision
    legal = decision.legal_moves[0]

    assert not (await asked.check(decision.turn, legal)).HasField("refusal")
    for caller, turn, played in (
        (asked, decision.turn, ILLEGAL),
        (asked, decision.turn, move_pb2.Move()),
        (asked, decision.turn + 1, legal),
        (waiting, decision.turn, legal),
    ):
        checked = (await caller.check(turn, played)).refusal
        submitted = await refused(caller.submit(turn, played))
        for refusal in (checked, submitted):
            refusal.ClearField("turn")  # see the next test
        assert submitted == checked
    assert decision == (await asked.ask(max_legal_moves=1)).decision
    await asked.submit(decision.turn, legal)
    assert not (await asked.check(decision.turn, legal)).HasField("refusal")
    assert "STALE_TURN" == reason_of((await asked.check(decision.turn, ILLEGAL)).refusal)


@pytest.mark.asyncio
async def test_every_refusal_of_a_move_says_which_turn_is_open(house: House) -> None:
    """Whatever is wrong with the move, and whichever way it came."""
    asked, waiting, *_ = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=1)).decision
    for caller, turn, played, is_open in (
        (asked, decision.turn, ILLEGAL, decision.turn),
        (asked, decision.turn, move_pb2.Move(), decision.turn),
        (asked, decision.turn + 1, decision.legal_moves[0], decision.turn),
        (waiting, decision.turn, decision.legal_moves[0], 0),
    ):
        refusals = [
            (await caller.check(turn, played)).refusal,
            await refused(caller.submit(turn, played)),
        ]
        assert [is_open] * 2 == [refusal.turn for refusal in refusals]


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        pytest.param({"wait": 61}, "wait", id="wait"),
        pytest.param({"wait": -1}, "wait", id="negative-wait"),
        pytest.param({"max_legal_moves": 101}, "max_legal_moves", id="legal-moves"),
    ],
)
@pytest.mark.asyncio
async def test_a_request_that_cannot_be_is_refused(
    house: House, wishes: dict[str, int], field: str
) -> None:
    """With the field that is wrong."""
    asked, *_ = await sat_down(house)
    refusal = await refused(asked.ask(**wishes))

    assert ("BAD_REQUEST", field) == (reason_of(refusal), refusal.field)


@pytest.mark.asyncio
async def test_asking_after_an_abort_tells_the_end(house: House) -> None:
    """Every seat, also the one whose turn it was."""
    callers = await sat_down(house)
    await house.organiser.AbortMatch(admin.AbortMatchRequest(match_id=callers[0].match_id))
    answers = [await caller.ask() for caller in callers]

    assert ["ended"] * 3 == [answer.WhichOneof("next") for answer in answers]


# --- Durable first -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_submitting_returns_when_the_move_is_durable_and_nobody_hears_of_it_before(
    house: House,
) -> None:
    """While the journal writes, the call waits and a spectator sees nothing."""
    asked, *_ = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=1)).decision
    gate = Gate(house)
    answer = asked.submit(decision.turn, decision.legal_moves[0])
    await asyncio.to_thread(gate.begun.wait, PATIENCE)
    watching = house.organiser.WatchMatch(pb.WatchMatchRequest(match_id=asked.match_id))
    first = await watching.read()

    assert ([], False) == (list(first.moves), answer.done())
    gate.open.set()
    await answer
    assert [decision.turn] == [played.turn for played in (await watching.read()).moves]


@pytest.mark.asyncio
async def test_without_a_journal_moves_are_refused_and_may_be_sent_again(house: House) -> None:
    """The refusal says when; in the end the move is played once, and nothing was lost."""
    asked, *others = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=1)).decision
    gate = Gate(house)
    gate.failure = "disk full"
    # Something must fail to be written before the referee knows.
    assert "JOURNAL_UNAVAILABLE" == await why(house.organiser.create())
    assert house.referee.registry.journal.failure
    refusal = await refused(asked.submit(decision.turn, decision.legal_moves[0]))

    assert "JOURNAL_UNAVAILABLE" == reason_of(refusal)
    assert refusal.retry_delay.ToTimedelta().total_seconds() > 0
    assert "JOURNAL_UNAVAILABLE" == await why(house.organiser.create())
    gate.failure = ""
    gate.open.set()
    await eventually(lambda: not house.referee.registry.journal.failure)
    await asyncio.gather(*(caller.play_on() for caller in (asked, *others)))
    replay = await replay_of(house.organiser, asked.match_id)
    assert verify(read_replay(replay.replay)).ok


@pytest.mark.asyncio
async def test_a_move_that_is_being_written_when_the_match_is_ended_is_too_late(
    house: House,
) -> None:
    """The call ends with the match."""
    asked, *_ = await sat_down(house)
    decision = (await asked.ask(max_legal_moves=1)).decision
    gate = Gate(house)
    answer = asked.submit(decision.turn, decision.legal_moves[0])
    await asyncio.to_thread(gate.begun.wait, PATIENCE)
    request = admin.AbortMatchRequest(match_id=asked.match_id)
    aborted = asyncio.ensure_future(house.organiser.AbortMatch(request))
    await eventually(lambda: house.match(asked.match_id).result is not None)
    gate.open.set()
    await aborted

    async with asyncio.timeout(PATIENCE):
        assert "MATCH_OVER" == await why(answer)


# --- Looking at matches --------------------------------------------------------------------------


async def replay_of(client: Client, match_id: str) -> pb.GetReplayResponse:
    """GetReplay."""
    response = await client.GetReplay(pb.GetReplayRequest(match_id=match_id))
    assert isinstance(response, pb.GetReplayResponse)
    return response


async def match_of(client: Client, match_id: str) -> match_pb2.Match:
    """GetMatch."""
    response = await client.GetMatch(pb.GetMatchRequest(match_id=match_id))
    assert isinstance(response, pb.GetMatchResponse)
    return response.match


@pytest.mark.asyncio
async def test_a_match_is_shown_as_it_stands(house: House) -> None:
    """Open, running and finished."""
    table = await house.organiser.create(seed=SEED)
    match = await match_of(house.organiser, table.match_id)
    assert match_pb2.MATCH_STATUS_OPEN == match.status
    assert not any(seat.joined for seat in match.seats)
    assert not match.HasField("start_time")
    streams = [await house.seat(table, seat) for seat in range(3)]
    await house.wait(table.match_id, lambda match: match.turn == 1)
    match = await match_of(house.organiser, table.match_id)
    assert (match_pb2.MATCH_STATUS_RUNNING, 1) == (match.status, match.turn)
    assert all(seat.joined and seat.connected for seat in match.seats)
    assert not match.HasField("result")
    await asyncio.gather(*(stream.play_on() for stream in streams))
    match = await match_of(house.organiser, table.match_id)
    assert match_pb2.MATCH_STATUS_FINISHED == match.status
    assert is_ranking(match.result.ranks, 3)
    assert match.create_time.ToMicroseconds() <= match.start_time.ToMicroseconds()
    assert match.start_time.ToMicroseconds() <= match.end_time.ToMicroseconds()


@pytest.mark.asyncio
async def test_a_finished_match_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """What was agreed, who played, how it ended, and the replay to the byte."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(seed=SEED)
        await house.play_out(table)
        before = await match_of(house.organiser, table.match_id)
        replay = await replay_of(house.organiser, table.match_id)
    async with opened(tmp_path) as house:
        after = await match_of(house.organiser, table.match_id)
        assert replay == await replay_of(house.organiser, table.match_id)

    for match in (before, after):
        # How it stands at the table is not kept.
        match.ClearField("turn")
        for seat in match.seats:
            seat.ClearField("time_left")
            seat.ClearField("connected")
    assert before == after
    assert verify(read_replay(replay.replay)).ok
    assert f"furnace-{table.match_id}.replay" == replay.file_name


@pytest.mark.asyncio
async def test_a_seat_that_was_away_is_told_the_end_after_a_restart(tmp_path: Path) -> None:
    """Its token is good for that as long as the match is kept."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(seed=SEED)
        ended = await house.play_out(table)
    async with opened(tmp_path) as house:
        response = await (await house.seat(table, 0)).receive()

        assert ended.result == response.ended.result


@pytest.mark.asyncio
async def test_there_is_a_replay_only_of_a_match_that_is_over(house: House) -> None:
    """Not while it runs, not of one that never began; of an aborted one as far as it came."""
    table, never = await house.organiser.create(), await house.organiser.create()
    stream = [await house.seat(table, seat) for seat in range(3)]
    await house.wait(table.match_id, lambda match: match.turn == 1)

    assert "MATCH_NOT_OVER" == await why(replay_of(house.organiser, table.match_id))
    for match_id in (table.match_id, never.match_id):
        await house.organiser.AbortMatch(admin.AbortMatchRequest(match_id=match_id))
    assert "MATCH_NOT_OVER" == await why(replay_of(house.organiser, never.match_id))
    replay = read_replay((await replay_of(house.organiser, table.match_id)).replay)
    assert verify(replay).ok
    assert "MATCH_NOT_FOUND" == await why(replay_of(house.organiser, "nowhere"))
    del stream


# --- Lists ---------------------------------------------------------------------------------------


async def pages(client: Client, size: int, **wishes: Any) -> list[list[str]]:  # noqa: ANN401
    """All pages of a list, as ids."""
    found, token = [], ""
    while True:
        request = pb.ListMatchesRequest(page_size=size, page_token=token, **wishes)
        response = await client.ListMatches(request)
        found.append([match.match_id for match in response.matches])
        token = response.next_page_token
        if not token:
            return found


@pytest.mark.asyncio
async def test_matches_are_listed_page_by_page_the_newest_first(tmp_path: Path) -> None:
    """Running, finished, and finished before a restart, in one list without a gap."""
    async with opened(tmp_path) as house:
        ids = [(await house.organiser.create()).match_id for _ in range(3)]
        finished = await house.organiser.create()
        await house.play_out(finished)
        ids.append(finished.match_id)
    async with opened(tmp_path) as house:
        new = [
            await house.organiser.create(durability=durability)
            for durability in (match_pb2.DURABILITY_MOVE, match_pb2.DURABILITY_MATCH)
        ]
        ids = [*(table.match_id for table in reversed(new)), *reversed(ids)]

        assert [ids] == await pages(house.organiser, 0)
        assert [ids[:4], ids[4:]] == await pages(house.organiser, 4)
        assert [[match_id] for match_id in ids] == await pages(house.organiser, 1)
        assert [ids[:3], ids[3:]] == await pages(house.organiser, 3)


@pytest.mark.asyncio
async def test_lists_can_be_narrowed(house: House) -> None:
    """To a status, to a game; page by page too."""
    tables = [await house.organiser.create() for _ in range(4)]
    await house.play_out(tables[0])
    await house.organiser.AbortMatch(admin.AbortMatchRequest(match_id=tables[1].match_id))
    for seat in range(3):
        await house.seat(tables[2], seat)
    await house.wait(tables[2].match_id, lambda match: match.turn > 0)
    expected = {
        match_pb2.MATCH_STATUS_FINISHED: tables[0],
        match_pb2.MATCH_STATUS_ABORTED: tables[1],
        match_pb2.MATCH_STATUS_RUNNING: tables[2],
        match_pb2.MATCH_STATUS_OPEN: tables[3],
    }

    for status, table in expected.items():
        assert [[table.match_id]] == await pages(house.organiser, 1, status=status)
    assert 4 == len((await pages(house.organiser, 0, game="furnace"))[0])
    assert [[]] == await pages(house.organiser, 0, game="brass")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        pytest.param({"page_size": 1001}, "page_size", id="too-large"),
        pytest.param({"page_size": -1}, "page_size", id="negative"),
        pytest.param({"page_token": "nonsense"}, "page_token", id="token"),
        pytest.param({"status": 99}, "status", id="status"),
    ],
)
@pytest.mark.asyncio
async def test_a_list_that_cannot_be_is_refused(
    house: House, wrong: dict[str, Any], field: str
) -> None:
    """With the field that is wrong."""
    refusal = await refused(house.organiser.ListMatches(pb.ListMatchesRequest(**wrong)))

    assert ("BAD_REQUEST", field) == (reason_of(refusal), refusal.field)


@pytest.mark.asyncio
async def test_matches_of_a_clock_that_jumped_are_listed_last(house: House) -> None:
    """In memory or in the store, on one page or on several."""
    registry, hour = house.referee.registry, 3600.0
    created = []
    for number, jump in enumerate((0.0, 400 * 24 * hour, 401 * 24 * hour, 1.0, 2.0)):
        registry.wall = lambda jump=jump: 1_700_000_000.0 + jump  # type: ignore[misc]
        table = await house.organiser.create(players=2)
        created.append(table.match_id)
        if number % 2:
            abort = admin.AbortMatchRequest(match_id=table.match_id)
            await house.organiser.AbortMatch(abort)
    registry.recent.clear()
    expected = [created[place] for place in (4, 3, 0, 2, 1)]

    for size in (1, 2, 3, 4, 9):
        listed, token = [], ""
        while True:
            request = pb.ListMatchesRequest(page_size=size, page_token=token)
            page = await house.organiser.ListMatches(request)
            listed += [match.match_id for match in page.matches]
            token = page.next_page_token
            if not token:
                break
        assert expected == listed
