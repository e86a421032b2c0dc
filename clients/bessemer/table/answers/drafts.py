"""
Answers in the making.

An `AnswerDraft` asks a person for one choice of the rules after the other, in the words of the game's
face, until it is a move. It is a value: the screen that shows it keeps the earlier drafts, so that
every step can be taken back. A set is asked for one member at a time.

Screens, plain lines and pages work with these and know no game.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.choices import Answer, Answered, Choice, Path, Thing, Word
from bessemer.engine.errors import IllegalMove, NotOffered, Sentence
from bessemer.engine.game import Seat
from bessemer.faces.language import current_language, tr
from bessemer.faces.questions import Asking, Questions
from bessemer.faces.refusals import reason_text
from bessemer.table.answers.shortcuts import Shortcuts, shortcuts_of
from bessemer.table.typing import Typing

DONE: Final = "done"
"""The word that ends a set which could have more members."""
_NO_MORE_KEYS: Final = "0n"
_KEYS: Final = "123456789abdefghjkmnoprtvwxyz"
"""Digits, then letters that the table does not use itself."""


class NotPossible(Exception):
    """The answer is not possible; the message says why, `instead` what would be."""

    def __init__(self, why: str | Sequence[Sentence], instead: Sequence[str] = ()) -> None:
        self.why = (Sentence(why, {}),) if isinstance(why, str) else tuple(why)
        super().__init__("; ".join(map(str, self.why)))
        self.instead = tuple(instead)


class DraftChoice(NamedTuple):
    """One answer to a question."""

    key: str
    """The key that takes it; empty where there are more answers than keys."""
    word: str
    """The text to type for it in plain mode."""
    label: str = ""
    why_not: str = ""
    """Why it is not possible now; empty if it is."""
    thing: Thing | None = None
    """The thing of the board that it means; `None` for a number, a kind of action, "none"."""
    title: str = ""
    """The label where there is room for a name."""


class DraftQuestion(NamedTuple):
    """The next question of a draft."""

    text: str
    choices: tuple[DraftChoice, ...]
    default: str = ""
    """The word that Enter stands for; empty if it stands for none."""
    name: str = ""
    """Of the choice: stable, for drawings that show its answers themselves."""


class Drafts:
    """How moves of one game are made by a person."""

    def __init__(self, rules: AnyGame, questions: Questions, typing: Typing) -> None:
        self.rules = rules
        self.questions = questions
        self.typing = typing

    def begin(self, view: Any) -> "AnswerDraft":  # noqa: ANN401 - views and moves are the game's own
        """A new answer to what the view's seat is asked."""
        return AnswerDraft(self, drafts.begin(self.rules, view))

    def from_move(self, view: Any, move: Any) -> "AnswerDraft":  # noqa: ANN401
        """
        The draft that has become `move`.

        Raises:
            NotPossible: the rules do not allow it; in the words of the referee.
        """
        try:
            path = drafts.path_of(self.rules, view, move)
        except IllegalMove as refused:
            raise NotPossible(refused.sentences, refused.allowed) from None
        return AnswerDraft(self, drafts.follow(self.rules, view, path), is_begun=True)

    def at(self, view: Any, path: Path, picked: Answer = ()) -> "AnswerDraft":  # noqa: ANN401
        """
        The draft after these answers, and some members of the set that is asked for next.

        Raises:
            NotPossible: one of them is not offered there.
        """
        try:
            made = drafts.follow(self.rules, view, path)
        except NotOffered as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        draft = AnswerDraft(self, made, is_begun=bool(path))
        for word in picked:
            draft = draft.chosen(word)
        return draft

    def default_move(self, view: Any) -> Any:  # noqa: ANN401
        """The move that the referee makes for a seat that is out of time."""
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        state = self.rules.resample(view, Chance(b""))
        return self.rules.default_move(state, Seat(view.seat))


