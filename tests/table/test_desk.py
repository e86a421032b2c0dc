"""The desk of a page, for every game: all that is legal can be clicked together, and changed on the way."""

import json
import random
import re
from itertools import islice
from typing import Final

import pytest

from bessemer.engine import drafts
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase
from bessemer.table.desk import desk_of
from bessemer.table.events import DecisionAsked, MatchUpdated
from bessemer.table.model import TableModel
from bessemer.v1 import match_pb2
from tests.games.walks import SETTINGS, Setting, Way
from tests.table.clicking import click, click_together, sat
from tests.table.positions import positions
from tests.terminal.examples import view_in, views

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
SOME: Final = 40


@every_setting
def test_every_legal_move_can_be_clicked_together(setting: Setting) -> None:
    """By answers that the desk offers, and in the end it is that move, with a sentence about it."""
    game, rng = setting.game, random.Random(8)
    for walk, seat, view in islice(positions(setting, b"clicked", Way.RANDOM), SOME):
        move = game.sample_move(walk.state, seat, rng.randrange)
        model = sat(game, view)
        click_together(model, drafts.path_of(game, view, move))

        assert game.canonical(view, move) == model.ready_move
        desk = desk_of(model)
        assert desk["ready"].startswith(f"player {seat} ")
        assert json.loads(json.dumps(desk))["turn"] == 7


@every_setting
def test_whoever_changes_their_mind_goes_back_to_any_step(setting: Setting) -> None:
    """By a click on it; and an answer that a server has forgotten is made again as it was."""
    game, rng = setting.game, random.Random(9)
    for walk, seat, view in islice(positions(setting, b"changed", Way.BUSY), 12):
        move = game.sample_move(walk.state, seat, rng.randrange)
        path = drafts.path_of(game, view, move)
        model, other = sat(game, view), sat(game, view)
        click_together(model, path)
        desk = desk_of(model)
        assert [one["answers_before"] for one in desk["trail"] if one["is_own"]] == [
            *range(len(path))
        ]
        if not path:
            continue
        back = rng.randrange(len(path))
        assert model.go_back(back)
        assert path[:back] == tuple(desk_of(model)["path"])
        assert other.restore(path[:back])
        assert desk_of(model) == desk_of(other)
        assert other.restore(path)
        assert desk_of(other) == desk
        other.undo()
        assert path[:-1] == tuple(desk_of(other)["path"])


