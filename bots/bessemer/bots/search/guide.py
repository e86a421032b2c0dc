"""What a game tells the search: candidates, a quick policy, a horizon and a value."""

from collections.abc import Hashable
from typing import Any, NamedTuple, Protocol

AnyState = Any
AnyMove = Any
"""The game's own."""


class SearchCandidate(NamedTuple):
    """A move that deserves to be searched."""

    move: AnyMove
    gain: float
    """What it seems to gain at a glance, in the units of the guide's values."""


class SearchGuide(Protocol):
    """
    What the search must know of a game.

    States and moves are the game's own; a seat is its number.
    """

    def apply(self, state: AnyState, seat: int, move: AnyMove) -> AnyState:
        """The state after a move; `IllegalMove` if the rules do not allow it."""

    def waiting(self, state: AnyState) -> int:
        """The seat that decides next; -1 if the match is over."""

    def answer(self, state: AnyState, seat: int) -> AnyMove:
        """The move of a quick seat."""

    def key(self, state: AnyState, seat: int) -> Hashable:
        """The moment of a decision, by which the same answer is found again; `None` if it varies."""

    def ends(self, start: AnyState, state: AnyState, seat: int) -> bool:
        """Whether a playout for `seat` from `start` is cut off here."""

    def values(self, state: AnyState) -> list[float]:
        """The worth of the match to every seat, over or not."""
