"""The worth of the cards of a row, and what became of them."""

from bessemer.bots.furnace.analysis.auctions import (
    AuctionAnalysis,
    CardWorth,
    auction_analysis,
    card_worths,
)
from bessemer.bots.furnace.analysis.log import Log
from bessemer.bots.furnace.analysis.valuation import STOCK_PRICES, Prospects, line_worth
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import standard_deck
from bessemer.games.furnace.state import AGENT, Disc, State
from tests.bots.furnace.analysis.logs import LAST, in_round, logged
from tests.games.furnace import positions as at


def analysed(log: Log, number: int = 0) -> AuctionAnalysis:
    """The auction of a log, its worths found."""
    auction = log.auctions[number]
    prospects = Prospects()
    worths = tuple(card_worths(prospects, auction.board, Seat(seat)) for seat in log.seats)
    return auction_analysis(auction, worths)


def worths(state: State, seat: int) -> dict[str, CardWorth]:
    """The worth of the row to a seat."""
    found = card_worths(Prospects(), state.board, Seat(seat))
    return dict(zip(state.board.row.cards, found, strict=True))


def test_a_card_is_worth_what_it_adds_in_the_last_round() -> None:
    """C01 sells 1O for 4$: worth 4 to the seat with an oil too many, nothing to the others."""
    state = at.position(
        3,
        row=("C01", "C06"),
        startups=("S2", "S1", "S3"),
        stocks={0: "2O", 1: "1O", 2: "1C"},
    )
    state = in_round(state, LAST)

    assert worths(state, 0)["C01"] == CardWorth(4, is_proven=True)
    assert worths(state, 1)["C01"] == CardWorth(4, is_proven=True)
    assert worths(state, 2)["C01"] == CardWorth(0, is_proven=True)
    # 2C from C06: S1 sells them for 2$; S3 needs three and has one; S2 does not sell coal.
    assert [worths(state, seat)["C06"].worth for seat in range(3)] == [0, 2, 4]


def test_before_the_last_round_a_card_is_worth_what_it_brings_later() -> None:
    """In the first round of four its basic line runs four times, the first of them exactly."""
    state = at.position(3, row=("C26",), startups=("S2", "S1", "S3"))
    later = line_worth(standard_deck().companies["C26"].basic, 3)

    # Without coal nobody can flip it, so it brings one iron now.
    assert round(STOCK_PRICES[3][1] + later, 1) == worths(state, 0)["C26"].worth


def test_in_the_chain_a_card_goes_to_its_best_place() -> None:
    """C06 is worth its sale only in front of the start-up that sells."""
    state = at.position(3, row=("C06",), startups=("S1", "S2", "S3"), lines={0: "S1"}, chain="on")

    assert worths(in_round(state, LAST), 0)["C06"] == CardWorth(2, is_proven=True)


def test_who_won_and_who_was_paid() -> None:
    """The highest disc takes the card, the others are paid; a card without discs stays nobody's."""
    state = at.position(3, row=("C06", "C07", "C01"), stocks={2: "2I"}, discs=("4", "31", "22"))
    texts = ["0: bid 4 on C06", "1: bid 3 on C06", "2: bid 2 on C06"]
    log = logged(state, *texts, "1: bid 1 on C07", "2: bid 2 on C07")
    colliery, distillery, merchant = analysed(log).offers[:3]

    assert colliery.won == Disc(Seat(0), 4)
    assert [str(paid) for paid in colliery.paid] == ["6C", "4C"]
    assert [paid.seat for paid in colliery.paid] == [1, 2]
    assert distillery.won == Disc(Seat(2), 2)
    assert [(paid.seat, str(paid)) for paid in distillery.paid] == [(1, "0x 1I -> 1O")]
    assert merchant.won is None
    assert merchant.discs == ()


def test_a_choice_of_compensation_is_told_and_an_open_one_is_not() -> None:
    """While a seat has not answered nobody knows how often it takes the compensation."""
    state = at.position(3, row=("C07",), stocks={0: "2I"}, discs=("2", "3", ""))
    bids = ["0: bid 2 on C07", "1: bid 3 on C07"]
    plan = "0: compensation 1"

    assert str(analysed(logged(state, *bids)).offers[0].paid[0]) == "?x 1I -> 1O"
    assert str(analysed(logged(state, *bids, plan)).offers[0].paid[0]) == "1x 1I -> 1O"


def test_an_auction_broken_off_has_no_winners() -> None:
    """While bids are missing nothing is won and nothing is paid."""
    state = at.position(3, row=("C06",), discs=("1", "2", ""))
    found = analysed(logged(state, "0: bid 1 on C06"))

    assert not found.is_over
    assert found.offers[0].won is None
    assert found.offers[0].paid == ()
    assert found.offers[0].discs == (Disc(Seat(0), 1),)


def test_the_agent_wins_like_a_seat() -> None:
    """Its disc is shown as what took the card, and it is paid nothing."""
    state = at.rolling(at.position(2, row=("C06",), discs=("1", "2", "4")), 1)
    found = analysed(logged(state, "0: bid 1 on C06", "1: bid 2 on C06")).offers[0]

    assert found.won == Disc(AGENT, 4)
    assert [paid.seat for paid in found.paid] == [0, 1]
