"""All that can come out where numbers are drawn: what tests of samplers go through."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from bessemer.engine.game import Below, Seat
from tests.games.walks import Walk

T = TypeVar("T")


def every_sample(walk: Walk, seat: Seat) -> Iterator[Any]:
    """The move of each sequence of numbers that `below` can give."""
    return every_outcome(lambda below: walk.game.sample_move(walk.state, seat, below))


def every_outcome(draw: Callable[[Below], T]) -> Iterator[T]:
    """What comes of each sequence of numbers that `below` can give."""
    numbers: list[tuple[int, int]] | None = []
    while numbers is not None:
        below = _Scripted([number for number, _ in numbers])
        yield draw(below)
        numbers = _next_numbers(below.given)


class _Scripted:
    """Gives the numbers of the script, then 0, and remembers what was asked."""

    def __init__(self, script: list[int]) -> None:
        self._script = script
        self.given: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        place = len(self.given)
        number = self._script[place] if place < len(self._script) else 0
        self.given.append((number, n))
        return number


def _next_numbers(given_before: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next sequence in order; `None` after the last."""
    while given_before and given_before[-1][0] + 1 == given_before[-1][1]:
        given_before = given_before[:-1]
    if not given_before:
        return None
    number, n = given_before[-1]
    return [*given_before[:-1], (number + 1, n)]
