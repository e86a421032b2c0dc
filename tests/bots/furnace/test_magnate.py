"""The strongest bot: its numbers, and what its plans see that fixed prices do not."""

import random

import pytest

from bessemer.bots.furnace.auction_search import USUAL
from bessemer.bots.furnace.magnate import MagnateBot, Tuned, read_tuned, shipped
from bessemer.bots.furnace.planner import PlannerBot
from bessemer.bots.furnace.search import BY_HAND
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.state import Phase
from tests.bots.tables import board_of, deck, my_view

NUMBERS = """
[tuning]
prices = [1.0, 2.0, 3.0, 4.0]
income = [0.0, 0.0, 0.0, 0.0]
salvage = [0.1, 0.2, 0.3, 0.4]
idle_sale = 0.5
flip = 6.0

[habits]
curiosity = 7.0
temperature = 8.0
noise = 9.0
envy = 1.0
"""


def test_the_numbers_are_read_as_they_stand() -> None:
    """Each goes to the place of its name."""
    tuning, habits = read_tuned(NUMBERS)

    assert (1.0, 2.0, 3.0, 4.0) == tuning.prices
    assert (0.1, 0.2, 0.3, 0.4) == tuning.salvage
    assert (0.5, 6.0) == (tuning.idle_sale, tuning.flip)
    assert (7.0, 8.0, 9.0, 1.0) == habits


def test_the_shipped_numbers_make_sense() -> None:
    """Four prices above nothing, and no number below."""
    tuning, habits = shipped()

    assert all(price > 0 for price in tuning.prices)
    assert [4, 4, 4] == [len(tuning.prices), len(tuning.income), len(tuning.salvage)]
    assert min(*tuning.income, *tuning.salvage, tuning.idle_sale, tuning.flip, *habits) >= 0


NO_INCOME = Tuned(BY_HAND._replace(income=(0.0,) * 4), USUAL)
"""Nothing comes in by auctions, so what is not kept is missing."""


@pytest.mark.parametrize(
    ("bot", "kept"),
    [
        pytest.param(PlannerBot(), 0, id="fixed prices sell both"),
        pytest.param(
            MagnateBot(random.Random(1), tuned=NO_INCOME), 1, id="its own prices keep one"
        ),
    ],
)
def test_it_keeps_what_will_sell_better_in_the_next_round(bot: PlannerBot, kept: int) -> None:
    """One iron a round sells at 9, the next at 2: of two irons one had better wait."""
    cards = deck("C01 1C; 1I -> 9$ x1; 99O -> 1$ x1", "C02 1C; 1I -> 2$ x4; 99O -> 1$ x1")
    view = my_view(
        board_of(cards, phase=Phase.PLAN, number=3, companies=("C01", "C02"), stock=Stock(iron=2))
    )

    assert kept == view.after(bot.plan(view)).stock.iron


def test_its_last_plan_makes_the_most_money() -> None:
    """In the last round nothing waits."""
    cards = deck("C01 1C; 1I -> 9$ x1; 99O -> 1$ x1", "C02 1C; 1I -> 2$ x4; 99O -> 1$ x1")
    view = my_view(board_of(cards, phase=Phase.PLAN, companies=("C01", "C02"), stock=Stock(iron=2)))

    assert 11 == view.after(MagnateBot(random.Random(1)).plan(view)).stock.money
