"""
A game's questions to people on the way to a move: the text of a choice, and labels for its words.

Pure text, as all of a face: terminal and pages ask with the same words, each in its way.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from bessemer.engine.choices import Answer, Answered, Choice, Word


class Asking(NamedTuple):
    """A choice that is put to a person, and how it was come to."""

    view: Any
    choice: Choice
    trail: tuple[Answered, ...]
    """All earlier choices with their answers and, last, the members of this set so far."""
    picked: Answer = ()
    """The members so far, where the choice is a set that is asked for one by one."""

    def answer_to(self, name: str) -> str:
        """The last answer to the choice of this name; empty if nothing was."""
        found = [answer for choice, answer in self.trail if choice.name == name and answer]
        return found[-1][0] if found else ""


class Questions:
    """
    The questions of one game: `QUESTIONS` in `bessemer.faces.<game>.questions`.

    Where a game has no text, the names of its choices and words are shown.
    """

    no_more: frozenset[str] = frozenset({"pass", "none", "stop"})
    """The words that decline or end something: people look for them last."""

    begins: Mapping[str, tuple[str, ...]] = {}
    """
    The kinds of thing that a click may begin an answer with, before the question comes to them.

    With each, the first answers that it means: the first of them that leads to the thing, or any answer
    that does if none of them does.
    """

    def text(self, asking: Asking) -> str:
        """The question, with what you need to know for it."""
        choice = asking.choice
        about = f" for {choice.about.kind} {choice.about.id}" if choice.about else ""
        return f"{choice.name.replace('_', ' ').capitalize()}{about}?"

    def label(self, asking: Asking, word: Word) -> str:  # noqa: ARG002 - the same in all questions
        """The meaning of the word there; empty if it speaks for itself."""
        return f"{word.text} x{word.copies}" if word.copies > 1 else ""

    def title(self, asking: Asking, word: Word) -> str:  # noqa: ARG002
        """The same where there is room for a name; empty if the label says it all."""
        return ""

    def default(self, asking: Asking) -> str:  # noqa: ARG002
        """The word that suggests itself; empty if none does."""
        return ""

    def arrange(self, asking: Asking, words: list[str]) -> list[str]:  # noqa: ARG002
        """
        The words, offered or not, in the order in which people look for them.

        Words that are not offered may be left out where they are too many to list.
        """
        return words


def questions_of(game: str) -> Questions:
    """The questions of a game."""
    questions: Questions = import_module(f"bessemer.faces.{game}.questions").QUESTIONS
    return questions
