"""Drafts of production plans: whatever they allow, the rules allow, with the same result."""

import random

import pytest

from bessemer.engine.errors import IllegalMove
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.sdk.furnace import FurnaceView
from bessemer.testing import FakeReferee

CHAINS = pytest.mark.parametrize("chain", ["off", "on"])


def plan_views(chain: str) -> list[FurnaceView]:
    """What seats see that are asked for a plan, in several matches."""
    return [
        view
        for seed in range(4)
        for view in FakeReferee(FurnaceView, seed=seed, options={"chain": chain}).views()
        if view.phase == "plan"
    ]


@CHAINS
def test_a_legal_plan_can_be_drafted_step_by_step(chain: str) -> None:
    """Any plan that the rules allow, with the stock that the rules give for it."""
    rng = random.Random(1)
    for view in plan_views(chain):
        for _ in range(5):
            plan = view.random_move(rng)
            assert isinstance(plan, ProductionPlan)
            draft = view.draft()
            for card, counts, flips in plan.steps:
                draft.run(card, *counts, flips=flips)

            assert plan == draft.plan()
            assert () == draft.left
            assert view.after(plan).stock == draft.stock


@CHAINS
def test_what_a_draft_allows_the_rules_allow(chain: str) -> None:
    """Steps made up at random: the draft takes exactly those that can be part of a legal plan."""
    rng = random.Random(2)
    taken = refused = 0
    for view in plan_views(chain):
        draft = view.draft()
        for _ in range(30):
            before = draft.plan()
            step = made_up_step(view, draft.left, rng)
            try:
                draft.run(step.card, *step.counts, flips=step.flips)
            except IllegalMove:
                refused += 1
                assert before == draft.plan()
            else:
                taken += 1
                assert view.why_illegal(draft.plan()) is None

    assert taken > 50
    assert refused > 100


def made_up_step(view: FurnaceView, left: tuple[str, ...], rng: random.Random) -> Step:
    """Any card with any counts, mostly of the right number, and any flips."""
    card = rng.choice([*view.cards, *view.board.gone[:1], *left[:1] * 9])
    counts = tuple(rng.choices([0, 0, 1, 1, 2, 9, -1], k=rng.choice([0, 1, 1, 2])))
    flips = tuple(rng.choices([*view.cards, *view.cards], k=rng.choice([0, 0, 1, 2])))
    return Step(card, counts, flips)


def test_the_draft_says_the_most_that_each_line_can_do() -> None:
    """One more of any count, those before it being as they are, cannot be paid."""
    seen = 0
    for view in plan_views("off"):
        draft = view.draft()
        for card in view.cards:
            most = draft.most(card)
            view.draft().run(card, *most)
            for place in range(len(most)):
                over = (*most[:place], most[place] + 1, *most[place + 1 :])
                seen += 1
                with pytest.raises(IllegalMove):
                    view.draft().run(card, *over)

    assert seen > 100


def test_a_draft_of_nothing_is_the_default_plan() -> None:
    """Cards that were not run are run idly at the end."""
    for view in plan_views("off"):
        assert view.default_move() == view.draft().plan()


def test_a_refused_step_says_what_the_referee_would_say() -> None:
    """The error is the rules' own, naming the step and the card."""
    view = FakeReferee(FurnaceView).view("plan")
    draft = view.draft()
    draft.run_most(view.startup.id)

    with pytest.raises(IllegalMove, match=rf"step 2, {view.startup.id}: resolved before") as raised:
        draft.run(view.startup.id, 0)
    assert "furnace.card-twice" == raised.value.code
