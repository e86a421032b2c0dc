"""Ranks once forfeits are counted."""

import pytest

from bessemer.matches.records import final_ranks


@pytest.mark.parametrize(
    ("outcome", "forfeited", "expected"),
    [
        pytest.param((2, 1, 3), (), (2, 1, 3), id="nobody"),
        pytest.param((1, 2, 3), {0}, (3, 1, 2), id="the-leader"),
        pytest.param((1, 2, 3), {2}, (1, 2, 3), id="the-last"),
        pytest.param((1, 2, 3, 4), {0, 2}, (3, 1, 3, 2), id="two-share-the-last-rank"),
        pytest.param((1, 1, 3, 4), {2}, (1, 1, 4, 3), id="ties-among-the-others-stay"),
        pytest.param((1, 1, 1), {1}, (1, 3, 1), id="a-tie-with-others-is-lost"),
        pytest.param((1, 2), {0, 1}, (1, 1), id="everybody"),
        pytest.param((1, 2, 3), {0, 1}, (2, 2, 1), id="all-but-one"),
    ],
)
def test_who_forfeits_is_last(
    outcome: tuple[int, ...], forfeited: set[int], expected: tuple[int, ...]
) -> None:
    """The others stand as among themselves."""
    assert expected == final_ranks(outcome, forfeited)
