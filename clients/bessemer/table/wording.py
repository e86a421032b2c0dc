"""Answers that were given, in words."""

from bessemer.engine.choices import Answered, only_answer
from bessemer.faces.language import tr
from bessemer.faces.questions import Asking, Questions
from bessemer.table.drafts import Draft


def asking_at(draft: Draft, place: int) -> Asking:
    """The question that was answered at a place of the trail."""
    return Asking(draft.made.view, draft.trail[place].choice, draft.trail[:place])


def answer_text(questions: Questions, draft: Draft, place: int) -> str:
    """What was answered at a place of the trail."""
    asking, answered = asking_at(draft, place), draft.trail[place]
    words = {word.text: word for word in answered.choice.words}
    # What was never put to anybody has no label.
    is_own = is_decided(answered)
    said = [
        questions.title(asking, words[text])
        or (questions.label(asking, words[text]) if is_own else "")
        or text
        for text in answered.answer
    ]
    return ", ".join(said) or tr("none")


def is_decided(answered: Answered) -> bool:
    """Whether there was something to choose."""
    return only_answer(answered.choice) is None
