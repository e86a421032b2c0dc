"""
A guided first match: its options, a lesson for each kind of decision, and the answers to give.

Pure text, as all of a face. The match is prepared: a seed, and what the other players do. If you follow
the answers, you meet every kind of decision in about ten minutes. If you go your own way, you read the
same lessons as their decisions come up.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import Key

PARTNER: Final = "partner"
"""The bot that makes the replies of a lesson."""


class Lesson(NamedTuple):
    """The text that a learner reads once: when a decision of that kind comes up first."""

    title: Key
    what: Key
    """The effect of the decision."""
    why: Key
    """The reason to take it."""


class LessonStep(NamedTuple):
    """An answer of the prepared match."""

    move: str
    """In its canonical text."""
    lesson: str = ""
    """Which lesson it shows, where the kind of the decision does not say it."""


class Course(NamedTuple):
    """The guided match of one game: `COURSE` in `bessemer.faces.<game>.lessons`."""

    options: Mapping[str, str]
    replies: tuple[tuple[str, ...], ...]
    """The moves of the other players, from seat 1 on, while the learner follows."""
    seed: int
    welcome: tuple[Key, ...]
    """The game in a few sentences, before the first decision."""
    lessons: Mapping[str, Lesson]
    """By the kind of decision, and by what steps name."""
    steps: tuple[LessonStep, ...]
    """The answers of the learner, who sits at seat 0, in order."""
    left_out: Mapping[str, Key]
    """The kinds of decision that cannot come up in this match, and when they do."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """The bots at the other seats."""
        return (PARTNER,) * len(self.replies)


def taught_games() -> tuple[str, ...]:
    """The games that have a guided match."""
    return tuple(name for name in NAMES if find_spec(f"bessemer.faces.{name}.lessons"))


def course_of(game: str) -> Course:
    """The guided match of a game that has one."""
    course: Course = import_module(f"bessemer.faces.{game}.lessons").COURSE
    return course
