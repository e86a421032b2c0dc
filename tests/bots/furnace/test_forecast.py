"""The quick forecast of a hand, where its right value is evident."""

from bessemer.bots.furnace.forecast import Ahead, Forecaster
from bessemer.bots.furnace.search import BY_HAND
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.options import read_options
from bessemer.games.furnace.state import Player
from tests.bots.tables import NOTHING, deck

LAST = Ahead(phases=1, auctions=0)


def forecast_of(
    *companies: str, stock: Stock = NOTHING, upgraded: tuple[str, ...] = (), ahead: Ahead = LAST
) -> float:
    """The forecast of a hand of these cards."""
    cards = read_options({"deck": deck(*companies)}).deck
    owned = tuple(company.partition(" ")[0] for company in companies)
    return Forecaster(cards, BY_HAND).money(Player(stock, owned, upgraded, ()), "S1", ahead)


def test_in_the_last_phase_only_money_counts() -> None:
    """Goods that can no longer be sold are worth nothing."""
    assert 7.0 == forecast_of(stock=Stock(coal=9, iron=9, tokens=9, money=7))


def test_what_is_extracted_is_sold() -> None:
    """Mines feed merchants, up to the merchants' limit."""
    assert 4.0 == forecast_of("C01 1C; 2C -> 2$ x2; 99O -> 1$ x1", "C02 1C; 5C; 99O -> 1$ x1")


def test_goods_go_the_most_profitable_way() -> None:
    """Iron is drilled for oil where oil sells at more than iron does."""
    ways = ("C01 1C; 1I -> 2$ x2; 1C", "C02 1C; 1I -> 1O x2; 1C", "C03 1C; 1O -> 5$ x2; 1C")

    assert 10.0 == forecast_of(*ways, stock=Stock(iron=2))


def test_a_flip_counts_at_once() -> None:
    """The start-up's token and a coal flip the card before it runs."""
    assert 9.0 == forecast_of("C01 1C; 1C; 9$", stock=Stock(coal=1))


def test_more_phases_earn_more() -> None:
    """A card that pays 3 a phase is worth 6 in two, whatever else the auctions may bring."""
    two = Ahead(phases=2, auctions=1)

    assert 6.0 == forecast_of("C01 1C; 3$; 1C", ahead=two) - forecast_of(ahead=two)


def test_leftovers_have_prospects_while_auctions_are_to_come() -> None:
    """Iron that nothing sells yet is worth something before an auction, later nothing."""
    two = Ahead(phases=2, auctions=1)

    assert forecast_of(stock=Stock(iron=3), ahead=two) > forecast_of(ahead=two)
    assert forecast_of(stock=Stock(iron=3)) == forecast_of()
