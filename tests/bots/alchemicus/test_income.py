"""The earnings of a row of buildings, and the card that gains most."""

import pytest

from bessemer.bots.alchemicus.income import gains, income, least_useful
from bessemer.bots.alchemicus.prices import Prices, current_prices
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.sdk.alchemicus import AlchemicusView
from tests.games.alchemicus.positions import cards, match, position

COSTS = match().board.table.options.deck.costs
CHAIN = "Horten Metalle Alembic Fornax"


def row(text: str) -> tuple[int, ...]:
    """The number of buildings of each kind, written as `text`."""
    return tuple(cards(text).count(kind) for kind in Kind if kind < kinds.GLORIA)


def prices(*fame: int, race: str = "off") -> Prices:
    """The prices where the seats have so much Fame."""
    hands = {0: "Domo*9"}
    state = position("build", hands=hands, fame=fame or (0, 0), noctis=race, race=race)
    return current_prices(AlchemicusView(ALCHEMICUS.view(state, Seat(0))))


@pytest.mark.parametrize(
    ("text", "cards_earned"),
    [
        ("Horten", 0),
        ("Horten Pergula", 1),
        ("Horten Metalle Pergula", 1),
        ("Horten Metalle Taberna", 2),
        ("Horten Alembic Pergula", 3),
        (f"{CHAIN} Pergula", 3),
        (f"{CHAIN} Pergula Pergula", 6),
        ("Domo", 3),
    ],
)
def test_income_counts_what_outlets_pay_in_cards(text: str, cards_earned: int) -> None:
    """Each takes so many goods in a lap, the dearest first."""
    assert cards_earned == income(row(text), prices())


def test_gold_is_sold_for_fame_where_most_is_paid() -> None:
    """Five Fame in a treasury, three in a shop."""
    now = prices()

    assert 5 * now.fame == income(row(f"{CHAIN} Labrium Donarium Taberna"), now)
    assert 3 * now.fame == income(row(f"{CHAIN} Labrium Taberna"), now)


def test_in_the_race_gold_is_nothing_without_a_treasury() -> None:
    """And with one it is more than all else."""
    now = prices(race="on")

    assert 0 == income(row(f"{CHAIN} Labrium Taberna"), now)
    assert 50 < income(row(f"{CHAIN} Labrium Donarium"), now)


def test_a_domo_more_gains_ever_less() -> None:
    """A hand holds only ten cards."""
    earned = [income(row(f"Domo*{number}"), prices()) for number in range(1, 13)]

    assert earned[1] - earned[0] > earned[4] - earned[3]
    assert earned[6] == earned[11]


def test_the_missing_part_of_a_chain_gains_most() -> None:
    """More than anything that pays by itself."""
    hand = {kinds.LABRIUM, kinds.DOMO, kinds.PERGULA, kinds.TABERNA}
    found = gains(row(f"{CHAIN} Donarium"), hand, COSTS, prices())

    assert kinds.LABRIUM == max(found, key=lambda kind: found[kind])


def test_a_part_of_a_chain_is_worth_something_before_the_rest_is_there() -> None:
    """Alone a Labrium would earn nothing."""
    assert gains(row(CHAIN), {kinds.LABRIUM, kinds.DONARIUM}, COSTS, prices())[kinds.LABRIUM] > 0


def test_nothing_gains_when_the_match_is_nearly_over() -> None:
    """It would no longer repay itself."""
    found = gains(
        row("Horten Pergula"), {kinds.DOMO, kinds.HORTEN, kinds.TABERNA}, COSTS, prices(19, 0)
    )

    assert all(gain < 0 for gain in found.values())


def test_only_buildings_gain() -> None:
    """Gloria and Noctis cards are never built."""
    assert {kinds.HORTEN} == set(
        gains(row("Horten"), {kinds.HORTEN, kinds.GLORIA, kinds.GOLEM}, COSTS, prices())
    )


def test_a_full_row_spares_its_chain() -> None:
    """Domos too many make room, although the chain earns nothing yet."""
    full = row(f"{CHAIN} Domo*8")

    assert kinds.DOMO == least_useful(full, prices())
    assert gains(full, {kinds.LABRIUM, kinds.DONARIUM}, COSTS, prices())[kinds.LABRIUM] > 0
