"""The search through one auction, where its result is evident."""

import random

import pytest

from bessemer.bots.furnace.auction_search import AuctionSearch, Habits
from bessemer.bots.furnace.outlook import Outlook
from bessemer.bots.furnace.search import BY_HAND
from bessemer.engine.chance import Chance
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import Board, Phase, State
from tests.bots.tables import board_of, deck

WITHOUT_PREJUDICE = Habits(temperature=1000.0)
"""The first guesses count for nothing: all that is known was learnt in the tries."""


def search(board: Board, seed: int = 1) -> AuctionSearch:
    """A search for the seat that is asked on `board`."""
    state = State(board, (), (None,) * 4, Chance(b""))
    outlook = Outlook(board, BY_HAND)
    return AuctionSearch(outlook, lambda: state, random.Random(seed), WITHOUT_PREJUDICE)


@pytest.fixture
def board() -> Board:
    """ME has the 3 to bid, then a rival the 4; one card brings 9 dollars, the next 8."""
    cards = deck("C01 1C; 9$; 1C", "C02 1C; 8$; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01", "C02"))
    return board._replace(hands=((3,), (4,), (), ()))


def test_the_others_look_after_themselves(board: Board) -> None:
    """The rival will take the better card, so the 3 goes to the second best."""
    looking = search(board)

    assert Bid(3, "C02") == looking.best_bid(lambda tries: tries < 1000)
    (reply,) = [
        child
        for (place, _), child in looking._root.children.items()
        if looking._root.bids[place] == Bid(3, "C02")
    ]
    assert Bid(4, "C01") == reply.bids[reply.visits.index(max(reply.visits))]


def test_where_nobody_comes_after_it_takes_the_best(board: Board) -> None:
    """Without the rival the 3 wins the better card."""
    alone = board._replace(hands=((3,), (), (), ()))

    assert Bid(3, "C01") == search(alone).best_bid(lambda tries: tries < 1000)


def test_it_makes_as_many_tries_as_it_may(board: Board) -> None:
    """It asks before each try whether to go on, telling how many there were."""
    asked: list[int] = []

    def goes_on(tries: int) -> bool:
        asked.append(tries)
        return tries < 5

    search(board).best_bid(goes_on)

    assert [0, 1, 2, 3, 4, 5] == asked


def test_the_only_bid_needs_no_try(board: Board) -> None:
    """Where there is no choice nothing is asked."""
    forced = board._replace(hands=((3,), (), (), ()), row=board.row._replace(taken=0xFE0000))

    assert Bid(3, "C01") == search(forced).best_bid(lambda _: pytest.fail("there is no choice"))
