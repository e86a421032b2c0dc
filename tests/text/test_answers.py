"""Free-form answers, read back."""

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.table.answers.drafts import DraftChoice, DraftQuestion
from bessemer.text.answers import Move, NamedChoice, Rules, read_answer
from bessemer.text.listing import listed

BRASS = GAMES["brass"]
ACTIONS = DraftQuestion(
    "What do you do?",
    (
        DraftChoice("", "build", "build"),
        DraftChoice("", "build_two_cards", "build with two cards"),
        DraftChoice("", "sell", "sell", "there is nothing to sell"),
        DraftChoice("", "loan", "loan"),
    ),
)
AMOUNTS = DraftQuestion(
    "How much?", (DraftChoice("", "30", "£30"), DraftChoice("", "10"), DraftChoice("", "none"))
)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("1", "build"),
        ("Answer: 3.", "loan"),
        ("3", "loan"),
        ("**loan**", "loan"),
        ("I could build, but I take the LOAN", "loan"),
        ("loan? No:\nbuild with two cards", "build_two_cards"),
        ("build_two_cards", "build_two_cards"),
        ("build\n\nThat is my answer, because it is cheap.", "build"),
        ("x" * 100_000 + "\n1", "build"),
    ],
)
def test_the_last_that_is_named_counts(answer: str, word: str) -> None:
    """A number, a word or a label."""
    assert NamedChoice(word, "") == read_answer(BRASS, ACTIONS, answer)


def test_what_is_closed_has_its_reason_and_no_number() -> None:
    """A model may name it all the same."""
    assert NamedChoice("sell", "there is nothing to sell") == read_answer(BRASS, ACTIONS, "sell")
    assert ["1. build", "3. loan"] == [listed(ACTIONS)[place].line for place in (0, 2)]


@pytest.mark.parametrize("answer", ["", "rebuilding", "13", "2.5", "unloan", "1" * 10])
def test_a_part_of_a_word_names_nothing(answer: str) -> None:
    """Nor does a part of a number."""
    assert read_answer(BRASS, ACTIONS, answer) is None


def test_words_that_are_numbers_have_no_others() -> None:
    """So 1 is not the first of them."""
    assert ["- 30: £30", "- 10", "- none"] == [one.line for one in listed(AMOUNTS)]
    assert read_answer(BRASS, AMOUNTS, "1") is None
    assert NamedChoice("30", "") == read_answer(BRASS, AMOUNTS, "10 is too little: £30")


@pytest.mark.parametrize("answer", ["pass with barrow", "Loan?\nMy move: `pass with barrow`."])
def test_a_whole_move_is_one(answer: str) -> None:
    """In its own text, on a line of its own or after a colon."""
    assert Move(BRASS.parse("pass with barrow")) == read_answer(BRASS, ACTIONS, answer)


def test_the_rules_can_be_asked_for() -> None:
    """On a line of their own."""
    assert isinstance(read_answer(BRASS, ACTIONS, "Rules."), Rules)
    assert read_answer(BRASS, ACTIONS, "the rules are long") is None
