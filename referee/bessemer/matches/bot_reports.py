"""
What bots report about their turns: notes for their authors, and the cost of a language model.

Kept beside a match, not as a part of it: no state, replay or result follows from it. That is why
it is not among the other `records`.
"""

from typing import NamedTuple

from bessemer.engine.game import Seat


class Noted(NamedTuple):
    """What a bot noted about a turn, for its author alone."""

    match_id: str
    turn: int
    seat: Seat
    text: str


class ReportedCosts(NamedTuple):
    """The cost of a language model, as the bot that asks it reports it."""

    prompts: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    milliseconds: int = 0
    illegal: int = 0
    """Answers that named nothing that was possible."""
    failed: int = 0
    """Prompts without an answer."""
    defaults: int = 0
    """Decisions for which the default move was played in the end."""
    decisions: int = 1

    def plus(self, other: "ReportedCosts") -> "ReportedCosts":
        """Both together."""
        return ReportedCosts(*(one + more for one, more in zip(self, other, strict=True)))


class Spent(NamedTuple):
    """The cost of a model for one turn."""

    match_id: str
    turn: int
    seat: Seat
    costs: ReportedCosts
