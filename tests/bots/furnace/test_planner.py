"""The planner bot in positions where the right answer is evident."""

from bessemer.bots.furnace.planner import PlannerBot
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation
from bessemer.games.furnace.state import Phase
from tests.bots.tables import ME, after_bids, board_of, deck, my_view

BOT = PlannerBot()


def test_its_last_plan_makes_the_most_money() -> None:
    """Iron sells at 2 by itself and at 5 as oil: both irons are drilled, then sold as oil."""
    cards = deck("C01 1C; 1I -> 2$ x2; 1C", "C02 1C; 1I -> 1O x2; 1C", "C03 1C; 1O -> 5$ x2; 1C")
    view = my_view(
        board_of(cards, phase=Phase.PLAN, companies=("C01", "C02", "C03"), stock=Stock(iron=2))
    )

    assert 10 == view.after(BOT.plan(view)).stock.money


def test_its_first_plan_keeps_what_is_worth_more_than_its_sale() -> None:
    """Three oils for a single dollar is no sale while there are rounds to come."""
    cards = deck("C01 1C; 3O -> 1$ x1; 1C")
    stock = Stock(oil=3)
    early = my_view(board_of(cards, phase=Phase.PLAN, number=1, companies=("C01",), stock=stock))
    late = my_view(board_of(cards, phase=Phase.PLAN, number=4, companies=("C01",), stock=stock))

    assert 3 == early.after(BOT.plan(early)).stock.oil
    assert 1 == late.after(BOT.plan(late)).stock.money


def test_its_compensation_serves_the_plan_that_follows() -> None:
    """By price oil is better than iron; but in the last round only iron can be sold."""
    cards = deck("C01 1I -> 1O; 1$; 1C", "C02 1C; 1I -> 2$ x3; 1C")
    board = board_of(cards, phase=Phase.BID, row=("C01",), companies=("C02",), stock=Stock(iron=3))
    board = after_bids(
        board._replace(hands=((3,), (4,), (), ())), (0, Bid(3, "C01")), (1, Bid(4, "C01"))
    )

    assert Phase.COMPENSATION == board.phase
    assert Compensation((0,)) == BOT.compensation(my_view(board))


def test_its_compensation_counts_the_cards_it_has_just_won() -> None:
    """The oil merchant that it wins in the same row makes the oil worth having."""
    cards = deck("C01 1I -> 1O; 1$; 1C", "C02 1C; 1I -> 2$ x3; 1C", "C03 1C; 1O -> 9$ x3; 1C")
    board = board_of(
        cards, phase=Phase.BID, row=("C01", "C03"), companies=("C02",), stock=Stock(iron=3)
    )
    board = after_bids(
        board._replace(hands=((3, 4), (4,), (), ())),
        (0, Bid(4, "C03")),
        (1, Bid(4, "C01")),
        (0, Bid(3, "C01")),
    )

    assert Compensation((3,)) == BOT.compensation(my_view(board))


def test_its_line_is_the_one_with_the_best_plan() -> None:
    """The drill must come after the mine and before the merchant."""
    cards = deck("C01 1C; 2I; 1C", "C02 1C; 1I -> 1O x2; 1C", "C03 1C; 1O -> 5$ x2; 1C")
    startup = board_of(cards, phase=Phase.PLAN).table.startups[ME]
    board = board_of(
        cards,
        phase=Phase.PLACEMENT,
        companies=("C01", "C03", "C02"),
        line=(startup, "C01", "C03"),
        options={"chain": "on"},
    )

    assert ChainPlacement((startup, "C01", "C02", "C03")) == BOT.placement(my_view(board))
