"""The answers to one choice, which every game's sampled moves are made of."""

from collections import Counter
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.choices import Choice, Word, answers, sample_answer
from tests.games.samples import every_outcome


@st.composite
def small_choices(draw: st.DrawFn) -> Choice:
    """A choice of one word or of a set, with some words that may be taken several times."""
    copies = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    most = draw(st.integers(0, sum(copies)))
    least = draw(st.integers(0, most))
    words = tuple(Word(str(place), None, number) for place, number in enumerate(copies))
    return Choice("any", words, least, most)


@given(choice=small_choices())
def test_each_answer_is_sampled_by_exactly_one_sequence(choice: Choice) -> None:
    """All that can be sampled are the possible answers, and none of them comes out twice."""
    assert Counter(answers(choice)) == Counter(every_outcome(partial(sample_answer, choice)))
