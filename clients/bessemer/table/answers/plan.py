"""
The answers that one seat is making: to what it is asked now, and to what it will be asked after that.

A plan has one stage for each decision. The first is the one that is open; the others come after it as
far as the game says that nothing hidden comes to light in between (`bessemer.engine.foresight`). Every
stage keeps all its earlier drafts, so that each step can be taken back.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bessemer.engine.choices import Answer, Answered, Path, Thing, only_answer
from bessemer.engine.errors import NotOffered
from bessemer.engine.foresight import foreseen
from bessemer.table.answers.drafts import AnswerDraft, Drafts, NotPossible
from bessemer.table.answers.reordering import reordered, resumed, wanted
from bessemer.table.answers.shortcuts import is_taken, word_of

Stage = list[AnswerDraft]
"""The answer to one decision, with all its earlier states: the last counts."""


class Change(NamedTuple):
    """The fate of the answers that came after a changed one."""

    kept: int
    """The number that were given again."""
    gone: tuple[str, ...]
    """Those that are no longer possible, in words."""


class AnswerPlan:
    """The answer to an open decision, and to those that follow it at once."""

    def __init__(self, drafts: Drafts, view: Any) -> None:  # noqa: ANN401 - any game's
        self._drafts = drafts
        self.stages: list[Stage] = [[drafts.begin(view)]]
        self._left: list[AnswerDraft] = []
        """The answers as they were before the person went back into their middle: of this stage and
        of those after it."""
        self._changed = 0
        """The number of answers before the changed one."""
        self.wish: Thing | None = None
        """The thing that the person has begun with, until the answer has come to it."""

    # --- What is planned ----------------------------------------------------------------------------

    @property
    def drafts(self) -> Stage:
        """The stage that is being made."""
        return self.stages[-1]

    @property
    def draft(self) -> AnswerDraft:
        """The answer that is being made, as it is now."""
        return self.stages[-1][-1]

    @property
    def earlier(self) -> list[AnswerDraft]:
        """The whole answers of the stages before."""
        return [stage[-1] for stage in self.stages[:-1]]

    @property
    def later(self) -> list[AnswerDraft]:
        """The answers of the stages after, which wait until this one is whole again."""
        return self._left[1:]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return len(self.drafts) > 1 or len(self.stages) > 1 or self.wish is not None

    def next_view(self) -> Any:  # noqa: ANN401 - any game's
        """The seat's view at its next decision; `None` if that is not known, or the answer not whole."""
        draft = self.draft
        if draft.move is None:
            return None
        return foreseen(self._drafts.rules, draft.made.view, draft.move)

    # --- Making it ----------------------------------------------------------------------------------

    def choose(self, word: str) -> Change | None:
        """
        Answer the question; what became of the answers after it, if the person had gone back.

        Raises:
            NotPossible: it is none of the answers.
        """
        self.drafts.append(self.draft.chosen(word))
        self._go_towards()
        return self._resume() if self._left and not self.draft.picked else None

    def begin_with(self, thing: Thing) -> bool:
        """Give the answers that a click on this thing means; whether it means any."""
        self._left = []
        self.wish = thing if self.draft.leads_to(thing) else None
        self._go_towards()
        return self.wish is not None or is_taken(self.draft.trail, thing)

    def _go_towards(self) -> None:
        """Give the answers that all ways to the wished thing begin with, and that thing itself."""
        while self.wish is not None:
            if word := word_of(self.draft.made.choice, self.wish):
                self.wish = None
            elif len(words := self.draft.leads_to(self.wish)) == 1:
                [word] = words
            else:
                self.wish = self.wish if words else None
                return
            self.drafts.append(self.draft.chosen(word))

    def take(self, move: Any) -> None:  # noqa: ANN401 - any game's
        """
        Make a whole move the answer.

        Raises:
            NotPossible: the rules do not allow it.
        """
        self._append(move)
        self._left, self.wish = [], None

    def _append(self, move: Any) -> None:  # noqa: ANN401 - any game's
        self.drafts.append(self._drafts.from_move(self.draft.made.view, move))

    def go_on(self) -> bool:
        """Begin the next decision; whether it is known."""
        view = self.next_view()
        if view is None:
            return False
        self.stages.append([self._drafts.begin(view)])
        return True

    def undo(self) -> bool:
        """Take the last step back, over the end of a stage too; whether there was one."""
        if not self.can_undo:
            return False
        self._left, self.wish = [], None
        if len(self.drafts) > 1:
            self.drafts.pop()
        elif len(self.stages) > 1:
            self.stages.pop()
        return True

    def restart(self) -> None:
        """Take all steps of this stage back; of all stages, if it has none."""
        self._left, self.wish = [], None
        if len(self.drafts) > 1:
            del self.drafts[1:]
        else:
            del self.stages[1:], self.stages[0][1:]

    def go_back(self, answers: int, stage: int | None = None) -> bool:
        """Take all steps back but the first answers of a stage, the last unless it is given."""
        if stage is None:
            stage = len(self.stages) - 1
        if not 0 <= stage < len(self.stages):
            return False
        path = self.stages[stage][-1].made.path
        if not 0 <= answers < len(path):
            return False
        left = [*self.earlier, self.draft][stage:] + self.later
        if stage == len(self.stages) - 1 and self._left:
            left[0] = self._left[0]
        del self.stages[stage + 1 :]
        self.follow(path[:answers])
        self._left, self._changed = left, answers
        return True

    def follow(self, path: Path, picked: Answer = ()) -> None:
        """
        Answer so in this stage, step by step, so that each can be taken back.

        Raises:
            NotPossible: one of them is not offered; nothing has changed.
        """
        at, view = self._drafts.at, self.draft.made.view
        steps = [at(view, path[:length]) for length in range(1, len(path) + 1)]
        steps += [at(view, path, picked[:length]) for length in range(1, len(picked) + 1)]
        self.drafts[1:] = steps
        self._left, self.wish = [], None

    def restore(self, paths: Sequence[Path], picked: Answer) -> None:
        """
        Make the stages that somebody has forgotten, from the first on.

        Raises:
            NotPossible: one of the answers is not offered; what comes before is made.
        """
        del self.stages[1:]
        for number, path in enumerate(paths):
            is_last = number == len(paths) - 1
            self.follow(path, picked if is_last else ())
            if not is_last and not (self._confirmed() and self.go_on()):
                raise NotPossible("what comes next is not known")

    def reorder(self, heads: Sequence[str]) -> bool:
        """Take the steps of a series in another order; whether it is one."""
        found = reordered(self._drafts, self.draft, heads)
        if found is not None:
            self.follow(found.made.path)
        return found is not None

    # --- Stages -------------------------------------------------------------------------------------

    def put_first(self, stage: int) -> Change | bool:
        """Do what a stage does before the one that comes before it; false if that cannot be."""
        whole = [*self.earlier, self.draft]
        if not 0 < stage < len(whole) or whole[stage].move is None:
            return False
        whole[stage - 1 : stage + 1] = whole[stage], whole[stage - 1]
        return self._made_again(stage - 1, whole)

    def leave_out(self, stage: int) -> Change | bool:
        """Do without a stage; false if there is no such stage."""
        whole = [*self.earlier, self.draft]
        if not 0 <= stage < len(whole) or len(whole) == 1:
            return False
        del whole[stage]
        return self._made_again(stage, whole)

    def _made_again(self, first: int, wished: list[AnswerDraft]) -> Change:
        """Make the stages from `first` on again, as they are wished."""
        before = self.stages[:first]
        if first == len(wished):  # the last is left out
            del self.stages[first:]
            self._left = []
            return Change(0, ())
        view = self.stages[first][0].made.view
        self.stages = [*before, [self._drafts.begin(view)]]
        self._left, self._changed = wished[first:], -1
        return self._resume()

    def advance(self) -> bool:
        """The first stage is played; whether others are left."""
        del self.stages[0]
        return bool(self.stages)

    def moved_to(self, view: Any) -> "tuple[AnswerPlan, Change | None]":  # noqa: ANN401 - any game's
        """The same answers in a decision that came otherwise than was foreseen."""
        if self.stages[0][0].made.view == view:
            return self, None
        plan = AnswerPlan(self._drafts, view)
        plan._left, plan._changed = [*self.earlier, self.draft, *self.later], -1
        return plan, plan._resume()

    # --- What comes after a changed answer -------------------------------------------------------------

    def _resume(self) -> Change:
        """Give the answers again that came after the changed one, as far as they are offered."""
        kept, gone = 0, list[str]()
        while self._left:
            before = self.draft
            found = resumed(self._drafts, before, self._left[0])
            if found is not None:
                left, changed = self._left, self._changed
                kept += len(found.made.path) - len(before.made.path)
                self.follow(found.made.path)
                self._left, self._changed = left, changed
            if not (self._left[0].move is not None and self._confirmed()):
                gone += self._not_offered()
                break
            gone += self._lost(self._left[0], self._changed, self.draft.trail)
            self._left, self._changed = self._left[1:], -1
            if self._left and not self.go_on():
                gone += [text for draft in self._left for text in self._lost(draft, -1, ())]
                self._left = []
        return Change(kept, tuple(gone))

    def _confirmed(self) -> bool:
        """Whether the stage is whole; one answer alone is put nevertheless, and given again here."""
        if self.draft.move is None and self.draft.made.move is not None:
            self._append(self.draft.made.move)
        return self.draft.move is not None

    def _not_offered(self) -> list[str]:
        """The answer that was given to the question that is open now, if it cannot be given again."""
        made, left = self.draft.made, self._left[0]
        place = wanted(left.trail, made.trail, made.choice) if made.choice is not None else None
        if place is None:
            return []
        try:
            made.take(*left.trail[place].answer)
        except NotOffered:
            return [left.answer_text(place)]
        return []

    def _lost(self, left: AnswerDraft, changed: int, now: Sequence[Answered]) -> list[str]:
        """The answers after the changed one that are no longer given."""
        given = [(now[place].choice.name, now[place].answer) for place in _after(now, changed)]
        texts = []
        for place in _after(left.trail, changed):
            choice, answer = left.trail[place]
            if (choice.name, answer) in given:
                given.remove((choice.name, answer))
            elif only_answer(left.trail[place].choice) is None:
                texts.append(left.answer_text(place))
        return texts


def _after(trail: Sequence[Answered], changed: int) -> range:
    """The places of a trail after so many answers that somebody decided, and one more."""
    decided = [
        place for place, answered in enumerate(trail) if only_answer(answered.choice) is None
    ]
    return range(decided[changed] + 1 if 0 <= changed < len(decided) else 0, len(trail))
