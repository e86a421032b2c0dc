"""What `Game` promises about sampled moves, held against every game of the catalogue."""

from itertools import islice
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.samples import every_sample
from tests.games.walks import Walk, walks

SMALL: Final = 200
"""Fewer legal moves than this are compared with all that can be sampled."""


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
