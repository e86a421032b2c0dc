"""
How a weaker person looks at a position: much is not noticed, and things are liked or disliked.

A strong bot that throws a move away now and then is a strange opponent. A person plays weakly all the
time and in a certain way: they see a part of what is possible, look no further than that, and value
some things too much and others too little, for a whole match.
"""

import random
from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Skill(NamedTuple):
    """How well somebody plays."""

    notices: float
    """The share of the possibilities that they see."""
    misjudges: float
    """The spread of the factors by which they misjudge kinds of things."""


class Attention:
    """The eyes of one person in one match."""

    def __init__(self, skill: Skill, rng: random.Random) -> None:
        self._skill = skill
        self._rng = rng
        self._tastes: dict[Hashable, float] = {}

    def noticed(self, options: Sequence[T]) -> list[T]:
        """The options that are seen: at least one."""
        seen = [option for option in options if self._rng.random() < self._skill.notices]
        return seen or [self._rng.choice(options)]

    def felt(self, kind: Hashable, gain: float) -> float:
        """What a gain by something of this kind feels like; the same kind always feels alike."""
        if kind not in self._tastes:
            self._tastes[kind] = self._rng.lognormvariate(0.0, self._skill.misjudges)
        taste = self._tastes[kind]
        return gain * taste if gain > 0 else gain / taste
