"""What the benchmark of a busy machine calls the same result."""

import argparse

import pytest

from bessemer.bench.ladders.busy_ladder import BotStanding, _numbers, agrees


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(BotStanding("a", 1540.0, 40.0), True, id="within the intervals"),
        pytest.param(BotStanding("a", 1549.0, 40.0), True, id="just within both"),
        pytest.param(BotStanding("a", 1551.0, 40.0), False, id="beyond both"),
        pytest.param(BotStanding("a", 1449.0, 40.0), False, id="beyond below"),
    ],
)
def test_two_ratings_agree_within_their_intervals(other: BotStanding, expected: bool) -> None:
    """Both are uncertain, so their difference may be as large as both intervals together."""
    assert expected == agrees(BotStanding("a", 1500.0, 30.0), other)


def test_loads_are_numbers() -> None:
    """Anything else is refused with an example."""
    assert (2, 12) == _numbers("2,12")
    with pytest.raises(argparse.ArgumentTypeError, match="such as 2,12"):
        _numbers("2,many")
