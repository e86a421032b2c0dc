"""The answers to one choice, which every game's sampled moves are made of."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.choices import Answer, Choice, Word, answers, sample_answer


@st.composite
def small_choices(draw: st.DrawFn) -> Choice:
    """A choice of one word or of a set, with some words that may be taken several times."""
    copies = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    most = draw(st.integers(0, sum(copies)))
    least = draw(st.integers(0, most))
    words = tuple(Word(str(place), None, number) for place, number in enumerate(copies))
    return Choice("any", words, least, most)


def samples(choice: Choice) -> Iterator[Answer]:
    """The answer that comes of each sequence of numbers that `below` can give."""
    sequences: list[list[int]] = [[]]
    while sequences:
        numbers = sequences.pop()
        asked: list[int] = []

        def below(n: int, numbers: list[int] = numbers, asked: list[int] = asked) -> int:
            asked.append(n)
            return numbers[len(asked) - 1] if len(asked) <= len(numbers) else 0

        yield sample_answer(choice, below)
        given_now = [*numbers, *[0] * (len(asked) - len(numbers))]
        for place in range(len(numbers), len(asked)):
            sequences += [[*given_now[:place], other] for other in range(1, asked[place])]


@given(choice=small_choices())
def test_each_answer_is_sampled_by_exactly_one_sequence(choice: Choice) -> None:
    """All that can be sampled are the possible answers, and none of them comes out twice."""
    assert Counter(answers(choice)) == Counter(samples(choice))
