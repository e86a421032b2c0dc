"""
The effects of things, in a sentence, for somebody who does not know the game.

A hint says what an answer does, a note what is on the table; a warning comes before an answer is
sent that you might regret at once. Pure text, as all of a face.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from bessemer.engine.choices import Answer, Choice, Word
from bessemer.faces.questions import Asking
from bessemer.faces.totals import InTheMaking


class Note(NamedTuple):
    """The use of something on the table."""

    name: str
    text: str


class Hints:
    """The hints of one game, `HINTS` in `bessemer.faces.<game>.hints`: none unless it has some."""

    def hint(self, asking: Asking, word: Word) -> str:  # noqa: ARG002
        """The effect of the word, offered or not; empty where its label says it all."""
        return ""

    def warning(self, view: Any, move: Any) -> str:  # noqa: ANN401, ARG002 - views and moves are the game's
        """A warning before this whole move is sent; empty if nothing."""
        return ""

    def is_harmless(self, asking: Asking, word: Word) -> bool:  # noqa: ARG002
        """
        Whether nobody would want the word back, so that its key alone may send it.

        It brings something and takes nothing, and what else could be done can be done as well.
        """
        return False

    def things(self, view: Any) -> Mapping[str, str]:  # noqa: ANN401, ARG002 - views are the game's
        """
        What things of the board are, cost, need and bring, in any match with these options.

        By the thing as boards name it, `field:3`, or its kind, `disc`; tiles by `tile:cotton:2`.
        """
        return {}

    def notes(self, view: Any) -> tuple[Note, ...]:  # noqa: ANN401, ARG002
        """The uses of the things that a person has in front of them, the most needed first."""
        return ()


class OpenQuestion(InTheMaking, Protocol):
    """An answer in the making that asks something: a `Draft` of the table is one."""

    @property
    def picked(self) -> Answer:
        """The members so far of a set that is asked for."""


def hints_of(game: str) -> Hints:
    """The hints of a game."""
    hints: Hints = import_module(f"bessemer.faces.{game}.hints").HINTS
    return hints


def hint_of(draft: OpenQuestion, word: str) -> str:
    """The effect of an answer to the draft's question; empty if there is no more to say."""
    found = _asking(draft, word)
    return hints_of(draft.made.game.name).hint(*found) if found else ""


def is_harmless(draft: OpenQuestion, word: str) -> bool:
    """Whether nobody would want this answer back."""
    found = _asking(draft, word)
    return bool(found) and hints_of(draft.made.game.name).is_harmless(*found)


def warning_of(draft: InTheMaking) -> str:
    """A warning before a whole answer is sent; empty if it is not whole, or is fine."""
    made = draft.made
    return "" if made.move is None else hints_of(made.game.name).warning(made.view, made.move)


def _asking(draft: OpenQuestion, word: str) -> tuple[Asking, Word] | tuple[()]:
    """The question, and the word as it has it."""
    made = draft.made
    choice: Choice | None = made.choice or (made.trail[0].choice if made.trail else None)
    if choice is None or not word:
        return ()
    trail = draft.trail if made.choice else ()
    offered = next((one for one in choice.words if one.text == word), None)
    if offered is None and choice.is_set:
        return ()  # the word that ends it
    offered = offered or Word(word)
    return Asking(made.view, choice, trail, draft.picked), offered
