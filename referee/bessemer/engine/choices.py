"""
One small step on the way to a move: a choice, and the answers that it may get.

A game's scripts put choices one after the other (`scripts.py`); their answers are the path to a move
(`drafts.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bessemer.engine.errors import NotOffered
from bessemer.engine.game import Below

Answer = tuple[str, ...]
"""The words taken in one choice: one, or the members of a set, in the order of the choice."""


Path = tuple[Answer, ...]
"""The answers to the choices that were put, from the first on."""


class Thing(NamedTuple):
    """Something on the board."""

    kind: str
    """The game's word for such things: "company", "space", "seat"."""
    id: str
    """Its name, as views and moves have it."""


class Word(NamedTuple):
    """One possible answer, or one possible member of a set."""

    text: str
    thing: Thing | None = None
    """What on the board it stands for; `None` for a number, a kind of action, "none"."""
    copies: int = 1
    """How often it may be taken: equal cards of a hand."""


class Choice(NamedTuple):
    """One small step on the way to a move; a plain value, with no text for people in it."""

    name: str
    """Stable: labels and policies go by it."""
    words: tuple[Word, ...]
    """In a stable order, what does least first."""
    least: int = 1
    most: int = 1
    """How many words are taken: where that is not one, a set, whose order means nothing."""
    about: Thing | None = None
    """What the choice is about, where the earlier answers do not say it."""

    @property
    def is_set(self) -> bool:
        """Whether any number of words but exactly one may be taken."""
        return (self.least, self.most) != (1, 1)


class Answered(NamedTuple):
    """A choice and its answer, taken by the seat or the only one possible."""

    choice: Choice
    answer: Answer


def ordered(choice: Choice, taken: Iterable[str]) -> Answer:
    """The words taken, in the order of the choice; those that it does not offer come last."""
    places = {word.text: place for place, word in enumerate(choice.words)}
    return tuple(sorted(taken, key=lambda text: places.get(text, len(places))))


def first_answer(choice: Choice) -> Answer:
    """The fewest words that are enough, from the first on."""
    members = (word.text for word in choice.words for _ in range(word.copies))
    return tuple(text for text, _ in zip(members, range(choice.least), strict=False))


def only_answer(choice: Choice) -> Answer | None:
    """The answer where no other is possible; `None` where there is a choice."""
    least, most, offered = choice.least, choice.most, choice.words
    if least != most or 0 < least < len(offered):
        return None
    if least == 0 or len(offered) == 1 or least == sum(word.copies for word in offered):
        return first_answer(choice)
    return None


def answers(choice: Choice) -> Iterator[Answer]:
    """Every possible answer; of sets, the smallest first."""
    if not choice.is_set:
        yield from ((word.text,) for word in choice.words)
        return

    def sets(place: int, size: int) -> Iterator[Answer]:
        if size == 0:
            yield ()
        elif place < len(choice.words):
            text, _, copies = choice.words[place]
            for taken in range(min(copies, size), -1, -1):
                for rest in sets(place + 1, size - taken):
                    yield (text,) * taken + rest

    for size in range(choice.least, choice.most + 1):
        yield from sets(0, size)


def sample_answer(choice: Choice, below: Below) -> Answer:
    """Any possible answer, of a set each from exactly one sequence of numbers."""
    _, offered, least, most, _ = choice
    if least == most == 1:
        text: str = offered[below(len(offered))].text
        return (text,)
    size = least if least == most else least + below(most - least + 1)
    left = sum([word.copies for word in offered])
    taken: Answer = ()
    for text, _, copies in offered:
        left -= copies
        fewest, highest = max(0, size - left), min(copies, size)
        number = fewest if fewest == highest else fewest + below(highest - fewest + 1)
        taken += (text,) * number
        size -= number
    return taken


def check_answer(choice: Choice, taken: Sequence[str]) -> Answer:
    """
    The words taken, in the order of the choice.

    Raises:
        NotOffered: the choice does not offer a word, or not as often, or there are too few or many.
    """
    copies = {word.text: word.copies for word in choice.words}
    for text, number in Counter(taken).items():
        if text not in copies:
            raise not_offered(choice, f"{text!r} is not offered; {wanted(choice)}")
        if number > copies[text]:
            raise not_offered(choice, f"{text!r} may be taken {copies[text]} times, not {number}")
    if not choice.least <= len(taken) <= choice.most:
        raise not_offered(choice, f"{wanted(choice)}, not {len(taken)}")
    return ordered(choice, taken)


def wanted(choice: Choice) -> str:
    """The words to choose from and their number: "take 0 to 2 of a, b, c"."""
    bounds = f"{choice.least} to {choice.most}" if choice.most > choice.least else choice.least
    return f"take {bounds} of {', '.join(word.text for word in choice.words)}"


def not_offered(choice: Choice, why: str, place: int = 0) -> NotOffered:
    """The error of an answer that the choice does not offer."""
    texts = tuple(word.text for word in choice.words)
    return NotOffered(f"{choice.name}: {why}", choice=choice.name, place=place, allowed=texts)
