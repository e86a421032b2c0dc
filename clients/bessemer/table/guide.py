"""Leads a person through a first match: the lesson at each decision, and the answer to try."""

from typing import Any, Final, NamedTuple

from bessemer.engine import drafts
from bessemer.engine.catalogue import AnyGame
from bessemer.faces.face import face_of
from bessemer.faces.language import tr, tr_key
from bessemer.faces.lessons import Course, Lesson
from bessemer.faces.players import Players
from bessemer.table.typing import Suggestion

NOBODY: Final = Players(())
"""Players of whom nothing is known but their seats."""


class ToldRemark(NamedTuple):
    """A few sentences that are read at once."""

    text: str
    points: tuple[str, ...] = ()
    """The parts of the board that they speak of: see `Remark`."""


class Told(NamedTuple):
    """The text that a learner reads at one decision."""

    title: str
    remarks: tuple[ToldRemark, ...]
    """One after the other; the last is the answer to try, and there is only that where all was told before."""
    is_new: bool
    """Whether there is a lesson in it that was not told before."""
    is_complete: bool = False
    """Whether the learner has now read all there is to read."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences alone."""
        return tuple(remark.text for remark in self.remarks)


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

    def asked(
        self,
        turn: int,
        kind: str,
        view: Any,  # noqa: ANN401 - any game's
        players: Players = NOBODY,
    ) -> None:
        """The learner has to decide; the same turn may be asked again."""
        if turn == self.turn:
            return
        self.turn, self._view = turn, view
        steps, course = self._course.steps, self._course
        on_the_way = self._is_followed and self._place < len(steps)
        wanted = [kind, *([steps[self._place].lesson] if on_the_way else [])]
        new = [name for name in wanted if name in course.lessons and name not in self._told]
        told: list[ToldRemark] = []
        if not self._told:
            told += [ToldRemark(tr_key(text), points) for text, points in course.welcome]
        for name in new:
            told += _text(course.lessons[name])
        was_complete = self._is_complete
        self._told.update(new)
        if self._is_complete and not was_complete:
            told += [
                ToldRemark(
                    tr("That was every kind of decision of this match. Play on as you like.")
                ),
                *(ToldRemark(tr_key(text)) for text in dict.fromkeys(course.left_out.values())),
            ]
        title = tr_key(course.lessons[new[-1]].title) if new else tr("Your turn")
        self._now = Told(title, (*told, self._hint(players)), bool(new), self._is_complete)

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

    def _hint(self, players: Players) -> ToldRemark:
        proposed = self.proposed
        if proposed is None and self._is_complete:
            return ToldRemark(tr("You have seen it all. Play on as you like, or end the lesson."))
        if proposed is None:
            return ToldRemark(tr("Decide as you like, or ask for a suggestion."))
        view, move = self._view, proposed.move
        what = face_of(self._rules.name).describe_move(move, view.seat, view, players)
        made = drafts.follow(self._rules, view, drafts.path_of(self._rules, view, move))
        things = [
            word.thing
            for choice, answer in made.trail
            for word in choice.words
            if word.thing is not None and word.text in answer
        ]
        text = tr("An answer to try: {player} {what}.", player=players.name(view.seat), what=what)
        return ToldRemark(text, tuple(f"{thing.kind}:{thing.id}" for thing in things))


def _text(lesson: Lesson) -> list[ToldRemark]:
    return [
        ToldRemark(tr_key(lesson.what), lesson.points),
        ToldRemark(tr_key(lesson.why), lesson.points),
    ]
