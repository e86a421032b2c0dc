"""The greedy bot in positions where the right answer is evident."""

from bessemer.bots.furnace.greedy import GreedyBot
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation
from bessemer.games.furnace.state import Phase
from tests.bots.tables import ME, after_bids, board_of, deck, my_view

BOT = GreedyBot()


def test_it_puts_its_best_disc_on_the_best_card() -> None:
    """One card brings nine dollars and the others nothing: the 4 goes there."""
    cards = deck("C01 1C; 9$; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01",))

    assert Bid(4, "C01") == BOT.bid(my_view(board))


def test_it_prefers_to_be_compensated_well_where_it_cannot_win() -> None:
    """The good card holds a 4 already; its compensation is rich, so the 3 goes there."""
    cards = deck("C01 3O; 9$; 1C", "C02 1C; 1C; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01", "C02"))

    assert Bid(3, "C01") == BOT.bid(my_view(after_bids(board, (1, Bid(4, "C01")))))


def test_it_takes_a_compensation_that_gains_as_often_as_it_can_pay() -> None:
    """Iron for oil is a good bargain, three for one a bad one."""
    cards = deck("C01 1I -> 1O; 1$; 1C", "C02 3O -> 1C; 1$; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01", "C02"), stock=Stock(iron=2, oil=3))
    board = after_bids(
        board._replace(hands=((2, 3), (4,), (4,), ())),
        (0, Bid(3, "C01")),
        (1, Bid(4, "C01")),
        (0, Bid(2, "C02")),
        (2, Bid(4, "C02")),
    )

    assert Phase.COMPENSATION == board.phase
    assert Compensation((2, 0)) == BOT.compensation(my_view(board))


def test_its_plan_extracts_before_it_sells() -> None:
    """Coal is mined first and sold afterwards, though the merchant was won first."""
    cards = deck("C01 1C; 2C -> 2$ x2; 1C", "C02 1C; 4C; 1C")
    view = my_view(board_of(cards, phase=Phase.PLAN, companies=("C01", "C02")))

    assert 4 == view.after(BOT.plan(view)).stock.money


def test_its_plan_flips_what_gains_most() -> None:
    """One token and one coal pay for one flip: of the card that brings oil."""
    cards = deck("C01 1C; 1C; 1C", "C02 1C; 1C; 3O")
    view = my_view(board_of(cards, phase=Phase.PLAN, number=2, companies=("C01", "C02")))
    after = view.after(BOT.plan(view))

    assert ("C02",) == after.upgraded


def test_its_line_puts_mines_before_merchants() -> None:
    """In the chain variant a new mine goes before the merchant, a new merchant after the mines."""
    cards = deck("C01 1C; 2C -> 2$ x2; 1C", "C02 1C; 4C; 1C", "C03 1C; 1I; 1C")
    startup = board_of(cards, phase=Phase.PLAN).table.startups[ME]
    board = board_of(
        cards,
        phase=Phase.PLACEMENT,
        companies=("C03", "C01", "C02"),
        line=("C03", startup),
        options={"chain": "on"},
    )

    assert ChainPlacement(("C03", "C02", startup, "C01")) == BOT.placement(my_view(board))
