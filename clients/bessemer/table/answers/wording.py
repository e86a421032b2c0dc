"""Answers that were given, in words."""

from collections import Counter

from bessemer.engine.choices import Answered, only_answer
from bessemer.faces.language import tr
from bessemer.faces.questions import Asking, Questions
from bessemer.table.answers.drafts import AnswerDraft


def asking_at(draft: AnswerDraft, place: int) -> Asking:
    """The question that was answered at a place of the trail."""
    return Asking(draft.made.view, draft.trail[place].choice, draft.trail[:place])


def answer_text(questions: Questions, draft: AnswerDraft, place: int) -> str:
    """What was answered at a place of the trail; what is taken several times is said once."""
    asking, answered = asking_at(draft, place), draft.trail[place]
    # How many of a word there were to take is not what was taken.
    words = {word.text: word._replace(copies=1) for word in answered.choice.words}
    said = Counter(
        questions.title(asking, words[text]) or questions.label(asking, words[text]) or text
        for text in answered.answer
    )
    return ", ".join(f"{what} x{n}" if n > 1 else what for what, n in said.items()) or tr("none")


def is_decided(answered: Answered) -> bool:
    """Whether there was something to choose."""
    return only_answer(answered.choice) is None
