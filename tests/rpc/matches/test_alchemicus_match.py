"""Alchemicus over gRPC: its refusals say what is wrong where, and what would be right."""

from typing import Final

import pytest

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.matches.records import Cause
from bessemer.v1 import alchemicus_pb2 as pb
from bessemer.v1 import match_pb2, move_pb2
from bessemer.v1.match_service_pb2 import WatchMatchRequest
from tests.referees.in_process import House, eventually, move, reason_of, refused
from tests.rpc.unary_calls import Caller, sat_down

BANK: Final = {"bank": "on", "round_cap": "12"}


async def asked_to_draw(house: House) -> tuple[Caller, match_pb2.Decision]:
    """The seat that begins a match with a bank, and what it is asked."""
    asked, *_ = await sat_down(house, game="alchemicus", options=BANK)
    decision = (await asked.ask()).decision
    assert "draw" == decision.kind
    return asked, decision


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        pytest.param("pass", "must-act", "pass_on", id="pass"),
        pytest.param("move 3", "wrong-kind", "walk", id="kind"),
        pytest.param("take Infamia for Horten", "not-in-bank", "draw_bank.card", id="bank"),
        pytest.param("take {bank} for Infamia", "not-in-hand", "draw_bank.fee", id="fee"),
        pytest.param("draw noctis for Horten", "no-card-to-draw", "draw_noctis", id="noctis"),
    ],
)
@pytest.mark.asyncio
async def test_an_illegal_move_is_told_what_would_be_legal(
    house: House, text: str, code: str, path: str
) -> None:
    """Checked or submitted: the code, the path of the field, and moves that can be sent as they are."""
    asked, decision = await asked_to_draw(house)
    open_card = pb.AlchemicusKind.Name(decision.view.alchemicus.bank[0])
    sent = move(text.format(bank=open_card.removeprefix("ALCHEMICUS_KIND_").title()), "alchemicus")
    for refusal in (
        (await asked.check(decision.turn, sent)).refusal,
        await refused(asked.submit(decision.turn, sent)),
    ):
        assert ("ILLEGAL_MOVE", f"alchemicus.{code}") == (reason_of(refusal), refusal.code)
        assert f"move.alchemicus.{path}" == refusal.field
        assert refusal.allowed_moves
        for allowed in refusal.allowed_moves:
            assert not (await asked.check(decision.turn, allowed)).HasField("refusal")


@pytest.mark.parametrize(
    ("message", "path"),
    [
        pytest.param(pb.AlchemicusMove(), "", id="nothing"),
        pytest.param(
            pb.AlchemicusMove(draw_bank=pb.AlchemicusDrawBank(card=pb.ALCHEMICUS_KIND_DOMO)),
            ".draw_bank.fee",
            id="unset",
        ),
        pytest.param(
            pb.AlchemicusMove(gift=pb.AlchemicusGift(pay=[1, 99])),  # type: ignore[list-item]
            ".gift.pay[1]",
            id="unknown",
        ),
    ],
)
@pytest.mark.asyncio
async def test_what_is_no_move_is_told_where(
    house: House, message: pb.AlchemicusMove, path: str
) -> None:
    """Malformed, with the path of the field; the turn stays open."""
    asked, decision = await asked_to_draw(house)
    sent = move_pb2.Move(alchemicus=message)
    for refusal in (
        (await asked.check(decision.turn, sent)).refusal,
        await refused(asked.submit(decision.turn, sent)),
    ):
        assert "MALFORMED_MOVE" == reason_of(refusal)
        assert f"move.alchemicus{path}" == refusal.field
    assert decision.turn == (await asked.submit(decision.turn, move("draw", "alchemicus"))).turn


@pytest.mark.asyncio
async def test_nobody_else_is_told_the_hand(house: House) -> None:
    """Each seat is sent its own cards, a spectator none."""
    callers = await sat_down(house, game="alchemicus")
    state = house.match(callers[0].match_id).published_state
    watching = house.organiser.WatchMatch(WatchMatchRequest(match_id=callers[0].match_id))
    first = await watching.read()
    sent = (await callers[0].ask()).decision

    assert not first.view.alchemicus.own_hand
    assert [card + 1 for card in state.hands[callers[0].seat]] == sent.view.alchemicus.own_hand


@pytest.mark.asyncio
async def test_a_seat_that_does_not_answer_makes_the_default_move(house: House) -> None:
    """Time runs out: the move is the engine's own default, and the match goes on."""
    asked, *_ = await sat_down(house, game="alchemicus", options=BANK)
    match = house.match(asked.match_id)
    default = ALCHEMICUS.format(ALCHEMICUS.default_move(match.published_state, Seat(asked.seat)))
    turn = await house.run_out(asked.match_id, asked.seat)
    await eventually(lambda: len(match.played) >= turn)  # it is told when it is durable
    entry = match.played[turn - 1].record

    assert (asked.seat, default, Cause.TIMED_OUT) == (entry.seat, entry.move, entry.cause)