def test_the_members_of_a_set_are_restored_too() -> None:
    """Somebody who gives up two tiles of Brass has named one of them when the server forgets it."""
    found = 0
    setting = next(one for one in SETTINGS.values() if one.game.name == "brass")
    for _, _, view in positions(setting, b"members", Way.RANDOM):
        model = sat(setting.game, view)
        while model.ready_move is None and model.draft is not None and not model.draft.picked:
            offered = [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
            click(model, "develop" if "develop" in offered else offered[0])
        desk = desk_of(model)
        if desk["picked"]:
            found += 1
            other = sat(setting.game, view)
            assert other.restore(tuple(desk["path"]), tuple(desk["picked"]))
            assert desk == desk_of(other)
    assert found


@every_setting
def test_what_is_answered_is_told_in_words(setting: Setting) -> None:
    """Also what left nothing to choose: no names of the program, and no number without what it counts."""
    game, rng = setting.game, random.Random(12)
    for walk, seat, view in islice(positions(setting, b"in words", Way.BUSY), SOME):
        model = sat(game, view)
        assert model.take(game.sample_move(walk.state, seat, rng.randrange))
        for step in desk_of(model)["trail"]:
            said = step["answer"]
            assert not re.search(r"[a-z]_[a-z]|[a-z]\.[a-z0-9]", said), step
            assert step["is_more"] or not said.isdecimal(), step


def test_an_answer_that_is_asked_for_is_not_given_yet() -> None:
    """Whoever could only pass is asked nevertheless, and has answered nothing before they do."""
    found = 0
    setting = next(one for one in SETTINGS.values() if one.game.name == "alchemicus")
    for _, _, view in positions(setting, b"only", Way.RANDOM):
        desk = desk_of(sat(setting.game, view))
        assert not desk["trail"] or desk["ready"]
        found += bool(desk["question"]) and len(drafts.begin(setting.game, view).trail) == 1
    assert found


@every_game
def test_what_an_answer_stands_for_is_said_once(game: AnyGame) -> None:
    """No two answers of a question stand for the same thing, so a click on it is clear."""
    setting = next(one for one in SETTINGS.values() if one.game is game)
    rng = random.Random(3)
    for _, _, view in islice(positions(setting, b"things", Way.BUSY), 30):
        model = sat(game, view)
        while model.ready_move is None:
            offered = desk_of(model)["choices"]
            things = [one["thing"] for one in offered if one["thing"]]
            assert len(things) == len(set(things))
            click(model, rng.choice([one["word"] for one in offered if not one["why_not"]]))


def planned(cards: int) -> TableModel:
    """Somebody with a whole production plan of at least so many cards."""
    for view in views(Phase.PLAN, seats=2, seed=4):
        model = sat(FURNACE, view)
        while model.ready_move is None:
            offered = [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
            click(model, desk_of(model)["default"] or offered[0])
        if len(model.ready_move.steps) >= cards:
            return model
    raise AssertionError("no plan is so long")


def test_the_steps_of_a_plan_are_taken_in_another_order() -> None:
    """Each as it was, as far as the rules let it; the plan is whole again, and legal."""
    model = planned(4)
    order = [step.card for step in model.ready_move.steps]
    moved = [order[-1], *order[:-1]]
    assert model.reorder(moved)
    assert moved == [step.card for step in model.ready_move.steps]
    assert model.reorder(order)
    assert order == [step.card for step in model.ready_move.steps]
    chips = [one for one in desk_of(model)["trail"] if one["is_movable"]]
    assert order == [one["word"] for one in chips]


def test_a_step_that_can_no_longer_be_so_comes_as_near_as_may_be() -> None:
    """Whatever the order of a plan is, what is left of it is legal and asks on where it cannot know."""
    rng = random.Random(2)
    for view in islice(views(Phase.PLAN, seats=3, seed=5), 20):
        model = sat(FURNACE, view)
        while model.ready_move is None:
            offered = [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
            click(model, rng.choice(offered))
        order = [step.card for step in model.ready_move.steps]
        rng.shuffle(order)
        model.reorder(order)
        if model.ready_move is not None:
            drafts.check(FURNACE, view, model.ready_move)
            assert order == [step.card for step in model.ready_move.steps]
        else:
            assert model.question is not None


def test_a_plan_shows_what_is_held_after_each_step() -> None:
    """What the last step leaves is what the totals say."""
    model = planned(3)
    desk = desk_of(model)
    held = {total["name"]: total["before"] for total in desk["totals"]}
    for step in desk["trail"]:
        changed = {one["name"]: one["value"] for one in step["after"]}
        assert all(held[name] != value for name, value in changed.items())
        held |= changed
    assert held == {total["name"]: total["after"] for total in desk["totals"]}


def test_others_who_are_still_choosing_are_named() -> None:
    """Where several decide at the same time; whoever has answered is none of them."""
    view = view_in(Phase.PLAN, seats=3)
    model = sat(FURNACE, view)
    others = [f"player {seat}" for seat in range(3) if seat != view.seat]
    assert f"2 others are still choosing: {', '.join(others)}." == desk_of(model)["waiting"]


@pytest.mark.parametrize(
    ("seconds", "within"), [(150, "3 minutes"), (60, "a minute"), (2, "a minute")]
)
def test_who_has_no_connection_is_named_with_the_time_to_come_back(
    seconds: int, within: str
) -> None:
    """Only who is waited for, and has a limit; nobody who is there or has forfeited."""
    view = view_in(Phase.PLAN, seats=2)
    model = sat(FURNACE, view)
    other = next(seat for seat in range(2) if seat != view.seat)
    match = match_pb2.Match(game="furnace", status=match_pb2.MATCH_STATUS_RUNNING)
    for number in range(2):
        seat = match.seats.add(seat=number, player=f"player {number}", connected=True)
        seat.time_left.seconds = seconds
    model.hear(MatchUpdated(match))
    assert "" == model.away_line()
    match.seats[other].connected = False
    model.hear(MatchUpdated(match))
    assert "" == model.away_line(), "its bank is all it has"
    match.seats[other].clock.away_limit.seconds = 180
    model.hear(MatchUpdated(match))

    said = f"player {other} has no connection and must be back within {within}."
    assert said == model.away_line() == desk_of(model)["waiting"]
    match.seats[other].forfeited = True
    model.hear(MatchUpdated(match))
    assert "" == model.away_line()


def test_clocks_are_seconds_that_run_where_somebody_thinks() -> None:
    """A page counts them down by itself; where nobody is hurried there are none."""
    view = view_in(Phase.BID, seats=2)
    model = sat(FURNACE, view)
    clocks = desk_of(model)["clocks"]
    assert [60.0, 60.0] == [one["seconds"] for one in clocks]
    assert [seat == view.seat for seat in range(2)] == [one["runs"] for one in clocks]
    assert 60.0 == desk_of(model)["seconds_left"]


def test_a_change_in_the_middle_of_a_plan_keeps_the_rest() -> None:
    """Whoever goes back to a step and answers it anew finds the steps after it as they were."""
    model = planned(4)
    order = [step.card for step in model.ready_move.steps]
    second = next(one for one in desk_of(model)["trail"] if one["word"] == order[1])
    assert model.go_back(second["answers_before"])
    assert model.ready_move is None
    click(model, order[2])
    while model.ready_move is None:
        click(model, desk_of(model)["default"] or desk_of(model)["choices"][0]["word"])
    changed = [order[0], order[2], order[1], *order[3:]]
    assert changed == [step.card for step in model.ready_move.steps]
    assert model.notice is not None


def test_whoever_undoes_or_begins_anew_has_no_rest() -> None:
    """It comes back only to those who went back into the middle."""
    model = planned(4)
    order = [step.card for step in model.ready_move.steps]
    model.go_back(1)
    model.restart()
    click(model, order[0])
    assert len(desk_of(model)["path"]) == 1


def test_before_the_match_begins_it_says_who_is_missing() -> None:
    """And no clock runs; who sees a table is not told so any more, though the match is asked for later."""
    match = match_pb2.Match(game="furnace", status=match_pb2.MATCH_STATUS_OPEN)
    for seat in range(2):
        match.seats.add(seat=seat, player=f"player {seat}", joined=seat == 0)
        match.seats[seat].time_left.seconds = 60
    model = TableModel(0, lambda: 0.0)
    model.hear(MatchUpdated(match))
    desk = desk_of(model)
    assert "Not here yet: player 1." in desk["waiting"]
    assert not any(clock["runs"] for clock in desk["clocks"])
    model.hear(DecisionAsked(1, view_in(Phase.BID, seats=2), 60.0))
    assert "Not here yet" not in desk_of(model)["waiting"]
