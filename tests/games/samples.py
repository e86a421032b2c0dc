"""Every move that a sampler can draw, by trying all the choices that it makes."""

from collections.abc import Iterator
from typing import Any

from bessemer.engine.game import Seat
from tests.games.walks import Walk


def every_sample(walk: Walk, seat: Seat) -> Iterator[Any]:
    """The move of each sequence of answers that `below` can give."""
    answers: list[tuple[int, int]] | None = []
    while answers is not None:
        below = Scripted([answer for answer, _ in answers])
        yield walk.game.sample_move(walk.state, seat, below)
        answers = next_script(below.given)


class Scripted:
    """Answers as the script says, then with 0, and remembers what was asked."""

    def __init__(self, script: list[int]) -> None:
        self._script = script
        self.given: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        place = len(self.given)
        answer = self._script[place] if place < len(self._script) else 0
        self.given.append((answer, n))
        return answer


def next_script(given_before: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next sequence of answers in order; `None` after the last."""
    while given_before and given_before[-1][0] + 1 == given_before[-1][1]:
        given_before = given_before[:-1]
    if not given_before:
        return None
    answer, n = given_before[-1]
    return [*given_before[:-1], (answer + 1, n)]
