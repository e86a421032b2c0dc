"""Opponents for tests, for any game: one that does nothing, one that does anything."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from bessemer.engine.game import Below, Seat


class AnyView(Protocol):
    """What the fake referee needs of the view of any game."""

    @property
    def seat(self) -> Seat:
        """Who is asked."""

    @property
    def phase(self) -> str:
        """What is asked."""

    @property
    def round(self) -> int:
        """From 1."""

    def legal_moves(self, most: int) -> Sequence[Any]:
        """The first `most` legal moves."""

    def default_move(self) -> Any:  # noqa: ANN401 - any game's
        """A move that is always legal."""

    def sample_move(self, below: Below) -> Any:  # noqa: ANN401
        """Any legal move."""


class IdleBot:
    """An opponent for any game that does as little as the rules permit."""

    is_quick = True

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The default move."""
        return view.default_move()


class RandomBot:
    """An opponent for any game that plays anything legal; the same seed, the same moves."""

    is_quick = True

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - no secret

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """Any legal move."""
        return view.sample_move(self._rng.randrange)
