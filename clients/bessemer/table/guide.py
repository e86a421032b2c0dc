"""Leads a person through a first match: the lesson at each decision, and the answer to try."""

from typing import Any, NamedTuple

from bessemer.engine.catalogue import AnyGame
from bessemer.faces.language import tr, tr_key
from bessemer.faces.lessons import Course, Lesson
from bessemer.table.typing import Suggestion


class Told(NamedTuple):
    """The text that a learner reads at one decision."""

    title: str
    lines: tuple[str, ...]
    """Paragraphs; only the hint where everything was told before."""
    is_new: bool
    """Whether there is a lesson in it that was not told before."""
    is_complete: bool = False
    """Whether the learner has now read all there is to read."""


class Guide:
    """Knows how far the learner has come."""

    def __init__(self, rules: AnyGame, course: Course) -> None:
        self._rules = rules
        self._course = course
        self._place = 0
        """The number of prepared answers that were given."""
        self._is_followed = True
        self._told: set[str] = set()
        self.turn = 0
        self._view: Any = None
        self._now: Told | None = None

    @property
    def told(self) -> Told | None:
        """The text for the open decision; `None` before the first."""
        return self._now

    @property
    def seen(self) -> frozenset[str]:
        """The lessons that were told."""
        return frozenset(self._told)

    @property
    def proposed(self) -> Suggestion | None:
        """The prepared answer to the open decision; `None` where the learner went another way."""
        steps = self._course.steps
        if not self._is_followed or self._place >= len(steps):
            return None
        move = self._rules.parse(steps[self._place].move)
        return Suggestion(self._rules.canonical(self._view, move), tr("what this lesson shows"))

    def asked(self, turn: int, kind: str, view: Any) -> None:  # noqa: ANN401 - any game's
        """The learner has to decide; the same turn may be asked again."""
        if turn == self.turn:
            return
        self.turn, self._view = turn, view
        steps, course = self._course.steps, self._course
        on_the_way = self._is_followed and self._place < len(steps)
        wanted = [kind, *([steps[self._place].lesson] if on_the_way else [])]
        new = [name for name in wanted if name in course.lessons and name not in self._told]
        lines: list[str] = []
        if not self._told:
            lines += map(tr_key, course.welcome)
        for name in new:
            lines += _text(course.lessons[name])
        was_complete = self._is_complete
        self._told.update(new)
        if self._is_complete and not was_complete:
            lines += [
                tr("That was every kind of decision of this match. Play on as you like."),
                *map(tr_key, course.left_out.values()),
            ]
        title = tr_key(course.lessons[new[-1]].title) if new else tr("Your turn")
        self._now = Told(title, (*lines, self._hint()), bool(new), self._is_complete)

    def played(self, move: Any) -> None:  # noqa: ANN401 - any game's
        """The learner has made a move: as it was proposed, or another."""
        steps = self._course.steps
        if self._is_followed and self._place < len(steps):
            # The same words: what is paid first makes no difference.
            made = self._rules.format(move).split()
            self._is_followed = sorted(made) == sorted(steps[self._place].move.split())
        self._place += 1

    @property
    def _is_complete(self) -> bool:
        return self._told >= self._course.lessons.keys()

    def _hint(self) -> str:
        proposed = self.proposed
        if proposed is None and self._is_complete:
            return tr("You have seen it all: q ends the lesson, or play on; s suggests an answer.")
        if proposed is None:
            return tr("Decide as you like; s suggests an answer.")
        return tr("Try: {move}. The key s fills it in.", move=self._rules.format(proposed.move))


def _text(lesson: Lesson) -> list[str]:
    return [tr_key(lesson.what), tr_key(lesson.why)]
