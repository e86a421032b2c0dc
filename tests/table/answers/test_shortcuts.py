"""What a click on the board begins, before the question comes to it."""

from functools import cache

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.choices import Thing
from bessemer.table.answers.plan import AnswerPlan
from bessemer.table.games import table_game
from tests.web.position_pages import Position, played


@cache
def at(game: str, kind: str) -> Position:
    """The first position of a match in which so is decided."""
    return next(one for one in next(played(GAMES[game], 1)) if one.kind == kind)


def plan_of(position: Position) -> AnswerPlan:
    """An answer that is begun there."""
    return AnswerPlan(table_game(position.game.name).drafts, position.view)


@pytest.mark.parametrize(("game", "kind"), [("brass", "action"), ("furnace", "bid")])
def test_each_thing_leads_to_itself(game: str, kind: str) -> None:
    """Whatever may be clicked: by answers that lead there, the answer comes to take it."""
    position = at(game, kind)
    for thing in plan_of(position).draft.shortcuts:
        plan = plan_of(position)
        assert plan.begin_with(thing)
        while plan.wish is not None:
            plan.choose(min(plan.draft.leads_to(thing)))
        words = [word for choice, _ in plan.draft.trail for word in choice.words]
        assert any(word.thing == thing for word in words)


def test_a_card_of_brass_begins_a_build() -> None:
    """A card can be played for anything; a click means a build where one is possible."""
    plan = plan_of(at("brass", "action"))
    cards = [thing for thing in plan.draft.shortcuts if thing.kind == "card"]
    card = next(card for card in cards if "build" in plan.draft.leads_to(card))
    assert plan.draft.leads_to(card) == {"build"}
    plan.begin_with(card)

    assert plan.draft.made.path[:2] == (("build",), (card.id,))


def test_a_disc_waits_for_its_card() -> None:
    """A disc, and then a card, make the same bid as a card and then the disc."""
    plan = plan_of(at("furnace", "bid"))
    [disc, *_] = plan.draft.shortcuts
    plan.begin_with(disc)
    assert plan.wish == disc
    plan.choose(min(plan.draft.leads_to(disc)))

    assert plan.draft.move is not None
    assert str(plan.draft.move.value) == disc.id


def test_undo_forgets_what_was_clicked() -> None:
    """After a step back every answer is offered again."""
    plan = plan_of(at("furnace", "bid"))
    plan.begin_with(next(iter(plan.draft.shortcuts)))
    assert plan.can_undo
    plan.undo()

    assert plan.wish is None
    assert not plan.can_undo


def test_what_leads_nowhere_begins_nothing() -> None:
    """A click on something that is no shortcut changes nothing."""
    plan = plan_of(at("furnace", "bid"))

    assert not plan.begin_with(Thing("disc", "9"))
    assert plan.draft.made.path == ()
