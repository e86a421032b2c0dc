"""
Answers that are sent without being shown once more.

What is sent cannot be taken back, so a slip of a key must never send anything. An answer is sent at
once only if it is made in one step, nothing warns of it, and either

- no other answer is possible, or
- it only brings something, as the game's hints say, or
- the person has pointed at it with the arrows, and pressed Enter.

All others are shown whole and wait for Enter. So does the answer that a question suggests: a
person who presses Enter twice to send the last answer must not answer the next question by it.
"""

from bessemer.faces.hints import is_harmless, warning_of
from bessemer.table.answers.drafts import AnswerDraft


def may_send_at_once(
    before: AnswerDraft, after: AnswerDraft, word: str, *, is_pointed: bool
) -> bool:
    """Whether `after`, which `before` has become by this word, needs no second look."""
    question = before.question
    if after.move is None or before.made.path or before.picked or question is None:
        return False
    if warning_of(after):
        return False
    is_only = [choice.word for choice in question.choices if not choice.why_not] == [word]
    return is_only or is_pointed or is_harmless(before, word)
