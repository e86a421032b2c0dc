"""Answers to several decisions before the first is sent, and changes in their middle."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.errors import say
from bessemer.engine.foresight import foreseen
from bessemer.engine.game import Seat
from bessemer.games.brass.moves import Loan, Pass
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase
from bessemer.table.answers.reordering import wanted
from bessemer.table.desk import desk_of
from bessemer.table.events import AnswerRefused, DecisionAsked, MovesSeen, SeenMove
from bessemer.table.model import TableModel
from bessemer.web.previews import ahead_of, preview_of
from tests.games.walks import SETTINGS, Setting, Way
from tests.table.clicking import click, click_together, sat
from tests.table.positions import positions
from tests.terminal.examples import view_in

SOME: Final = dict(islice(SETTINGS.items(), 0, None, 5))
some_settings = pytest.mark.parametrize("setting", SOME.values(), ids=SOME)
TURN: Final = 7


def two_actions() -> tuple[State, Any]:
    """Somebody with two actions in the second round of Brass."""
    state = BRASS.setup(BRASS.options({}), 2, Chance(b"two actions"))
    for _ in range(2):
        (seat,) = state.board.waiting
        state = BRASS.apply(state, seat, BRASS.default_move(state, seat))
    (seat,) = state.board.waiting
    assert 2 == state.board.actions
    return state, BRASS.view(state, seat)


def planned() -> tuple[State, Any, TableModel]:
    """They plan a loan, and then to pass; nothing is sent."""
    state, view = two_actions()
    model = sat(BRASS, view)
    assert model.take(Loan(30, view.hand[0]))
    assert model.go_on()
    assert model.take(Pass(view.hand[1]))
    return state, view, model


def after(state: State, *moves: Any) -> State:  # noqa: ANN401 - moves
    """The match after moves of the one who is asked."""
    for move in moves:
        state = BRASS.apply(state, state.board.waiting[0], move)
    return state


def played(model: TableModel, turn: int, move: Any, state: State) -> None:  # noqa: ANN401 - a move
    """The referee says that the own move is made, and asks on."""
    assert model.players.own is not None
    seat = Seat(model.players.own)
    view = BRASS.view(state, seat)
    model.hear(MovesSeen([SeenMove(turn, seat, move, is_own_choice=True)], view))
    model.hear(DecisionAsked(turn + 1, view, 60.0))


def test_the_second_action_is_planned_on_the_table_as_the_first_leaves_it() -> None:
    """Its question, its board and its totals are those after the first; nothing is sent yet."""
    state, view = two_actions()
    model = sat(BRASS, view)
    assert not model.may_go_on
    assert model.take(Loan(30, view.hand[0]))
    assert (
        ahead_of(model, preview_of(model)).board.players[view.seat].money
        == view.board.players[view.seat].money + 30
    )
    assert desk_of(model)["may_go_on"]
    assert model.go_on()
    assert (
        BRASS.view(after(state, Loan(30, view.hand[0])), view.seat)
        == model.shown
        == ahead_of(model, preview_of(model))
    )
    desk = desk_of(model)
    assert ["player 0 takes a loan of £30 (card: "] == [
        one["sentence"].partition("card: ")[0] + "card: " for one in desk["earlier"]
    ]
    money = next(total for total in desk["totals"] if total["name"] == "money")
    assert 30 == money["after"] - money["before"]
    assert model.take(Pass(view.hand[1]))
    assert not desk_of(model)["may_go_on"]  # then others are asked


def test_both_are_sent_one_after_the_other() -> None:
    """The first at once, the second as soon as the referee asks for it; each once."""
    state, view, model = planned()
    first, second = Loan(30, view.hand[0]), Pass(view.hand[1])
    assert (TURN, first) == model.send()
    assert model.due() is None
    played(model, TURN, first, after(state, first))
    assert model.is_sent
    assert (TURN + 1, second) == model.due()
    assert model.due() is None


def test_the_first_can_be_sent_alone() -> None:
    """The second stays as a draft when it is asked for, whole or not."""
    state, view, model = planned()
    first = Loan(30, view.hand[0])
    model.undo()
    assert model.send() is None  # it is not whole
    assert (TURN, first) == model.send(first_alone=True)
    played(model, TURN, first, after(state, first))
    assert model.due() is None
    assert model.is_asked
    assert [] == desk_of(model)["earlier"]
    state, view, model = planned()
    model.send(first_alone=True)
    played(model, TURN, first, after(state, first))
    assert Pass(view.hand[1]) == model.ready_move


def test_a_plan_that_cannot_be_any_more_is_shown_as_a_draft() -> None:
    """It is not sent if what is asked is not what was foreseen; what is offered of it is answered."""
    state, view, model = planned()
    model.send()
    other = Loan(10, view.hand[1])  # so the card of the second action is gone
    played(model, TURN, other, after(state, other))
    assert model.due() is None
    assert model.is_asked
    assert model.ready_move is None
    assert "No longer possible" in getattr(model.notice, "text", "")
    _, view, model = planned()
    model.send()
    model.hear(AnswerRefused((say("the referee says no"),), (), is_open=True))
    assert 1 == len(desk_of(model)["earlier"])
    assert Pass(view.hand[1]) == model.ready_move


def test_a_move_made_for_a_late_seat_ends_the_plan() -> None:
    """What was planned after it was planned for another table."""
    state, view, model = planned()
    model.send()
    move = Pass(view.hand[0])
    seen = BRASS.view(after(state, move), view.seat)
    assert view.seat is not None
    model.hear(MovesSeen([SeenMove(TURN, view.seat, move, is_own_choice=False)], seen))
    model.hear(DecisionAsked(TURN + 1, seen, 60.0))
    assert model.due() is None
    assert [] == desk_of(model)["path"]


def test_steps_are_taken_back_over_the_end_of_an_action() -> None:
    """One by one to the first; Esc takes one action back, and then all of them."""
    model = planned()[-1]
    steps = 0
    while model.undo():
        steps += 1
    assert not desk_of(model)["earlier"]
    assert [] == desk_of(model)["path"]
    assert steps == 3  # the pass, its beginning, the loan
    model = planned()[-1]
    model.restart()
    assert 1 == len(desk_of(model)["earlier"])
    model.restart()
    assert [] == desk_of(model)["earlier"] == desk_of(model)["path"]


def test_actions_change_places_or_are_left_out() -> None:
    """Each as it was, as far as the rules let it."""
    _, view, model = planned()
    assert model.put_first(1)
    assert Loan(30, view.hand[0]) == model.ready_move
    assert (TURN, Pass(view.hand[1])) == model.send()
    assert not model.put_first(1)  # it is sent
    _, view, model = planned()
    assert not model.put_first(0)
    assert not model.put_first(2)
    assert model.leave_out(0)
    assert Pass(view.hand[1]) == model.ready_move
    assert not model.leave_out(0)
    assert (TURN, Pass(view.hand[1])) == model.send()


def test_whoever_changes_the_first_action_keeps_the_second() -> None:
    """It waits while the first is not whole, and is then made on the new table."""
    _, view, model = planned()
    loan = desk_of(model)["earlier"][0]
    amount = next(one for one in loan["trail"] if one["word"] == "30")
    assert model.go_back(amount["answers_before"], 0)
    assert 1 == len(desk_of(model)["later"])
    assert model.choose("10")
    assert Pass(view.hand[1]) == model.ready_move
    assert (TURN, Loan(10, view.hand[0])) == model.send()


def test_a_second_action_that_has_lost_its_card_says_so() -> None:
    """The rest of it is kept: only the card is asked for again."""
    _, view, model = planned()
    card = desk_of(model)["earlier"][0]["trail"][-1]
    assert model.go_back(card["answers_before"], 0)
    assert model.choose(view.hand[1])
    assert model.notice is not None
    assert "No longer possible" in model.notice.text
    desk = desk_of(model)
    assert ["pass"] == [one["word"] for one in desk["trail"]]
    assert 1 == len(desk["earlier"])


def test_a_server_that_forgot_a_plan_makes_it_again() -> None:
    """From the paths that a page keeps: all of it, or what is left when the first is played."""
    state, view, model = planned()
    desk = desk_of(model)
    earlier = [tuple(map(tuple, one["path"])) for one in desk["earlier"]]
    path = tuple(map(tuple, desk["path"]))
    other = sat(BRASS, view)
    assert other.restore(path, (), earlier)
    assert desk == desk_of(other)
    seat = view.seat
    later = sat(BRASS, BRASS.view(after(state, Loan(30, view.hand[0])), seat))
    assert later.restore(path, (), earlier, played=1)
    assert Pass(view.hand[1]) == later.ready_move
    assert not sat(BRASS, view).restore(path, (), earlier, played=2)


def chained(setting: Setting) -> Iterator[tuple[Any, Any]]:
    """Positions with a move after which the same seat is asked, and knows what."""
    rng = random.Random(4)
    for walk, seat, view in positions(setting, b"chained", Way.BUSY):
        move = setting.game.sample_move(walk.state, seat, rng.randrange)
        if foreseen(setting.game, view, move) is not None:
            yield view, move


@pytest.mark.parametrize("game", ["brass", "alchemicus"])
def test_plans_of_several_decisions_go_to_where_something_hidden_comes(game: str) -> None:
    """Each stage is made on what the one before leaves; sent, each answers what the referee asks."""
    rng, longest = random.Random(6), 0
    for setting in (one for one in SOME.values() if one.game is GAMES[game]):
        for view, move in islice(chained(setting), 6):
            rules, model = setting.game, sat(setting.game, view)
            model.take(move)
            moves = [rules.canonical(view, move)]
            while model.go_on():
                assert model.draft is not None
                state = rules.resample(model.shown, Chance(b"any"))
                found = rules.sample_move(state, view.seat, rng.randrange)
                click_together(model, drafts.path_of(rules, model.shown, found))
                moves.append(model.ready_move)
            longest = max(longest, len(moves))
            answer, state = model.send(), rules.resample(view, Chance(b"as it is"))
            for turn, next_one in enumerate(moves, TURN):
                assert (turn, next_one) == answer
                state = rules.apply(state, view.seat, next_one)
                model.hear(
                    MovesSeen([SeenMove(turn, view.seat, next_one, is_own_choice=True)], None)
                )
                if turn - TURN < len(moves) - 1:
                    model.hear(DecisionAsked(turn + 1, rules.view(state, view.seat), 60.0))
                    answer = model.due()
    assert longest > 1


@some_settings
def test_the_same_answer_once_more_keeps_all_that_came_after_it(setting: Setting) -> None:
    """Whoever goes back anywhere and answers as before has the whole answer again, and nothing is lost."""
    game, rng = setting.game, random.Random(5)
    for walk, seat, view in islice(positions(setting, b"the same", Way.BUSY), 12):
        path = drafts.path_of(game, view, game.sample_move(walk.state, seat, rng.randrange))
        model = sat(game, view)
        click_together(model, path)
        if not path:
            continue
        move, back, is_series = model.ready_move, rng.randrange(len(path)), series(model)
        model.go_back(back)
        if is_set(model) or is_series:
            continue
        click(model, path[back][0])
        assert move == model.ready_move
        assert "No longer" not in getattr(model.notice, "text", "")


def is_set(model: TableModel) -> bool:
    """Whether the open question wants several answers at once."""
    draft = model.draft
    return draft is not None and draft.made.choice is not None and draft.made.choice.is_set


def series(model: TableModel) -> bool:
    """Whether the answer is a plan of steps that have an order of their own."""
    return any(one["is_movable"] for one in desk_of(model)["trail"])


@some_settings
def test_another_answer_keeps_what_is_still_offered_and_names_the_rest(setting: Setting) -> None:
    """All that was decided after it is decided so again, or is said to be no longer possible."""
    game, rng, looked_at = setting.game, random.Random(6), 0
    for walk, seat, view in islice(positions(setting, b"another", Way.BUSY), 25):
        path = drafts.path_of(game, view, game.sample_move(walk.state, seat, rng.randrange))
        model = sat(game, view)
        click_together(model, path)
        if len(path) < 2 or series(model):
            continue
        left, back = model.draft, rng.randrange(len(path) - 1)
        model.go_back(back)
        offered = [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
        others = [word for word in offered if word not in path[back]]
        if not others or is_set(model):
            continue
        click(model, rng.choice(others))
        draft = model.draft
        assert draft is not None
        assert left is not None
        said = model.notice.text if model.notice else ""
        if draft.made.choice is None:
            answered = [(one.choice.name, one.answer) for one in draft.trail[1:]]
            decided = [one for one in left.trail if choices.only_answer(one.choice) is None]
            gone = [
                one for one in decided[back + 1 :] if (one.choice.name, one.answer) not in answered
            ]
            assert ("No longer possible" in said) == bool(gone)
        else:
            before = wanted(left.trail, draft.made.trail, draft.made.choice)
            assert ("No longer possible" in said) == (before is not None)
        looked_at += 1
    assert looked_at


def test_a_bid_goes_to_another_company_with_the_same_disc() -> None:
    """In Furnace: the company is changed, and the disc stays."""
    view = view_in(Phase.BID, seats=2)
    model = sat(FURNACE, view)
    first, other = view.board.row.cards[:2]
    click(model, first)
    click(model, "2")
    assert model.go_back(0)
    click(model, other)
    assert Bid(2, other) == model.ready_move
