"""What a model has cost, and how often it was wrong."""

from dataclasses import dataclass, fields
from typing import Final

_CHARACTERS_OF_A_TOKEN: Final = 4


def tokens_of(text: str) -> int:
    """The tokens of a text, as far as its length tells: a token has about four characters."""
    return -(-len(text) // _CHARACTERS_OF_A_TOKEN)


def characters_of(tokens: int) -> int:
    """How long a text of so many tokens is."""
    return tokens * _CHARACTERS_OF_A_TOKEN


@dataclass
class ModelCosts:
    """Counts of one decision, or of a whole match."""

    decisions: int = 0
    prompts: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    illegal: int = 0
    """Answers that named no choice, or what the rules refuse."""
    failed: int = 0
    """Prompts that got no answer: the model raised an exception, or was too slow."""
    defaults: int = 0
    """Decisions that got the default move in the end."""

    def add(self, other: "ModelCosts") -> None:
        """Count another one's as well."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def figures(self) -> dict[str, int]:
        """As a bot reports them for one decision."""
        counted = {one.name: getattr(self, one.name) for one in fields(self)}
        del counted["decisions"]
        seconds = counted.pop("seconds")
        return {**counted, "milliseconds": round(1000 * seconds)}

    def __str__(self) -> str:
        decisions = f"{self.decisions} decisions, " if self.decisions != 1 else ""
        return (
            f"{decisions}{self.prompts} prompts, {self.tokens_in} tokens in, "
            f"{self.tokens_out} out, {self.seconds:.1f} s, {self.illegal} illegal answers, "
            f"{self.failed} without an answer, {self.defaults} default moves"
        )