class AnswerDraft:
    """An answer in the making."""

    def __init__(
        self,
        drafts: Drafts,
        made: drafts.Draft[Any],
        picked: Answer = (),
        *,
        is_begun: bool = False,
    ) -> None:
        self._drafts = drafts
        self.made = made
        """As the rules know it."""
        self.picked = picked
        """The members so far of a set that is asked for."""
        # A person with only one possible answer is asked all the same, so that they learn why.
        is_clear = is_begun or made.choice is not None or made.path or len(made.trail) != 1
        only = None if is_clear else made.trail[0].choice
        self._only = only if only and only.words else None
        self._questions: dict[str, DraftQuestion | None] = {}
        """By language: a person may change it while they think."""

    def __repr__(self) -> str:
        said = " ".join(" ".join(answer) for answer in (*self.made.path, self.picked))
        return f"<Draft: {said.strip() or 'nothing chosen'}>"

    @property
    def move(self) -> Any:  # noqa: ANN401 - any game's
        """The move that it has become; `None` while there is a question."""
        return None if self._only else self.made.move

    @property
    def trail(self) -> tuple[Answered, ...]:
        """All that is answered; last, if there is such, the set that is being made."""
        if self.made.choice is None or not self.picked:
            return self.made.trail
        return (*self.made.trail, Answered(self.made.choice, self.picked))

    @property
    def question(self) -> DraftQuestion | None:
        """The next decision; `None` when it is a whole move."""
        code = current_language()
        if code not in self._questions:
            self._questions[code] = self._put_question()
        return self._questions[code]

    def _put_question(self) -> DraftQuestion | None:
        choice = self._choice
        if choice is None:
            return None
        questions, asking = self._drafts.questions, self._asking(choice)

        def offered(word: Word, why_not: str = "") -> DraftChoice:
            label, title = questions.label(asking, word), questions.title(asking, word)
            return DraftChoice("", word.text, label, why_not, word.thing, title)

        found = {word.text: offered(word) for word in self._offered(choice)}
        default = choice.words[0].text if self._only else questions.default(asking)
        if choice.is_set and len(self.picked) >= choice.least:
            found[DONE] = DraftChoice("", DONE, tr("no more") if self.picked else tr("none"))
            default = default or DONE
        possible, own = list(found), self.made.view.seat
        for word, refusal in self._closed:
            why = reason_text(self._drafts.rules.name, refusal.sentences, own)
            found[word.text] = offered(word, why)
        return DraftQuestion(
            questions.text(asking),
            _with_keys(
                [found[word] for word in questions.arrange(asking, list(found))],
                questions.no_more | {DONE},
            ),
            default if default in possible else "",
            choice.name,
        )

    def chosen(self, text: str) -> "AnswerDraft":
        """
        The draft after one answer to its question, or several with spaces between them.

        An answer is a word or a label, cut short as far as it is clear; one that names something on the board may
        also change the answer to the question before this one.

        Raises:
            NotPossible: it is none of the answers, or not one for now.
        """
        try:
            extended = self._drafts.typing.extend(self.made, text)
        except IllegalMove as refused:
            raise NotPossible(refused.sentences, refused.allowed) from None
        if extended is not None:
            return AnswerDraft(self._drafts, extended, is_begun=True)
        parts = text.split()
        if len(parts) < 2:
            return self._after(text.strip())
        try:
            return self._after("_".join(parts))
        except NotPossible:
            return self._after_each(parts)

    @cached_property
    def shortcuts(self) -> Shortcuts:
        """The things that a person may begin with, and the answers that they stand for."""
        return {} if self.picked else shortcuts_of(self._drafts.questions, self.made)

    def leads_to(self, thing: Thing) -> frozenset[str]:
        """The words of the open choice that lead to a thing which comes later."""
        return frozenset(way[0][0] for way in self.shortcuts.get(thing, ()))

    def asking_at(self, place: int) -> Asking:
        """The question that was answered at a place of the trail."""
        return Asking(self.made.view, self.trail[place].choice, self.trail[:place])

    def answer_text(self, place: int) -> str:
        """The answer at a place of the trail, in words; a word taken several times is named once."""
        questions, asking, answered = (
            self._drafts.questions,
            self.asking_at(place),
            self.trail[place],
        )
        # How many of a word there were to take is not what was taken.
        words = {word.text: word._replace(copies=1) for word in answered.choice.words}
        said = Counter(
            questions.title(asking, words[text]) or questions.label(asking, words[text]) or text
            for text in answered.answer
        )
        return ", ".join(f"{what} x{n}" if n > 1 else what for what, n in said.items()) or tr(
            "none"
        )

    # --- One answer -----------------------------------------------------------------------------------

    @property
    def _choice(self) -> Choice | None:
        return self.made.choice or self._only

    def _asking(self, choice: Choice) -> Asking:
        trail = () if self._only else self.trail
        return Asking(self.made.view, choice, trail, self.picked)

    def _after(self, text: str) -> "AnswerDraft":
        choice = self._choice
        if choice is None:
            raise NotPossible(
                tr("the answer is complete, and {answer} is too much", answer=repr(text))
            )
        offered, closed = self._offered(choice), [other for other, _ in self._closed]
        # What is named in full is meant, possible or not, rather than what only begins so.
        named = [
            word.text for word in (*offered, *closed) if word.text.casefold() == text.casefold()
        ]
        word = named[0] if named else self._meant(choice, text, offered)
        if word in [other.text for other in offered]:
            return self._with(choice, word)
        if choice.is_set and len(self.picked) >= choice.least and _found(text, [DONE]):
            return self._taking(self.picked)
        word = word or self._meant(choice, text, closed)
        if not word and (changed := self._changed(choice, text)):
            return changed
        reasons = {other.text: refusal.sentences for other, refusal in self._closed}
        raise NotPossible(
            reasons.get(word) or tr("{answer} is none of the answers", answer=repr(text)),
            [other.text for other in offered],
        )

    def _meant(self, choice: Choice, text: str, words: Sequence[Word]) -> str:
        """The word whose text, or else whose label, begins so and alone does."""
        texts = [word.text for word in words]
        if found := _found(text, texts):
            return found
        asking = self._asking(choice)
        labels = [self._drafts.questions.label(asking, word) for word in words]
        label = _found(text, labels)
        return texts[labels.index(label)] if label else ""

    def _after_each(self, parts: Sequence[str]) -> "AnswerDraft":
        """The draft after several answers; a set ends with the last of them that may be a member."""
        choice = self.made.choice
        is_enough = bool(choice and self.picked and len(self.picked) >= choice.least)
        if not parts:
            return self._taking(self.picked) if is_enough else self
        try:
            after = self._after(parts[0])
        except NotPossible:
            if not is_enough:
                raise
            # No member of the set, which therefore ends here.
            return self._taking(self.picked)._after_each(parts)  # noqa: SLF001 - one of our own
        return after._after_each(parts[1:])  # noqa: SLF001

    def _with(self, choice: Choice, word: str) -> "AnswerDraft":
        if not choice.is_set:
            return self._taking((word,))
        picked = choices.ordered(choice, (*self.picked, word))
        left = [other for other in choice.words if picked.count(other.text) < other.copies]
        missing = choice.least - len(picked)
        copies_left = sum(other.copies - picked.count(other.text) for other in left)
        if len(picked) == choice.most:
            return self._taking(picked)
        if choice.least == choice.most and (len(left) == 1 or copies_left == missing):
            rest = tuple(
                other.text for other in left for _ in range(other.copies - picked.count(other.text))
            )
            return self._taking(picked + rest[:missing])
        return AnswerDraft(self._drafts, self.made, picked)

    def _taking(self, answer: Answer) -> "AnswerDraft":
        made = self.made if self._only else self.made.take(*answer)
        return AnswerDraft(self._drafts, made, is_begun=True)

    def _changed(self, choice_now: Choice, text: str) -> "AnswerDraft | None":
        """The draft with another answer to the choice before, which named something on the board."""
        # A bare number, or one more of what is asked for now, is rather a slip.
        if self.picked or not self.made.path or text.isdecimal():
            return None
        kinds_now = {word.thing.kind for word in choice_now.words if word.thing}
        before = AnswerDraft(
            self._drafts,
            drafts.follow(self.made.game, self.made.view, self.made.path[:-1]),
        )
        choice = before.made.choice
        assert choice is not None, "it was answered"
        named = [
            word.text for word in choice.words if word.thing and word.thing.kind not in kinds_now
        ]
        exact = [word for word in named if word.casefold() == text.casefold()]
        return before._taking((exact[0],)) if exact and not choice.is_set else None

    def _offered(self, choice: Choice) -> list[Word]:
        """The words that can be taken, less those that are picked."""
        left = [
            word._replace(copies=word.copies - self.picked.count(word.text))
            for word in choice.words
        ]
        return [word for word in left if word.copies]

    @cached_property
    def _closed(self) -> tuple[drafts.NotNow, ...]:
        return self.made.not_now()


