"""What a program would do: always something legal."""

import pytest

from bessemer.games.brass.state import Phase
from bessemer.terminal.brass.drafts import DRAFTS
from tests.terminal.brass.examples import view_in


@pytest.mark.parametrize(
    ("phase", "number", "seed"),
    [
        pytest.param(Phase.ACTION, 0, 2, id="the first action"),
        pytest.param(Phase.ACTION, -1, 2, id="the last action"),
        pytest.param(Phase.SALE, 0, 9, id="a sale"),
    ],
)
def test_every_suggestion_is_a_legal_move(phase: Phase, number: int, seed: int) -> None:
    """It becomes a whole draft, and comes with a word about it."""
    view = view_in(phase, number, seats=4, seed=seed)
    found = DRAFTS.suggest(view, 1.0)

    assert found.move == DRAFTS.from_move(view, found.move).move
    assert found.why
