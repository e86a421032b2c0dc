"""
What the questions of all phases are made of: lists of answers, places, and payments.

An answer is a script: it yields one question after the other, is sent the word chosen for each, and
returns the move.
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from bessemer.faces.alchemicus.names import building_text, cards_number, cards_text
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.moves import Cards, Move
from bessemer.games.alchemicus.state import Building, Hand
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, keys_for

T = TypeVar("T")
Asking = Generator[DraftQuestion, str, T]
Script = Asking[Move]

PASS: Final = "pass"  # noqa: S105 - a word of the game
_NO_MORE: Final = "0"
"""The key of doing no more, in every question that knows it."""
_PLACES: Final = "0123456789abdefghj"
"""The keys of places: their own numbers as far as there are digits."""


class Answer(NamedTuple):
    """One answer to a question, before it has a key."""

    word: str
    label: str = ""
    why_not: str = ""


def listed(answers: Sequence[Answer], enough: str = "") -> tuple[DraftChoice, ...]:
    """The answers with keys from 1 on; `enough` is the label of doing no more, with the key 0."""
    choices = [
        DraftChoice(key, *answer)
        for key, answer in zip(keys_for(len(answers)), answers, strict=True)
    ]
    return (*choices, DraftChoice(_NO_MORE, PASS, enough)) if enough else tuple(choices)


def placed(answers: Iterable[tuple[int, str]]) -> tuple[DraftChoice, ...]:
    """Places, which are their own words and, up to 9, their own keys."""
    return tuple(
        DraftChoice(_PLACES[place], str(place), label if place < 10 else f"{place} {label}")
        for place, label in answers
    )


def possible(question: DraftQuestion) -> list[str]:
    """The words that can be chosen."""
    return [choice.word for choice in question.choices if not choice.why_not]


def ask(text: str, choices: tuple[DraftChoice, ...], default: str = "") -> Asking[str]:
    """Ask, even if there is only one answer; that one is then the default."""
    question = DraftQuestion(text, choices, default)
    words = possible(question)
    return (yield question._replace(default=words[0]) if len(words) == 1 else question)


def pick(text: str, choices: tuple[DraftChoice, ...], default: str = "") -> Asking[str]:
    """Ask only if there is more than one answer."""
    question = DraftQuestion(text, choices, default)
    words = possible(question)
    return words[0] if len(words) == 1 else (yield question)


def pick_building(text: str, buildings: tuple[Building, ...], places: Iterable[int]) -> Asking[int]:
    """Ask for one of these places in a row of buildings."""
    choices = placed((place, building_text(buildings[place])) for place in places)
    return int((yield from pick(text, choices)))


def payment(hand: Hand, price: int, purpose: str, verb: str = "pay") -> Asking[Cards]:
    """Ask for the cards of a price, one by one, as long as there is a choice."""
    left, paid = hand, Cards()
    while (missing := price - len(paid)) > 0:
        kinds = runs(left)
        if len(kinds) == 1 or len(left) == missing:
            paid += left[:missing]
            break
        so_far = f"; {verb} so far: {cards_text(paid)}" if paid else ""
        answers = [
            Answer(str(kind), f"{kind} x{copies}" if copies > 1 else str(kind))
            for kind, copies in kinds
        ]
        # Of what is held most often one is missed least; Enter takes it.
        most = max(kinds, key=lambda run: run[1])[0]
        word = yield DraftQuestion(
            f"{purpose}: {verb} {cards_number(missing)}{' more' if paid else ''}{so_far}.",
            listed(answers),
            default=str(most),
        )
        paid += (KINDS[word],)
        left = without(left, KINDS[word])
    return tuple(sorted(paid))
