"""What `Game` promises about sampled moves, held against every game of the catalogue."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.game import Seat
from tests.games.walks import Walk, walks

SMALL: Final = 200
"""Fewer legal moves than this are compared with all that can be sampled."""


def every_sample(walk: Walk, seat: Seat) -> Iterator[Any]:
    """The move of each sequence of answers that `below` can give."""
    answers: list[tuple[int, int]] | None = []
    while answers is not None:
        below = _Scripted([answer for answer, _ in answers])
        yield walk.game.sample_move(walk.state, seat, below)
        answers = _next_script(below.given)


class _Scripted:
    """Answers as the script says, then with 0, and remembers what was asked."""

    def __init__(self, script: list[int]) -> None:
        self._script = script
        self.given: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        place = len(self.given)
        answer = self._script[place] if place < len(self._script) else 0
        self.given.append((answer, n))
        return answer


def _next_script(given_before: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next sequence of answers in order; `None` after the last."""
    while given_before and given_before[-1][0] + 1 == given_before[-1][1]:
        given_before = given_before[:-1]
    if not given_before:
        return None
    answer, n = given_before[-1]
    return [*given_before[:-1], (answer + 1, n)]


@given(walk=walks(), data=st.data())
def test_a_sampled_move_is_legal_whatever_is_drawn(walk: Walk, data: st.DataObject) -> None:
    """Any answers of `below` lead to a move that is accepted and reads back as itself."""
    for seat in walk.asked:
        move = walk.game.sample_move(
            walk.state, seat, lambda n: data.draw(st.integers(0, n - 1), label=f"below({n})")
        )

        walk.game.apply(walk.state, seat, move)
        assert move == walk.game.parse(walk.game.format(move))


@settings(max_examples=150)
@given(walk=walks())
def test_every_legal_move_can_be_sampled(walk: Walk) -> None:
    """On small decisions, all that `below` can lead to is exactly the set of legal moves."""
    for seat in walk.asked:
        listed = list(islice(walk.game.legal_moves(walk.state, seat), SMALL))
        if len(listed) < SMALL:
            samples = list(islice(every_sample(walk, seat), 50 * SMALL))

            assert len(samples) < 50 * SMALL
            assert set(listed) == set(samples)
