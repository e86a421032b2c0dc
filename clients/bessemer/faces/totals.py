"""
Running totals: the effect of an answer in the making on its seat, as far as that is decided.

Only what is certain: nothing that chance or another seat decides. Screens and pages show them beside
the question, before → after.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from bessemer.engine import drafts
from bessemer.engine.choices import Answered
from bessemer.faces.language import Key, tr_key


class Total(NamedTuple):
    """A figure of the seat."""

    name: str
    """The figure, in a word or two."""
    before: int | str
    after: int | str
    """The same as before if the answer so far does not change it."""

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


class InTheMaking(Protocol):
    """The part of an answer that its totals follow from: an `AnswerDraft` has it."""

    @property
    def made(self) -> drafts.Draft[Any]:
        """The answer as the rules know it."""

    @property
    def trail(self) -> tuple[Answered, ...]:
        """All that is answered; last, if there is such, the set that is being made."""


def totals_of(game: str, draft: InTheMaking) -> tuple[Total, ...]:
    """
    The seat's figures as they are, and as they would be: by `totals` in `bessemer.faces.<game>.totals`.

    The order is the same at every step of an answer. Figures that would be a row of zeros may be
    left out.
    """
    totals: Callable[[InTheMaking], tuple[Total, ...]]
    totals = import_module(f"bessemer.faces.{game}.totals").totals
    return totals(draft)


def paired(before: Mapping[Key, int], after: Mapping[Key, int]) -> tuple[Total, ...]:
    """Totals of figures by name, in the order of `before`."""
    return tuple(Total(tr_key(name), held, after[name]) for name, held in before.items())
