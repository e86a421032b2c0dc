"""The searching bots: what they find, and that they keep to their time."""

import random

import pytest

from bessemer.bots.furnace.magnate import MagnateBot
from bessemer.bots.furnace.search import SearchBot
from bessemer.bots.search.seconds import share_of_clock
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import Bid, Compensation
from bessemer.games.furnace.state import Phase
from tests.bots.tables import after_bids, board_of, deck, my_view

BOTH = pytest.mark.parametrize("bot", [SearchBot, MagnateBot])


class Clock:
    """Goes on by a tick whenever it is read."""

    def __init__(self, tick: float) -> None:
        self.reads = 0
        self._tick = tick

    def __call__(self) -> float:
        self.reads += 1
        return self.reads * self._tick


@BOTH
def test_it_wins_the_card_that_fits_its_hand(bot: type[SearchBot]) -> None:
    """Of two merchants with the same revenue it wants the one for which it has the goods."""
    cards = deck("C01 1C; 1O -> 9$ x1; 1C", "C02 1C; 1I -> 9$ x1; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01", "C02"), stock=Stock(iron=1))

    assert Bid(4, "C02") == bot(random.Random(1), tries=100).bid(my_view(board))


@BOTH
def test_it_does_not_waste_a_high_disc(bot: type[SearchBot]) -> None:
    """As the last to bid, it wins the better card with the lowest disc that does."""
    cards = deck("C01 1C; 9$; 1C", "C02 1C; 3$; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01", "C02"))
    board = after_bids(board, (1, Bid(1, "C01")), (2, Bid(2, "C02")))
    board = board._replace(hands=((2, 3), (), (), ()))

    assert Bid(2, "C01") == bot(random.Random(1), tries=100).bid(my_view(board))


@BOTH
def test_its_compensation_counts_what_it_can_sell(bot: type[SearchBot]) -> None:
    """Iron sells, oil does not: in the last round it keeps the iron."""
    cards = deck("C01 1I -> 1O; 1$; 1C", "C02 1C; 1I -> 2$ x3; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01",), companies=("C02",), stock=Stock(iron=3))
    board = after_bids(
        board._replace(hands=((3,), (4,), (), ())), (0, Bid(3, "C01")), (1, Bid(4, "C01"))
    )

    assert Compensation((0,)) == bot(random.Random(1)).compensation(my_view(board))


@BOTH
@pytest.mark.parametrize("clock", [1.0, 5.0, 60.0])
def test_it_stops_when_its_share_of_the_clock_is_spent(bot: type[SearchBot], clock: float) -> None:
    """It reads the time before each try, and makes none once the share is over."""
    board = board_of(deck(), phase=Phase.BID)
    share = share_of_clock(clock)
    assert share is not None
    now = Clock(tick=share / 10)
    bot(random.Random(1), now=now).bid(my_view(board, clock))

    assert 11 == now.reads  # once at the start, before each of nine tries, and when it is over


@BOTH
@pytest.mark.parametrize("clock", [0.0, 0.01, 0.3])
def test_it_does_not_begin_a_search_with_no_time_for_it(bot: type[SearchBot], clock: float) -> None:
    """With next to nothing on the clock it answers at once, and still sees the best card."""
    board = board_of(deck("C01 1C; 9$; 1C"), phase=Phase.BID, row=("C01",))
    now = Clock(tick=1.0)

    assert Bid(4, "C01") == bot(random.Random(1), now=now).bid(my_view(board, clock))
    assert 1 == now.reads


def test_a_match_never_eats_up_the_clock() -> None:
    """However many decisions follow, the share of each leaves something for the next."""
    clock = 30.0
    for _ in range(100):
        share = share_of_clock(clock)
        assert share is not None
        clock -= share

    assert clock > 0.1


def test_a_given_number_of_tries_needs_no_clock() -> None:
    """With a number of tries the time is never asked for, but once."""
    board = board_of(deck(), phase=Phase.BID)
    now = Clock(tick=1000.0)
    SearchBot(random.Random(1), tries=20, now=now).bid(my_view(board, 60.0))

    assert 1 == now.reads
