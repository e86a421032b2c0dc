"""Opponents for any game: one that does nothing, one that does anything."""

import random
from typing import Any

from bessemer.sdk.view import AnyView


class IdleBot:
    """An opponent for any game that does as little as the rules permit."""

    runs_inline = True

    def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """The default move."""
        return view.default_move()


class RandomBot:
    """An opponent for any game that plays anything legal; the same seed, the same moves."""

    runs_inline = True

    def __init__(self, seed: int | random.Random = 0) -> None:
        rng = seed if isinstance(seed, random.Random) else random.Random(seed)  # noqa: S311 - no secret
        self._random = rng.random

    def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """Any legal move."""
        return view.sample_move(self._below)

    def _below(self, n: int) -> int:
        return int(self._random() * n)  # a third of the time of `randrange`