def _found(text: str, words: Sequence[str]) -> str:
    """The word that is meant, or the only one that begins so; empty if none is."""
    wanted = text.casefold()
    if not wanted:
        return ""
    is_alike: list[Callable[[str], bool]] = [wanted.__eq__]
    if not wanted.isdecimal():  # 1 is never the beginning of 10
        is_alike.append(lambda word: word.startswith(wanted))
    for test in is_alike:
        meant = [word for word in words if test(word.casefold())]
        if len(meant) == 1:
            return meant[0]
    return ""


def _with_keys(answers: Sequence[DraftChoice], no_more: frozenset[str]) -> tuple[DraftChoice, ...]:
    """The answers with keys: small numbers are their own, what does no more comes last, with 0."""
    last = [answer for answer in answers if answer.word in no_more]
    others = [answer for answer in answers if answer.word not in no_more]
    keys = keys_for([answer.word for answer in others])
    for_last = next((key for key in _NO_MORE_KEYS if key not in keys), "")
    return tuple(
        answer._replace(key=key)
        for answer, key in zip([*others, *last], [*keys, *(for_last,) * len(last)], strict=True)
    )


def keys_for(words: Sequence[str]) -> tuple[str, ...]:
    """A key for each of the words, as far as there are any."""
    if all(word.isdecimal() for word in words) and any(len(word) == 1 for word in words):
        letters = iter(_KEYS[9:])
        return tuple(word if len(word) == 1 else next(letters, "") for word in words)
    return tuple(_KEYS[place] if place < len(_KEYS) else "" for place in range(len(words)))
