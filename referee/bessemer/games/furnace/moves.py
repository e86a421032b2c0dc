"""
The four kinds of move and their one canonical text.

    bid 3 on C07
    compensation 2 0
    line C07 S1 C12
    plan C06; C28 2; S1 1 flip C28 C06; C15 2 1
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from bessemer.engine.errors import MalformedMove

_CARD: Final = r"[A-Z][A-Z0-9_-]{0,15}"
_COUNT: Final = r"-?\d{1,9}"
_BID: Final = re.compile(rf"bid ({_COUNT}) on ({_CARD})")
_COMPENSATION: Final = re.compile(rf"compensation((?: {_COUNT})*)")
_LINE: Final = re.compile(rf"line((?: {_CARD})*)")
_STEP: Final = re.compile(rf"({_CARD})((?: {_COUNT})*)(?: flip((?: {_CARD})+))?")
_FORMS: Final = (
    "'bid 3 on C07', 'compensation 2 0', 'line C07 S1 C12' or 'plan C06; C28 2; S1 1 flip C28'"
)


class Bid(NamedTuple):
    """Put the disc worth `value` on the card `card` of the row."""

    value: int
    card: str

    def __str__(self) -> str:
        return f"bid {self.value} on {self.card}"


class Compensation(NamedTuple):
    """How often to process on each card of the row where processing is owed, left to right."""

    counts: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("compensation", *map(str, self.counts)))


class ChainPlacement(NamedTuple):
    """The whole new line: the old cards in their old order, the new ones anywhere."""

    line: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("line", *self.line))


class Step(NamedTuple):
    """One card's turn in production."""

    card: str
    counts: tuple[int, ...] = ()
    """One for each processing line that is active when the card is reached, top to bottom."""
    flips: tuple[str, ...] = ()
    """The companies to flip, at the start-up only; their order means nothing."""

    def __str__(self) -> str:
        return _step_text(self)


@lru_cache(maxsize=8192)
def _step_text(step: Step) -> str:
    """Each plan is written once, and the same steps come again and again."""
    flips = ("flip", *step.flips) if step.flips else ()
    return " ".join((step.card, *map(str, step.counts), *flips))


class ProductionPlan(NamedTuple):
    """All of a player's cards in the order in which they are resolved."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return ("plan " + "; ".join(map(_step_text, self.steps))).rstrip()


Move = Bid | Compensation | ChainPlacement | ProductionPlan


def parse_move(text: str) -> Move:
    """
    The move that `text` is the canonical text of.

    Raises:
        MalformedMove: no move is written so.
    """
    # A text that is almost canonical ("bid 03 on C07", two spaces) is refused like any other:
    # whoever compares texts compares moves.
    move = _read(text)
    if move is None or str(move) != text:
        raise MalformedMove(f"not a move of furnace: {text[:80]!r}; write {_FORMS}")
    return move


def _read(text: str) -> Move | None:
    if found := _BID.fullmatch(text):
        return Bid(int(found[1]), found[2])
    if found := _COMPENSATION.fullmatch(text):
        return Compensation(_counts(found[1]))
    if found := _LINE.fullmatch(text):
        return ChainPlacement(tuple(found[1].split()))
    if text == "plan":
        return ProductionPlan(())
    if text.startswith("plan "):
        steps = [_STEP.fullmatch(part) for part in text.removeprefix("plan ").split("; ")]
        if all(steps):
            return ProductionPlan(tuple(_step(found) for found in steps if found))
    return None


def _step(found: re.Match[str]) -> Step:
    return Step(found[1], _counts(found[2]), tuple((found[3] or "").split()))


def _counts(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
