"""Free-form answers read back: a number, a choice's word or label, or a whole move's text."""

import re
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.errors import MalformedMove
from bessemer.table.answers.drafts import DraftQuestion
from bessemer.text.listing import listed

LONGEST_READ: Final = 20_000
"""Characters of an answer: of a longer one its end is read."""
_LINES_READ: Final = 40
_LONGEST_LINE: Final = 500
_AROUND: Final = " \t\r*_`'\"“”.>"
"""What models put around an answer."""
_RULES: Final = "rules"


class NamedChoice(NamedTuple):
    """The answer names a choice."""

    text: str
    why_not: str
    """Why it is not possible now; empty if it is."""


class Move(NamedTuple):
    """The answer is a whole move."""

    move: Any


class Rules:
    """The answer asks for the rules."""


def read_answer(
    game: AnyGame, question: DraftQuestion, answer: str
) -> NamedChoice | Move | Rules | None:
    """What an answer means: the last that is found in it counts; `None` if nothing is."""
    words = _words(question)
    # The longest first: "build with two cards" is not "build".
    texts = sorted(words, key=len, reverse=True)
    named = re.compile(
        rf"(?<![\w.-])(?:{'|'.join(map(re.escape, texts))})(?![\w-]|\.\d)", re.IGNORECASE
    )
    for line in reversed(answer[-LONGEST_READ:].splitlines()[-_LINES_READ:]):
        found = _meant(game, words, named, line)
        if found is not None:
            return found
    return None


def _meant(
    game: AnyGame, words: dict[str, NamedChoice], named: re.Pattern[str], line: str
) -> NamedChoice | Move | Rules | None:
    """What one line means."""
    whole = [line.strip(_AROUND), line.rpartition(":")[2].strip(_AROUND)]
    for text in whole:
        if text.casefold() in words:
            return words[text.casefold()]
    for text in whole:
        if text.casefold() == _RULES:
            return Rules()
        if len(text) <= _LONGEST_LINE:
            try:
                return Move(game.parse(text))
            except MalformedMove:
                pass
    matches = named.findall(line)
    return words[matches[-1].casefold()] if matches else None


def _words(question: DraftQuestion) -> dict[str, NamedChoice]:
    """All that an answer may call a choice, possible or not."""
    found: dict[str, NamedChoice] = {}
    for choice in question.choices:
        found[choice.word.casefold()] = NamedChoice(choice.word, choice.why_not)
    for number, choice in listed(question):
        if number:
            found[number] = NamedChoice(choice.word, "")
    for choice in question.choices:
        for name in (choice.title, choice.label):
            if name:
                found.setdefault(name.casefold(), NamedChoice(choice.word, choice.why_not))
    return found
