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


class Remark(NamedTuple):
    """A few sentences that a learner reads at once."""

    text: Key
    points: tuple[str, ...] = ()
    """The parts of the board that it speaks of: a kind of thing (`disc`) or a thing (`card:C07`), as boards name them."""


class Lesson(NamedTuple):
    """The text that a learner reads once: when a decision of that kind comes up first."""

    title: Key
    what: Key
    """The effect of the decision."""
    why: Key
    """The reason to take it."""
    points: tuple[str, ...] = ()
    """The parts of the board that it speaks of."""


class LessonStep(NamedTuple):
    """An answer of the prepared match."""

    move: str
    """In its canonical text."""
    lesson: str = ""
    """Which lesson it shows, where the kind of the decision does not say it."""


class Course(NamedTuple):
    """A guided match: one of the `COURSES` in `bessemer.faces.<game>.lessons`."""

    options: Mapping[str, str]
    replies: tuple[tuple[str, ...], ...]
    """The moves of the other players, from seat 1 on, while the learner follows."""
    seed: int
    welcome: tuple[Remark, ...]
    """The game in a few sentences, before the first decision."""
    lessons: Mapping[str, Lesson]
    """By the kind of decision, and by what steps name."""
    steps: tuple[LessonStep, ...]
    """The answers of the learner, who sits at seat 0, in order."""
    left_out: Mapping[str, Key]
    """The kinds of decision that cannot come up in this match, and when they do."""
    variant: Key | None = None
    """The variant that it teaches; `None` for the game as *Play* plays it."""
    name: str = ""
    """The word for the variant in commands and addresses."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """The bots at the other seats."""
        return (PARTNER,) * len(self.replies)


def taught_games() -> tuple[str, ...]:
    """The games that have a guided match."""
    return tuple(name for name in NAMES if find_spec(f"bessemer.faces.{name}.lessons"))


def courses_of(game: str) -> tuple[Course, ...]:
    """The guided matches of a game that has some: the game as it is usually played, then its variants."""
    courses: tuple[Course, ...] = import_module(f"bessemer.faces.{game}.lessons").COURSES
    return courses


def course_named(game: str, name: str) -> Course | None:
    """The guided match of a variant, or with "" the first one; `None` if there is none of that name."""
    return next((course for course in courses_of(game) if course.name == name), None)


def course_of(game: str, options: Mapping[str, str] | None = None) -> Course:
    """The guided match with these options; the first one if there is none."""
    courses = courses_of(game)
    found = (one for one in courses if options and one.options.items() <= options.items())
    # The first course has no options of its own, and so would fit any.
    return max(found, key=lambda one: len(one.options), default=courses[0])
