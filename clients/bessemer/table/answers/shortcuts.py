"""
The things of the board with which a person may begin, although the question is another one.

A thing stands for the answers that lead to it: a free space of Brass for building there, a disc of
Furnace for a bid with it. All of it follows from the choices of the rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bessemer.engine.choices import Answered, Choice, Path, Thing
from bessemer.engine.drafts import Draft
from bessemer.faces.questions import Questions

_MOST: Final = 200
"""So many drafts are looked at: an answer that branches more has no shortcuts."""

Shortcuts = Mapping[Thing, tuple[Path, ...]]
"""By thing, the ways to it: the answers that are still to be given, the last of which names it."""


def shortcuts_of(questions: Questions, made: Draft[Any]) -> Shortcuts:
    """What a person may begin with now, the answers to the open choice left out."""
    now = {word.thing for word in made.choice.words} if made.choice is not None else set()
    return {thing: ways for thing, ways in _ways(questions, made).items() if thing not in now}


def word_of(choice: Choice | None, thing: Thing) -> str:
    """The word of a choice that stands for a thing; empty if none does."""
    words = choice.words if choice is not None else ()
    return next((word.text for word in words if word.thing == thing), "")


def is_taken(trail: Sequence[Answered], thing: Thing) -> bool:
    """Whether one of these answers has taken a thing."""
    return any(word_of(choice, thing) in answer for choice, answer in trail)


def _ways(questions: Questions, made: Draft[Any]) -> Shortcuts:
    found: dict[Thing, list[Path]] = {}
    todo = [made]
    for number, draft in enumerate(todo):
        if number == _MOST:
            return {}
        if draft.choice is None:
            continue
        taken = draft.path[len(made.path) :]
        for word in draft.choice.words:
            if word.thing is not None and word.thing.kind in questions.begins:
                found.setdefault(word.thing, []).append((*taken, (word.text,)))
        if not draft.choice.is_set:
            todo += [draft.take(word.text) for word in draft.choice.words]
    return {thing: _meant(questions, thing, ways) for thing, ways in found.items()}


def _meant(questions: Questions, thing: Thing, paths: list[Path]) -> tuple[Path, ...]:
    """Of all ways those that a click on the thing means."""
    for first in questions.begins[thing.kind]:
        if those := tuple(path for path in paths if path[0] == (first,)):
            return those
    return tuple(paths)
