"""Sampled plans: over all that can be drawn, exactly the legal plans come out."""

from collections.abc import Iterator

import pytest

from bessemer.engine.game import Seat
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace.plans import producing
from tests.games.furnace.positions import legal


def every_sample(state: State) -> Iterator[str]:
    """The plan of seat 0 for every sequence of draws, each counted up like the dials of a lock."""
    dials: list[list[int]] = []
    while True:
        turned = iter([drawn for drawn, _ in dials])
        asked: list[list[int]] = []

        def below(n: int, asked: list[list[int]] = asked, turned: Iterator[int] = turned) -> int:
            asked.append([next(turned, 0), n])
            return asked[-1][0]

        yield FURNACE.format(FURNACE.sample_move(state, Seat(0), below))
        while asked and asked[-1][0] + 1 == asked[-1][1]:
            asked.pop()
        if not asked:
            return
        asked[-1][0] += 1
        dials = asked


@pytest.mark.parametrize(
    ("stock", "owned", "line"),
    [
        pytest.param("", "", "", id="start-up-alone"),
        pytest.param("5C", "", "", id="trade"),
        pytest.param("", "C06", "", id="coal-after-the-company-only"),
        pytest.param("2C + 1I", "C28", "", id="one-company"),
        pytest.param("2C + 1U", "C06 C26+", "", id="one-to-flip"),
        pytest.param("2C + 1U", "C26 C06 C01", "", id="two-of-three-to-flip"),
        pytest.param("1C + 2I", "C29+", "", id="two-lines"),
        pytest.param("3C + 2I + 1U", "C15 C06", "C06 S1 C15", id="line"),
        pytest.param("3C + 2I + 1U", "C15 C06", "S1 C15 C06", id="another-line"),
    ],
)
def test_sampled_plans_are_the_legal_ones(stock: str, owned: str, line: str) -> None:
    """Each can come out, and nothing else can."""
    state = producing(stock, owned, line=line)

    assert set(legal(state, 0)) == set(every_sample(state))
