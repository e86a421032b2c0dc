"""Which goods are sold in a visit, and which are kept."""

from bessemer.bots.alchemicus.prices import Prices, current_prices
from bessemer.bots.alchemicus.selling import deals
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.cards.kinds import (
    DONARIUM,
    GLORIA,
    GOLD,
    PERGULA,
    TABERNA,
    Good,
    Kind,
)
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.sdk.alchemicus import AlchemicusView
from tests.games.alchemicus.positions import cards, position


def prices(fame: int = 0) -> Prices:
    """The prices when the leader has so much Fame."""
    state = position("build", hands={0: "Domo*9"}, fame=(0, fame))
    return current_prices(AlchemicusView(ALCHEMICUS.view(state, Seat(0))))


def sold(goods: str, row: str, fame: int = 0) -> list[tuple[Good, Kind]]:
    """The deals of a visit with such goods and buildings."""
    names = goods.split()
    counts = [names.count(str(good)) for good in Good]
    kinds = cards(row)
    built = [kinds.count(kind) for kind in Kind if kind < GLORIA]
    room = {kind: built[kind] * outlet.goods for kind, outlet in OUTLETS.items()}
    return [(deal.good, deal.outlet) for deal in deals(counts, built, room, prices(fame))]


def test_gold_goes_to_the_treasury_first_and_then_to_a_shop() -> None:
    """A stall would pay too little: there it waits for the treasury."""
    assert [(GOLD, DONARIUM), (GOLD, TABERNA)] == sold("gold gold", "Donarium Taberna Pergula")
    assert [(GOLD, DONARIUM)] == sold("gold gold", "Donarium Pergula")
    assert [(GOLD, PERGULA)] == sold("gold gold", "Pergula")


def test_what_the_next_step_needs_is_kept() -> None:
    """A herb for each Alembic; the others are sold."""
    assert [] == sold("herb", "Horten Alembic Pergula")
    assert [(Good.HERB, PERGULA)] == sold("herb herb", "Horten Alembic Pergula")


def test_parts_of_gold_are_kept_only_where_gold_can_be_made() -> None:
    """A tincture without any metal to come is sold."""
    assert [] == sold("tincture", "Alembic Fornax Labrium Taberna")
    assert [(Good.TINCTURE, TABERNA)] == sold("tincture", "Alembic Labrium Taberna")
    assert [(Good.TINCTURE, TABERNA)] == sold("tincture tincture", "Alembic Fornax Labrium Taberna")


def test_nothing_is_kept_when_the_match_is_nearly_over() -> None:
    """There is no next step."""
    assert [(Good.TINCTURE, TABERNA), (Good.HERB, PERGULA)] == sold(
        "tincture herb", "Alembic Fornax Labrium Taberna Pergula", fame=19
    )


def test_no_outlet_takes_more_than_it_may() -> None:
    """A shop three goods in a visit, a stall one."""
    assert 4 == len(sold("metal metal metal metal metal", "Taberna Pergula"))


def test_a_good_is_sold_for_the_better_of_two_prices() -> None:
    """A shop pays a Fame or three cards, a stall cards alone."""
    dear = prices(19)

    assert (True, dear.fame) == dear.sales[TABERNA][Good.METAL][::-1]
    assert (False, 3.0) == dear.sales[PERGULA][Good.METAL][::-1]
