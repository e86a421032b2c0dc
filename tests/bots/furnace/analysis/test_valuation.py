"""Money counts at the end, and before it what can still be made of the rest."""

import pytest

from bessemer.bots.furnace.analysis.valuation import (
    EXTRACTION_SHARE,
    PROCESSING_SHARE,
    STOCK_PRICES,
    line_worth,
    valuation,
)
from bessemer.bots.furnace.planning.worth import MONEY_ALONE
from bessemer.games.furnace.effects import parse_effect
from tests.bots.furnace.analysis.logs import LAST, in_round
from tests.games.furnace import positions as at


def test_at_the_end_money_alone_counts() -> None:
    """After the last round nothing else is worth anything."""
    found = valuation(in_round(at.match(3), LAST).board)

    assert found.prices == MONEY_ALONE
    assert set(found.cards.values()) == {0.0}


def test_the_short_game_ends_a_round_earlier() -> None:
    """The number of rounds to come counts, not which round it is."""
    short, long = at.match(2, rounds="3"), at.match(2)

    assert valuation(in_round(short, 3).board).prices == MONEY_ALONE
    assert valuation(in_round(short, 1).board) == valuation(in_round(long, 2).board)


@pytest.mark.parametrize("left", STOCK_PRICES)
def test_a_dollar_is_a_dollar(left: int) -> None:
    """All else is counted in money, and nothing is worth less for more rounds to come."""
    coal, iron, oil, token, dollar = STOCK_PRICES[left]

    assert dollar == 1
    assert 0 < coal < iron <= oil < token
    if left + 1 in STOCK_PRICES:
        assert all(
            less <= more
            for less, more in zip(STOCK_PRICES[left], STOCK_PRICES[left + 1], strict=True)
        )


def test_lines_are_worth_their_gain_in_every_round_to_come() -> None:
    """Counted by hand from the prices."""
    one, two = STOCK_PRICES[1], STOCK_PRICES[2]
    expected = EXTRACTION_SHARE * (2 * one[0] + 2 * two[0])
    assert round(expected, 1) == line_worth(parse_effect("2C"), 2)
    expected = PROCESSING_SHARE * 2 * ((4 - one[2]) + (4 - two[2]))
    assert round(expected, 1) == line_worth(parse_effect("1O -> 4$ x2"), 2)
    assert line_worth(parse_effect("9O -> 1$ x2"), 2) == 0
