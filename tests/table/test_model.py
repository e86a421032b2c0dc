"""What one person at the table knows: turns, notices, clocks and steps that can be taken back."""

from typing import Any

from bessemer.engine.errors import say
from bessemer.faces.players import Players
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import Phase, View
from bessemer.table.events import (
    AnswerAccepted,
    AnswerRefused,
    ConnectionBack,
    ConnectionLost,
    DecisionAsked,
    MatchEnded,
    MatchUpdated,
    MovesSeen,
    SeenMove,
    Stopped,
)
from bessemer.table.model import TableModel
from bessemer.table.notices import result_lines
from bessemer.v1 import match_pb2
from tests.terminal.examples import asked, match_of, seat_of, view_in


class Watch:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def sat_down(view: View, watch: Watch | None = None) -> TableModel:
    """Somebody who is asked."""
    model = TableModel(view.seat, watch or Watch())
    for event in asked(view):
        model.hear(event)
    return model


def drafted(model: TableModel) -> Any:  # noqa: ANN401 - a move, or nothing
    """The move that waits to be sent."""
    return model.ready_move


def test_an_answer_is_made_step_by_step_and_taken_back() -> None:
    """Every step is undone alone, or all of them at once."""
    view = view_in(Phase.BID)
    model, card = sat_down(view), view.board.row.cards[2]
    assert model.choose(card)
    assert model.choose("2")
    assert Bid(2, card) == drafted(model)
    assert model.undo()
    assert drafted(model) is None
    assert model.choose("3")
    assert Bid(3, card) == drafted(model)
    model.restart()

    assert 1 == len(model.drafts)
    assert not model.undo()


def test_what_is_not_possible_is_explained_and_changes_nothing() -> None:
    """The notice says why, and what would be."""
    view = view_in(Phase.BID)
    model = sat_down(view)

    assert not model.choose("C99")
    assert model.notice is not None
    assert model.notice.is_bad
    assert "C99" in model.notice.text
    assert view.board.row.cards[0] in model.notice.text
    assert 1 == len(model.drafts)


def test_the_clock_runs_down_while_the_seat_decides() -> None:
    """The own one by the decision, the others' only while they are asked."""
    view, watch = view_in(Phase.BID), Watch()
    model = sat_down(view, watch)
    own = seat_of(view)
    watch.time += 4
    clocks = model.clocks()

    assert "12:30" == clocks[own]
    assert {"10:00"} == {text for seat, text in enumerate(clocks) if seat != own}
    model.sent()
    assert "10:00" == model.clocks()[own]


def test_a_lost_connection_keeps_the_answer_in_the_making() -> None:
    """Asked again for the same turn, the steps are still there; for another one they are not."""
    view = view_in(Phase.BID)
    model = sat_down(view)
    model.choose(view.board.row.cards[0])
    model.hear(ConnectionLost("the referee does not answer"))
    assert model.away
    model.hear(ConnectionBack())
    model.hear(DecisionAsked(7, view, 20.0))
    assert not model.away
    assert 2 == len(model.drafts)
    model.hear(DecisionAsked(9, view, 20.0))

    assert 1 == len(model.drafts)


def test_a_refusal_leaves_the_answer_to_be_changed() -> None:
    """The notice has the referee's words with names for seats, and what could be sent."""
    view = view_in(Phase.BID)
    model = sat_down(view)
    card = view.board.row.cards[0]
    model.choose(card)
    model.choose("1")
    model.sent()
    assert model.question is None
    message = f"seat {view.seat} has no disc worth 1, seat {view.seat} may bid 2"
    model.hear(AnswerRefused((say(message),), ("bid 2 on C07",), is_open=True))

    assert model.notice is not None
    assert "you have no disc worth 1, you may bid 2" in model.notice.text
    assert "bid 2 on C07" in model.notice.text
    assert Bid(1, card) == drafted(model)


def test_a_refusal_of_a_turn_that_is_gone_closes_it() -> None:
    """There is nothing more to answer."""
    model = sat_down(view_in(Phase.BID))
    model.hear(AnswerRefused((say("answered already"),), (), is_open=False))

    assert 0 == model.turn
    assert model.question is None


def test_a_move_made_for_a_late_seat_is_said_so() -> None:
    """The decision is closed, and the log tells it too."""
    view = view_in(Phase.BID)
    model = sat_down(view)
    model.hear(MovesSeen([SeenMove(7, seat_of(view), Bid(1, "C07"), is_own_choice=False)], None))

    assert 0 == model.turn
    assert model.notice is not None
    assert "ran out" in model.notice.text
    assert "(out of time)" in model.log[-1]


def test_the_own_move_in_the_news_closes_the_decision() -> None:
    """As after an answer whose confirmation was lost."""
    view = view_in(Phase.BID)
    model = sat_down(view)
    model.sent()
    model.hear(AnswerAccepted(7))
    assert seat_of(view) not in model.waiting()
    model.hear(MovesSeen([SeenMove(7, seat_of(view), Bid(1, "C07"), is_own_choice=True)], None))

    assert 0 == model.turn
    assert model.notice is None


def test_suggestions_are_the_organisers_to_allow() -> None:
    """As the match says."""
    view = view_in(Phase.BID)
    model = sat_down(view)
    assert model.may_suggest
    model.hear(MatchUpdated(match_of(view, suggestions=False)))

    assert not model.may_suggest


def test_an_illegal_suggestion_or_typed_move_is_not_taken() -> None:
    """The rules are asked first."""
    view = view_in(Phase.BID)
    model = sat_down(view)

    assert not model.take(Bid(9, view.board.row.cards[0]))
    assert model.take(Bid(1, view.board.row.cards[0]), "because")
    assert model.notice is not None
    assert "because" == model.notice.text


def test_after_the_end_nothing_is_asked() -> None:
    """Neither after a result nor after a stop."""
    view = view_in(Phase.BID)
    for event in (MatchEnded(match_pb2.MatchResult(), view), Stopped("a newer stream")):
        model = sat_down(view)
        model.hear(event)

        assert model.is_over
        assert () == model.clocks()
        assert () == model.waiting()


def test_results_name_everybody_in_the_order_of_ranks() -> None:
    """With what went wrong; and an aborted match says why."""
    result = match_pb2.MatchResult(ranks=[2, 1], scores=[10, 12])
    result.seat_faults.add(seat=0, message="out of time")
    lines = result_lines(Players(("Ada", "Bob"), 0), result, [])

    assert ["1.  B Bob          12", "2.  A Ada (you)    10  (out of time)"] == lines
    assert (
        "nobody came"
        in result_lines(Players(()), match_pb2.MatchResult(message="nobody came"), [])[0]
    )
