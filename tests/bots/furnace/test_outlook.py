"""The gain that a bid seems to bring at a glance."""

import pytest

from bessemer.bots.furnace.outlook import Outlook
from bessemer.bots.furnace.search import BY_HAND
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import Board, Phase
from tests.bots.tables import ME, after_bids, board_of, deck

CARDS = deck("C01 1I; 9$; 1C", "C02 1C; 2$; 1C", "C03 1C; 1I -> 2$ x4; 1C")


@pytest.fixture
def board() -> Board:
    """ME owns an ironmonger, so that iron is worth 2; nobody has bid yet."""
    return board_of(CARDS, phase=Phase.BID, row=("C01", "C02"), companies=("C03",))


def glance(board: Board, seat: Seat = ME) -> dict[Bid, float]:
    """Every legal bid of a seat with what it seems to bring."""
    found = Outlook(board, BY_HAND).guesses(board, seat)
    return {Bid(value, board.row.cards[slot]): worth for worth, value, slot in found}


def test_every_legal_bid_is_looked_at_once(board: Board) -> None:
    """Not on a card that holds a disc of the same seat, nor one of the same value."""
    board = after_bids(board, (0, Bid(2, "C01")), (1, Bid(3, "C02")))
    bids = glance(board)

    assert {1, 3, 4} == {bid.value for bid in bids}
    assert Bid(4, "C01") not in bids
    assert Bid(3, "C02") not in bids
    assert 6 * 3 + 2 == len(bids)


def test_the_highest_disc_is_sure_of_the_card(board: Board) -> None:
    """It brings nine dollars, but for what the disc could bring elsewhere."""
    assert 7.0 == glance(board)[Bid(4, "C01")]


def test_a_disc_that_is_beaten_brings_the_compensation_alone(board: Board) -> None:
    """Three irons at 2 dollars for a 3, but for what the disc could bring elsewhere."""
    assert pytest.approx(6.0 - 0.8) == glance(after_bids(board, (1, Bid(4, "C01"))))[Bid(3, "C01")]


def test_a_disc_that_nobody_can_outbid_any_more_is_sure_of_the_card(board: Board) -> None:
    """The others' higher discs lie elsewhere, or their owner has bid on this card already."""
    board = after_bids(board, (1, Bid(1, "C01")))
    board = board._replace(hands=((3,), (4,), (2,), ()))

    assert pytest.approx(9.0 - 0.8) == glance(board)[Bid(3, "C01")]


def test_a_wanted_card_is_less_sure(board: Board) -> None:
    """Where more rivals can outbid, a bid brings less."""
    alone = glance(board._replace(hands=((3,), (), (), ())))[Bid(3, "C01")]
    one = glance(board._replace(hands=((3,), (4,), (), ())))[Bid(3, "C01")]
    two = glance(board._replace(hands=((3,), (4,), (4,), ())))[Bid(3, "C01")]

    assert alone > one > two
