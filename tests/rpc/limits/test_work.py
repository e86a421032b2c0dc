"""Processor time is charged to whoever asks for it, whatever the call is."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bessemer.errors import TooManyRequests
from bessemer.rpc.limits.decision_calls import calls_in
from bessemer.rpc.limits.work import BYTE, CALL, Metered, WorkBudget
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House, opened, why
from tests.rpc.choosing import Chooser
from tests.rpc.limit_clock import Clock
from tests.rpc.limits.generous import PLENTY, limits

_STEP: Final = 0.01
"""Each look at the processor's clock below finds that so many seconds have passed."""


@pytest.fixture
def slow_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor on which every step of a call takes ten milliseconds."""
    now = 0.0

    def thread_time() -> float:
        nonlocal now
        now += _STEP
        return now

    monkeypatch.setattr("bessemer.rpc.limits.work.time.thread_time", thread_time)


async def asked(house: House, name: str = "ann") -> tuple[Chooser, int]:
    """The seat that is asked first in a match that a player created, and the turn."""
    player, _ = await house.player(name)
    table = await player.create(players=2, game="brass")
    choosers = [Chooser(house, table, seat) for seat in range(2)]
    for chooser in choosers:
        await chooser.decision()
    await house.wait(table.match_id, lambda match: match.turn > 0)
    seat = next(n for n, one in enumerate(house.match(table.match_id).seats) if one.decision)
    return choosers[seat], house.match(table.match_id).turn


# --- The budget ----------------------------------------------------------------------------------


def test_whoever_has_used_its_time_waits_until_it_is_given_more() -> None:
    """A rested caller may use three seconds' worth at once; what it owes is waited for."""
    clock = Clock()
    budget = WorkBudget(100.0, clock)
    budget.charge("ann", 0.5)

    with pytest.raises(TooManyRequests, match="100 ms of the referee's processor time") as refusal:
        budget.check("ann")
    assert 2.0 < refusal.value.retry_after < 2.1
    budget.check("bob")
    clock.now += refusal.value.retry_after
    budget.check("ann")


@pytest.mark.asyncio
async def test_every_step_of_a_call_is_charged_before_others_run(slow_processor: None) -> None:
    """Also when it waits in between, and when it fails."""
    charged: list[float] = []

    async def fails() -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            assert charged
        raise KeyError

    with pytest.raises(KeyError):
        await Metered(fails(), charged.append)

    assert [pytest.approx(_STEP)] * 4 == charged


@pytest.mark.asyncio
async def test_a_metered_call_can_be_cancelled() -> None:
    """It hears of it, and its last steps are charged, too."""
    charged: list[float] = []
    heard = asyncio.Event()

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            heard.set()

    async def metered() -> None:
        await Metered(waits(), charged.append)

    task = asyncio.create_task(metered())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert heard.is_set()
    assert 2 == len(charged)


def test_each_path_is_a_call_and_two_if_it_is_explained() -> None:
    """A page is as many calls as it lists paths."""

    def listing(paths: int, **wishes: int) -> int:
        request = pb.ListChoicesRequest(**wishes)  # type: ignore[arg-type] # fields
        for _ in range(paths):
            request.paths.add()
        return calls_in(request)

    assert 1 == calls_in(pb.GetDecisionRequest()) == listing(1)
    assert 100 == listing(100)
    assert 200 == listing(100, explain=True)
    assert 20 == listing(100, explain=True, page_size=10)
    assert 3 == listing(3, page_size=10)


# --- Over the wire -------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_page_of_choices_ends_where_its_callers_time_ends(
    tmp_path: Path, slow_processor: None
) -> None:
    """Nobody waits for a hundred paths: the page ends early, and the next call is refused."""
    async with opened(tmp_path, limits=limits(100.0)) as house:
        chooser, turn = await asked(house)
        page = await chooser.list(turn, *[()] * 100, explain=True)

        assert 0 < len(page.steps) < 40
        assert str(len(page.steps)) == page.next_page_token
        assert "TOO_MANY_REQUESTS" == await why(chooser.list(turn, ()))
        other, other_turn = await asked(house, "bob")  # who has time of his own
        assert 1 == len((await other.list(other_turn, ())).steps)


@pytest.mark.parametrize("name", ["GetDecision", "ListChoices", "ListMatches", "GetMatch"])
@pytest.mark.asyncio
async def test_every_call_is_charged(tmp_path: Path, slow_processor: None, name: str) -> None:
    """Whether it plays a seat or reads; an organiser is never refused."""
    async with opened(tmp_path, limits=limits(100.0)) as house:
        chooser, turn = await asked(house)
        match_id, seat = chooser.match_id, chooser.seat
        request = {
            "GetDecision": pb.GetDecisionRequest(match_id=match_id, seat=seat),
            "ListChoices": pb.ListChoicesRequest(match_id=match_id, seat=seat, turn=turn),
            "ListMatches": pb.ListMatchesRequest(),
            "GetMatch": pb.GetMatchRequest(match_id=match_id),
        }[name]
        if isinstance(request, pb.ListChoicesRequest):
            request.paths.add()
        for _ in range(60):
            if await refused_or_answered(chooser, name, request):
                break
        else:
            raise AssertionError("it was never refused")
        for _ in range(60):
            await house.organiser.ListMatches(pb.ListMatchesRequest())


async def refused_or_answered(chooser: Chooser, name: str, request: object) -> bool:
    """Call; whether it was refused for its cost."""
    try:
        reason = await why(getattr(chooser.client, name)(request))
    except AssertionError:
        return False
    assert "TOO_MANY_REQUESTS" == reason
    return True


@pytest.mark.asyncio
async def test_legal_moves_are_listed_while_their_player_has_time(tmp_path: Path) -> None:
    """A player who has none left is sent one legal move with each decision, and plays on."""
    async with opened(tmp_path, limits=limits(PLENTY)) as house:
        table = await house.organiser.create(players=2)
        streams = [await house.seat(table, seat, max_legal_moves=3) for seat in range(2)]
        await house.wait(table.match_id, lambda match: match.turn > 0)
        (first,) = [n for n, seat in enumerate(house.match(table.match_id).seats) if seat.decision]
        poor, other = streams[first], streams[1 - first]
        rich_decision = await poor.decision()
        account = f"seat:{table.tokens[first].split('_')[1]}"
        house.referee.guard.quotas.work.charge(account, 1e6)
        await poor.answer(rich_decision.turn, rich_decision.legal_moves[0])
        asked = await other.decision()
        await other.answer(asked.turn, asked.legal_moves[0])
        poor_decision = await poor.decision()

    assert 3 == len(rich_decision.legal_moves)
    assert 1 == len(poor_decision.legal_moves)
    assert not poor_decision.legal_moves_complete


def test_what_a_call_costs_at_least_is_more_than_nothing() -> None:
    """A flood of calls that do nothing is bounded as well, and so is one of large requests."""
    assert CALL > 0
    assert BYTE > 0
