"""RulesQuestions about the rules: every one in every game, and bad ones."""

import io
import json
import random
import sys
from typing import Any

import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.lines import questions as module
from bessemer.lines.questions import RulesQuestions
from bessemer.sdk.offline.fake_referee import FakeReferee
from bessemer.sdk.view import view_class

every_game = pytest.mark.parametrize("game", NAMES)


def asked(game: str, seed: int = 1) -> RulesQuestions:
    """With a new match as state 1."""
    questions = RulesQuestions(game, random.Random(seed))
    assert 1 == questions.reply({"ask": "new", "seats": 3, "seed": "7"})["state"]
    return questions


@every_game
def test_a_whole_match_can_be_played_by_questions(game: str) -> None:
    """`sample` and `apply` until nobody is asked; `outcome` says how it ended."""
    questions, state = asked(game), 1
    decisions: list[object] = [None]
    while decisions:
        assert questions.reply({"ask": "outcome", "state": state}) == {"outcome": None}
        move = questions.reply({"ask": "sample", "state": state})["move"]
        assert {"legal": True} == questions.reply({"ask": "check", "state": state, "move": move})
        applied = questions.reply({"ask": "apply", "state": state, "move": move})
        questions.reply({"ask": "forget", "state": state})
        state, decisions = applied["state"], applied["decisions"]

    outcome = questions.reply({"ask": "outcome", "state": state})["outcome"]
    assert 3 == len(outcome["ranks"]) == len(outcome["scores"])
    assert "the match is over" in questions.reply({"ask": "legal", "state": state})["error"]
    assert questions.reply({"ask": "rollout", "state": state}) == {"outcome": outcome, "moves": 0}


@every_game
def test_the_replies_are_those_of_the_rules(game: str) -> None:
    """What is legal, what a move leads to, and the choices: as in Python."""
    view = FakeReferee(view_class(game), seed=5).view_after(6)
    questions, rules = RulesQuestions(game), GAMES[game]
    questions.begin(view)

    texts = [rules.format(move) for move in view.legal_moves(3)]
    assert texts == questions.reply({"ask": "legal", "most": 3})["moves"]
    assert questions.reply({"ask": "legal"})["all"] == (len(view.legal_moves(101)) <= 100)
    after = view.after(view.legal_moves(1)[0])
    shown = None if after is None else questions.plain.view(after.seen)
    assert {"view": shown} == questions.reply({"ask": "after", "index": 0})
    assert {"view": questions.plain.view(view.seen)} == questions.reply({"ask": "view"})
    draft = view.choices()
    assert draft.choice is not None
    plain = questions.reply({"ask": "choices"})["choice"]
    assert draft.choice.name == plain["name"]
    assert [word.text for word in draft.choice.words] == plain["words"]


@every_game
def test_what_a_seat_does_not_know_is_imagined(game: str) -> None:
    """A state that `imagine` makes looks to the seat like what it sees; a spectator sees less."""
    view = FakeReferee(view_class(game), seed=5).view_after(6)
    questions = RulesQuestions(game)
    questions.begin(view)
    for _ in range(3):
        state = questions.reply({"ask": "imagine"})["state"]
        seen = questions.reply({"ask": "view", "state": state, "seat": int(view.seat)})
        assert questions.reply({"ask": "view"}) == seen
        assert questions.reply({"ask": "view", "state": state})["view"]
    questions.begin(view)
    assert "no state" in questions.reply({"ask": "outcome", "state": state})["error"]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("hello", "a question has 'ask'"),
        ({}, "a question has 'ask'"),
        ({"ask": "dance"}, "one of after, apply"),
        ({"ask": ["legal"]}, "one of after, apply"),
        ({"ask": "legal"}, "say about which state"),
        ({"ask": "legal", "state": 9}, "there is no state 9"),
        ({"ask": "legal", "state": [1]}, "there is no state"),
        ({"ask": "legal", "state": 1, "most": -1}, "'most' is a whole number"),
        ({"ask": "legal", "state": 1, "most": 10**9}, "at most 100,000 moves"),
        ({"ask": "legal", "state": 1, "seat": 9}, "seat 9 is not asked"),
        ({"ask": "view", "state": 1, "seat": 9}, "there is no seat 9"),
        ({"ask": "check", "state": 1}, "say a move"),
        ({"ask": "apply", "state": 1, "move": 7}, "say a move"),
        ({"ask": "apply", "state": 1, "move": "dance"}, "not a move of"),
        ({"ask": "choices", "state": 1, "path": "C07"}, "a path is a list"),
        ({"ask": "choices", "state": 1, "path": [["no"]]}, "is not offered"),
        ({"ask": "new", "seats": 99}, "seats, not 99"),
        ({"ask": "new", "options": {"x": "y"}}, "x"),
        ({"ask": "new", "options": ["x"]}, "options are texts by name"),
        ({"ask": "forget", "state": 9}, "there is no state 9"),
    ],
)
@every_game
def test_a_bad_question_gets_a_sentence(game: str, question: object, sentence: str) -> None:
    """And the next one is answered."""
    questions = asked(game)
    assert sentence in questions.reply(question)["error"]
    assert "moves" in questions.reply({"ask": "legal", "state": 1})


def test_an_illegal_move_is_explained() -> None:
    """Its code is for programs, the sentence for people; the state is as it was."""
    questions = asked("furnace")
    card = questions.reply({"ask": "choices", "state": 1})["choice"]["words"][0]
    move = f"bid 2 on {card}"
    state = questions.reply({"ask": "apply", "state": 1, "move": move})["state"]
    checked = questions.reply({"ask": "check", "state": state, "move": move})

    assert not checked["legal"]
    assert checked["code"].startswith("furnace.")
    assert card in checked["why"]
    assert (
        checked["why"] == questions.reply({"ask": "apply", "state": state, "move": move})["error"]
    )


def test_states_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is the program's own, and it is told what to do."""
    monkeypatch.setattr(module, "MOST_STATES", 3)
    questions = asked("furnace")
    replies = [questions.reply({"ask": "new"}) for _ in range(3)]
    assert "forget some" in replies[-1]["error"]
    assert {"states": 0} == questions.reply({"ask": "forget"})
    assert "state" in questions.reply({"ask": "new"})


@every_game
def test_rules_answers_line_by_line(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed gives the same replies; a line that is no JSON gets a sentence."""
    lines = b'[{"ask": "new", "seats": 2}, {"ask": "rollout", "state": 1}]\nnonsense\n[[[\n'

    def replies() -> list[Any]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert 0 == main(["rules", game, "--seed", "3"])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    first = replies()
    assert 2 == len(first[0][1]["outcome"]["ranks"])
    assert all("a question has 'ask'" in reply["error"] for reply in first[1:])
    assert first == replies()
