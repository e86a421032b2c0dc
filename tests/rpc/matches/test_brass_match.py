"""Brass over gRPC: its refusals say what is wrong where, and what would be right."""

import pytest

from bessemer.v1 import brass_pb2, move_pb2
from tests.referees.in_process import House, move, move_text, reason_of, refused
from tests.rpc.unary_calls import sat_down


@pytest.mark.asyncio
async def test_a_move_of_the_wrong_kind_is_told_a_whole_move(house: House) -> None:
    """The path is that of the kind, and what is allowed can be sent as it is."""
    asked, *_ = await sat_down(house, game="brass")
    decision = (await asked.ask(max_legal_moves=1)).decision
    refusal = (await asked.check(decision.turn, move("stop", "brass"))).refusal

    assert ("ILLEGAL_MOVE", "brass.wrong-kind") == (reason_of(refusal), refusal.code)
    assert "move.brass.stop" == refusal.field
    assert list(decision.legal_moves) == list(refusal.allowed_moves)
    assert not (await asked.check(decision.turn, refusal.allowed_moves[0])).HasField("refusal")


@pytest.mark.parametrize(
    ("text", "code", "path", "allowed"),
    [
        ("loan 7 with {card}", "brass.wrong-amount", "loan.amount", ["10", "20", "30"]),
        (
            "develop gold iron from market with {card}",
            "brass.no-such-industry",
            "develop.first.industry",
            ["cotton", "coal", "iron", "port", "shipyard"],
        ),
        (
            "develop cotton iron from wigan.left with {card}",
            "brass.wrong-iron",
            "develop.first.iron",
            ["market"],
        ),
        ("sell bury.left to distant with {card}", "brass.wrong-mill", "sell.mill", []),
    ],
)
@pytest.mark.asyncio
async def test_a_wrong_part_is_told_what_could_stand_there(
    house: House, text: str, code: str, path: str, allowed: list[str]
) -> None:
    """Checked or submitted: the code, the path of the field, and its legal values."""
    asked, *_ = await sat_down(house, game="brass")
    decision = (await asked.ask()).decision
    sent = move(text.format(card=decision.view.brass.hand[0]), "brass")
    for refusal in (
        (await asked.check(decision.turn, sent)).refusal,
        await refused(asked.submit(decision.turn, sent)),
    ):
        assert ("ILLEGAL_MOVE", code) == (reason_of(refusal), refusal.code)
        assert f"move.brass.{path}" == refusal.field
        assert allowed == list(refusal.allowed_values)


@pytest.mark.asyncio
async def test_a_card_that_is_not_held_is_told_the_hand(house: House) -> None:
    """Its own: what others hold is not told."""
    asked, *_ = await sat_down(house, game="brass")
    decision = (await asked.ask()).decision
    refusal = (await asked.check(decision.turn, move("pass with nowhere", "brass"))).refusal

    assert ("brass.no-such-card", "move.brass.pass_action.card") == (refusal.code, refusal.field)
    assert sorted(set(decision.view.brass.hand)) == list(refusal.allowed_values)


@pytest.mark.parametrize(
    ("message", "path"),
    [
        pytest.param(brass_pb2.BrassMove(), "", id="nothing"),
        pytest.param(
            brass_pb2.BrassMove(loan=brass_pb2.BrassLoan(amount=-1, card="bury")),
            ".loan.amount",
            id="number",
        ),
        pytest.param(
            brass_pb2.BrassMove(rails=brass_pb2.BrassRails(card="bury")),
            ".rails.first.link",
            id="missing",
        ),
        pytest.param(
            brass_pb2.BrassMove(remove=brass_pb2.BrassRemove(space="No Space")),
            ".remove.space",
            id="name",
        ),
    ],
)
@pytest.mark.asyncio
async def test_a_malformed_move_is_told_its_field(
    house: House, message: brass_pb2.BrassMove, path: str
) -> None:
    """Whatever cannot be a move is refused with the path of what is wrong."""
    asked, *_ = await sat_down(house, game="brass")
    decision = (await asked.ask()).decision
    refusal = await refused(asked.submit(decision.turn, move_pb2.Move(brass=message)))

    assert ("MALFORMED_MOVE", decision.turn) == (reason_of(refusal), refusal.turn)
    assert f"move.brass{path}" == refusal.field


@pytest.mark.asyncio
async def test_an_action_is_asked_for_with_its_cards_and_figures(house: House) -> None:
    """The kind, the seat's own hand, the set-up, and as a default to pass with the first card."""
    asked, *_ = await sat_down(house, game="brass")
    response = await asked.ask(max_legal_moves=1, with_setup=True)
    decision, view = response.decision, response.decision.view.brass

    assert "action" == decision.kind
    assert [asked.seat] == list(view.waiting_seats)
    assert 8 == len(view.hand) == response.setup.brass.hand_size
    assert f"pass with {view.hand[0]}" == move_text(decision.legal_moves[0], "brass")
