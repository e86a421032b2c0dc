"""The choices of a question as they are listed in a prompt, and called in an answer."""

from typing import NamedTuple

from bessemer.table.answers.drafts import DraftChoice, DraftQuestion


class Listed(NamedTuple):
    """A choice and its number; without one where the words are numbers themselves."""

    number: str
    choice: DraftChoice

    @property
    def line(self) -> str:
        """As it stands in a prompt."""
        word, about = self.choice.word, self.choice.title or self.choice.label
        text = f"{word}: {about}" if about and about != word else word
        return f"{self.number}. {text}" if self.number else f"- {text}"


def listed(question: DraftQuestion) -> list[Listed]:
    """The choices that are possible now."""
    possible = [choice for choice in question.choices if not choice.why_not]
    if any(choice.word.isdecimal() for choice in question.choices):
        return [Listed("", choice) for choice in possible]
    return [Listed(str(number), choice) for number, choice in enumerate(possible, 1)]
