"""Answers in the making: whatever is chosen becomes a legal move, and the totals are the rules'."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bessemer.faces.furnace.progress import claims_so_far, plan_so_far
from bessemer.games.furnace.legal import sample_move
from bessemer.games.furnace.moves import Bid, ProductionPlan
from bessemer.games.furnace.phases import simultaneous
from bessemer.games.furnace.phases.auction import legal_bids
from bessemer.games.furnace.state import Phase, View
from bessemer.table.answers.drafts import AnswerDraft, NotPossible
from bessemer.table.furnace.typing import TYPING
from bessemer.table.games import table_game
from tests.terminal.examples import seat_of, view_in, views

DRAFTS = table_game("furnace").drafts
TABLES = [(2, {}), (3, {"chain": "on"}), (4, {}), (4, {"capitalists": "off"})]


def all_views(phase: Phase, seed: int) -> Iterator[View]:
    """What is asked in matches of every kind."""
    for seats, options in TABLES:
        yield from views(phase, seats=seats, options=options, seed=seed)


def choose_at_random(draft: AnswerDraft, rng: random.Random) -> list[AnswerDraft]:
    """The draft after every answer, until it is a move."""
    drafts = [draft]
    while (question := drafts[-1].question) is not None:
        words = [choice.word for choice in question.choices if not choice.why_not]
        assert words
        assert not question.default or question.default in words
        drafts.append(drafts[-1].chosen(rng.choice(words)))
    return drafts


@pytest.mark.parametrize("phase", [Phase.COMPENSATION, Phase.PLACEMENT, Phase.PLAN])
def test_whatever_is_chosen_becomes_a_legal_answer(phase: Phase) -> None:
    """And what the draft says is held at the end is what the rules make of the move."""
    rng, seen = random.Random(5), 0
    for view in all_views(phase, seed=2):
        last = choose_at_random(DRAFTS.begin(view), rng)[-1]
        after = simultaneous.player_after(view.board, seat_of(view), last.move)

        if phase is Phase.COMPENSATION:
            assert after.stock == claims_so_far(view, last.trail).stock
        if phase is Phase.PLAN:
            plan = plan_so_far(view, last.trail, None)
            assert after.stock == plan.stock
            assert {card for card in after.companies if plan.is_upgraded(card)} == set(
                after.upgraded
            )
        seen += 1
    assert seen > 5


def test_a_bid_can_be_made_exactly_where_it_is_legal() -> None:
    """All cards and discs that the draft offers are the legal bids, and none is missing."""
    for view in all_views(Phase.BID, seed=3):
        assert set(legal_bids(view.board, seat_of(view))) == all_moves(DRAFTS.begin(view))


def all_moves(draft: AnswerDraft) -> set[object]:
    """Every move that the draft can become; what it says is not possible is refused."""
    if draft.question is None:
        return {draft.move}
    found = set()
    for choice in draft.question.choices:
        if choice.why_not:
            with pytest.raises(NotPossible):
                draft.chosen(choice.word)
        else:
            found |= all_moves(draft.chosen(choice.word))
    return found


def test_every_plan_can_be_said_step_by_step() -> None:
    """Each step in its canonical text, one after the other, leads to the plan."""
    rng = random.Random(7)
    for view in islice(all_views(Phase.PLAN, seed=5), 40):
        plan = sample_move(view.board, seat_of(view), rng.randrange)
        assert isinstance(plan, ProductionPlan)
        draft = DRAFTS.begin(view)
        for number, step in enumerate(plan.steps):
            if number < len(plan_so_far(view, draft.trail, draft.made.choice).steps):
                continue  # it left nothing to decide
            if step.counts or step.flips:
                draft = draft.chosen(str(step).lower())
            elif draft.made.choice is not None and draft.made.choice.name == "card":
                draft = draft.chosen(step.card)
        assert plan == draft.move


@pytest.mark.parametrize(
    ("phase", "text", "canonical"),
    [
        pytest.param(Phase.BID, "3 c07", "bid 3 on C07", id="disc-card"),
        pytest.param(Phase.BID, "3 on C07", "bid 3 on C07", id="disc-on-card"),
        pytest.param(Phase.BID, "C07 3", "bid 3 on C07", id="card-disc"),
        pytest.param(Phase.COMPENSATION, "2 0", "compensation 2 0", id="counts"),
        pytest.param(Phase.PLAN, "c06; s1 1 flip c28", "plan C06; S1 1 flip C28", id="plan"),
    ],
)
def test_short_forms(phase: Phase, text: str, canonical: str) -> None:
    """What people type for a move."""
    assert canonical == str(TYPING.parse(view_in(phase, seed=2), text))


def test_a_line_may_be_typed_without_its_word() -> None:
    """The cards alone are enough."""
    view = view_in(Phase.PLACEMENT, options={"chain": "on"})

    assert "line C07 S1" == str(TYPING.parse(view, "c07 s1"))


@pytest.mark.parametrize("text", ["", "what", "C07", "3", "bid on", "C07; ;"])
def test_what_is_no_move_is_none(text: str) -> None:
    """A card or a count alone answers a question instead."""
    assert TYPING.parse(view_in(Phase.BID), text) is None
    if text != "3":
        assert TYPING.parse(view_in(Phase.PLAN), text) is None


def test_an_illegal_move_is_refused_in_the_words_of_the_rules() -> None:
    """With what would be legal."""
    view = view_in(Phase.BID)
    with pytest.raises(NotPossible, match="no disc worth 9") as refused:
        DRAFTS.from_move(view, Bid(9, view.board.row.cards[0]))

    assert set(refused.value.instead) == set(map(str, legal_bids(view.board, seat_of(view))))


def test_a_step_that_overspends_is_refused_in_the_words_of_the_rules() -> None:
    """The step and what is missing are named; nothing is added to the plan."""
    view = next(
        view
        for view in views(Phase.PLAN, seed=9)
        if any(not stock for stock in view.board.players[seat_of(view)].stock[:3])
    )
    draft = DRAFTS.begin(view)
    startup = view.board.table.startups[seat_of(view)]

    with pytest.raises(NotPossible, match=f"step 1, {startup}"):
        draft.chosen(f"{startup} 9")
