"""A plan in the making as a board draws it."""

from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase
from bessemer.table.desk import desk_of
from bessemer.web.previews import preview_of
from tests.table.clicking import click, sat
from tests.terminal.examples import view_in, views


def test_a_plan_is_drawn_as_far_as_it_is_decided() -> None:
    """Each step with what is held after it, which is what the totals say in the end."""
    view = list(views(Phase.PLAN, seats=2, seed=4))[-1]
    model = sat(FURNACE, view)
    assert preview_of(model) is None
    steps = 0
    while model.ready_move is None:
        offered = [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
        steps += model.question is not None and model.question.name == "card"
        click(model, desk_of(model)["default"] or offered[0])
        preview = preview_of(model)
        if preview is not None:
            assert len(preview["move"]["flow"]) >= preview["steps"] >= steps
    preview = preview_of(model)
    assert preview is not None
    cards = [step.card for step in model.ready_move.steps]
    assert cards == [step["card"] for step in preview["move"]["production_plan"]["steps"]]
    assert len(cards) == preview["steps"]
    held = {total["name"]: total["after"] for total in desk_of(model)["totals"]}
    assert held["money"] == preview["move"]["flow"][-1]["money"]


def test_other_answers_have_none() -> None:
    """A bid is no plan."""
    model = sat(FURNACE, view_in(Phase.BID))
    click(model, desk_of(model)["choices"][0]["word"])
    assert preview_of(model) is None
