"""Selling goods, and buying what others sell."""

import pytest

from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused

EXAMPLE = "Pergula Taberna Horten=herb Alembic=herb Metalle=ore Fornax=metal"
"""The position of the rulebook's example of a sale."""


# --- Selling -------------------------------------------------------------------------------------


def test_case_33_t_the_example_of_the_rulebook() -> None:
    """Metal for a Fame, ore and a herb for cards at the Taberna, a herb at the Pergula."""
    state = position("sale", rows={0: EXAMPLE})
    after = play(
        state,
        "sell metal from 5 at 1 for fame",
        "sell ore from 4 at 1 for cards",
        "sell herb from 3 at 1 for cards",
        "sell herb from 2 at 0 for cards",
    )

    assert (1, 3) == (at.fame(after, 0), at.size(after, 0))
    assert "Pergula Taberna Horten Alembic Metalle Fornax" == at.row(after, 0)
    assert "Metalle Metalle Metalle Metalle" == at.discard(after)
    assert (1, "move") == at.asked(after)


def test_case_34_t_everything_for_cards() -> None:
    """3 + 1 + 1 + 1."""
    state = position("sale", rows={0: EXAMPLE})
    after = play(
        state,
        "sell metal from 5 at 0 for cards",
        "sell ore from 4 at 1 for cards",
        "sell herb from 3 at 1 for cards",
        "sell herb from 2 at 1 for cards",
    )

    assert 6 == at.size(after, 0)
    assert 0 == at.fame(after, 0)


def test_case_35_t_a_pergula_takes_one_good() -> None:
    """Of two herbs one is sold; then nothing is left to ask."""
    state = position("sale", rows={0: "Pergula Horten=herb Horten=herb"})
    after = play(state, "sell herb from 1 at 0 for cards")

    assert "Pergula Horten Horten=herb" == at.row(after, 0)
    assert (1, "move") == at.asked(after)
    assert () == after.board.traded


def test_outlets_have_their_capacity_each() -> None:
    """A Pergula one, a Taberna three, two of a kind twice as much; again in the next visit."""
    state = position("sale", rows={0: "Pergula Pergula Horten=herb Horten=herb Horten=herb"})
    after = play(state, "sell herb from 2 at 1 for cards")

    assert (1,) == after.board.traded
    assert "outlet-full" == refused(after, "sell herb from 3 at 1 for cards")
    assert ["pass", "sell herb from 3 at 0 for cards", "sell herb from 4 at 0 for cards"] == legal(
        after
    )
    taberna = position("sale", rows={0: "Taberna" + " Horten=herb" * 4})
    for place in (1, 2, 3):
        taberna = play(taberna, f"sell herb from {place} at 0 for cards")
    assert (1, "move") == at.asked(taberna)
    assert 3 == at.size(taberna, 0)


def test_case_36_t_a_tincture_fetches_fame_at_a_taberna_alone() -> None:
    """Three cards at either."""
    state = position("sale", rows={0: "Pergula Taberna Alembic=tincture"})

    assert "not-traded-there" == refused(state, "sell tincture from 2 at 0 for fame")
    assert [
        "pass",
        "sell tincture from 2 at 0 for cards",
        "sell tincture from 2 at 1 for cards",
        "sell tincture from 2 at 1 for fame",
    ] == legal(state)
    assert 3 == at.size(play(state, "sell tincture from 2 at 0 for cards"), 0)
    assert 3 == at.size(play(state, "sell tincture from 2 at 1 for cards"), 0)
    assert 1 == at.fame(play(state, "sell tincture from 2 at 1 for fame"), 0)


@pytest.mark.parametrize(("good", "outlet"), [("herb", "Pergula"), ("ore", "Taberna")])
def test_raw_goods_fetch_a_card_and_never_fame(good: str, outlet: str) -> None:
    """At either."""
    source = {"herb": "Horten", "ore": "Metalle"}[good]
    state = position("sale", rows={0: f"{outlet} {source}={good}"})

    assert ["pass", f"sell {good} from 1 at 0 for cards"] == legal(state)
    assert "not-traded-there" == refused(state, f"sell {good} from 1 at 0 for fame")
    assert 1 == at.size(play(state, f"sell {good} from 1 at 0 for cards"), 0)


@pytest.mark.parametrize(
    ("outlet", "cards", "fame"), [("Pergula", 5, 1), ("Taberna", 5, 3), ("Donarium", 6, 5)]
)
def test_case_37_t_what_gold_fetches(outlet: str, cards: int, fame: int) -> None:
    """5 or 1, 5 or 3, 6 or 5."""
    state = position("sale", rows={0: f"{outlet} Labrium=gold"})

    assert cards == at.size(play(state, "sell gold from 1 at 0 for cards"), 0)
    assert fame == at.fame(play(state, "sell gold from 1 at 0 for fame"), 0)


def test_case_37_t_a_donarium_takes_gold_alone() -> None:
    """Nothing else, for nothing."""
    state = position("sale", rows={0: "Donarium Labrium=tincture+metal Horten=herb Pergula"})

    assert "not-traded-there" == refused(state, "sell tincture from 1 at 0 for cards")
    assert "not-traded-there" == refused(state, "sell herb from 2 at 0 for fame")
    assert {"3"} == {text.split(" at ")[1].split()[0] for text in legal(state, "sell")}


def test_case_39_t_where_a_good_lies_does_not_matter() -> None:
    """A herb on an Alembic fetches what one on a Horten does, a tincture in a Labrium too."""
    state = position("sale", rows={0: "Taberna Alembic=herb Horten=herb Labrium=tincture+metal"})

    assert 1 == at.size(play(state, "sell herb from 1 at 0 for cards"), 0)
    assert 1 == at.size(play(state, "sell herb from 2 at 0 for cards"), 0)
    after = play(state, "sell metal from 3 at 0 for fame")
    assert "Taberna Alembic=herb Horten=herb Labrium=tincture" == at.row(after, 0)
    after = play(state, "sell tincture from 3 at 0 for fame")
    assert "Taberna Alembic=herb Horten=herb Labrium=metal" == at.row(after, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sell herb from 1 at 1 for cards", "not-an-outlet"),
        ("sell ore from 1 at 0 for cards", "no-good"),
        ("sell herb from 0 at 0 for cards", "no-good"),
        ("sell herb from 5 at 0 for cards", "no-such-building"),
        ("sell herb from 1 at -1 for cards", "no-such-building"),
    ],
)
def test_sales_that_cannot_be(text: str, code: str) -> None:
    """Each refusal says what is wrong."""
    assert code == refused(position("sale", rows={0: "Pergula Horten=herb"}), text)


@pytest.mark.parametrize("spirit", ["Horten", "Domo"])
def test_alchemicus_blocked_buildings_are_sold_from(spirit: str) -> None:
    """RULING alchemicus-blocked: the Spirit stops production alone."""
    state = position("sale", rows={0: "Pergula Horten=herb"}, spirit=spirit)

    assert ["pass", "sell herb from 1 at 0 for cards"] == legal(state)


def test_alchemicus_sale_order_the_good_is_discarded_before_the_cards_come() -> None:
    """RULING alchemicus-sale-order: with an empty pile its own card comes back at once."""
    state = position("sale", rows={0: "Pergula Horten=herb"}, pile="")
    after = play(state, "sell herb from 1 at 0 for cards")

    assert "Metalle" == at.hand(after, 0)


def test_sales_pay_base_cards_only_case_70_t() -> None:
    """Neither Noctis cards nor cards of the bank."""
    state = position(
        "sale", rows={0: "Pergula Alembic=tincture"}, bank="Gloria*5", pile="Domo*9", noctis="on"
    )
    after = play(state, "sell tincture from 1 at 0 for cards")

    assert "Domo Domo Domo" == at.hand(after, 0)
    assert at.cards("Gloria*5") == after.board.bank


# --- The advanced sale ---------------------------------------------------------------------------


def selling(**hands: str) -> State:
    """Seat 0 sells a tincture; seat 1 has room in a Labrium, seat 2 in an Alembic."""
    return position(
        "sale",
        players=3,
        rows={
            0: "Taberna Alembic=tincture",
            1: "Labrium=metal Horten Fornax",
            2: "Alembic Pergula Labrium=gold",
        },
        hands={int(seat[1:]): cards for seat, cards in hands.items()},
        advanced_sale="on",
    )


SALE = "sell tincture from 1 at 0 for cards"


def test_case_55_t_the_example_of_the_rulebook() -> None:
    """The left neighbour buys the tincture for four cards; the seller keeps three."""
    state = play(selling(s1="Domo*4 Gloria", s2="Domo*4"), SALE)
    after = play(state, "buy to 0 paying Domo Domo Domo Domo")

    assert (1, "buy-back") == at.asked(state)
    assert 3 == at.size(state, 0)
    assert "Labrium=tincture+metal Horten Fornax" == at.row(after, 1)
    assert "Domo Domo Domo Domo" == at.discard(after)
    assert (3, 1 + 1) == (at.size(after, 0), at.size(after, 1))  # and the draw of the next turn
    assert (1, "move") == at.asked(after)


def test_case_56_t_a_sale_for_fame_is_not_offered() -> None:
    """The good is gone."""
    after = play(selling(s1="Domo*4", s2="Domo*4"), "sell tincture from 1 at 0 for fame")

    assert (1, "move") == at.asked(after)
    assert "Metalle" == at.discard(after)


def test_case_57_t_whoever_cannot_buy_is_skipped() -> None:
    """Three cards are too few, and so the next is asked; without room as well."""
    poor = play(selling(s1="Domo*3", s2="Domo*4"), SALE)
    full = position(
        "sale",
        players=3,
        rows={0: "Taberna Alembic=tincture", 1: "Labrium=gold Horten", 2: "Alembic"},
        hands={1: "Domo*9", 2: "Domo*4"},
        advanced_sale="on",
    )

    assert (2, "buy-back") == at.asked(poor)
    assert (2, "buy-back") == at.asked(play(full, SALE))


def test_an_offer_passes_on_and_ends_with_the_discard() -> None:
    """Everybody declines: the good is discarded, and the sale goes on."""
    state = play(selling(s1="Domo*4", s2="Domo*4"), SALE)
    offered = state.board.offer
    second = play(state, "pass")
    after = play(second, "pass")

    assert offered is not None
    assert ("tincture", 4) == (str(offered.lying.good), offered.price)
    assert "" == at.discard(second)
    assert (2, "buy-back") == at.asked(second)
    assert "Metalle" == at.discard(after)
    assert after.board.offer is None


def test_an_offer_goes_round_from_the_sellers_left() -> None:
    """Seat 2 sells: first seat 0, then seat 1; never the seller."""
    state = position(
        "sale",
        players=3,
        active=2,
        rows={0: "Horten", 1: "Horten", 2: "Pergula Horten=herb Horten"},
        hands={0: "Domo*4", 1: "Domo*4", 2: "Domo*4"},
        advanced_sale="on",
    )
    state = play(state, "sell herb from 1 at 0 for cards")
    order = []
    while at.asked(state)[1] == "buy-back":
        order.append(at.asked(state)[0])
        assert "pass" == at.default(state)
        state = play(state, "pass")

    assert [0, 1] == order


def test_nobody_can_buy_and_the_good_is_set_aside_all_the_same() -> None:
    """It is in no pile while the seller draws: with an empty pile the seller gets nothing."""
    state = position("sale", rows={0: "Pergula Horten=herb"}, pile="", advanced_sale="on")
    after = play(state, "sell herb from 1 at 0 for cards")

    # The discard of the good comes after the draw; seat 1 then draws it.
    assert ("", "Metalle") == (at.hand(after, 0), at.hand(after, 1))


def test_the_price_is_what_was_really_drawn_and_one_more() -> None:
    """Two cards were left to draw of three: the price is three."""
    state = position(
        "sale",
        rows={0: "Taberna Alembic=tincture", 1: "Alembic"},
        hands={1: "Domo*3"},
        pile="Gloria*2",
        advanced_sale="on",
    )
    after = play(state, SALE)

    assert (1, "buy-back") == at.asked(after)
    assert ["pass", "buy to 0 paying Domo Domo Domo"] == legal(after)
    assert "wrong-price" == refused(after, "buy to 0 paying Domo Domo")


@pytest.mark.parametrize(
    ("outlet", "source", "good", "price"),
    [
        ("Pergula", "Horten", "herb", 2),
        ("Taberna", "Metalle", "ore", 2),
        ("Pergula", "Fornax", "metal", 4),
        ("Taberna", "Labrium", "gold", 6),
        ("Donarium", "Labrium", "gold", 7),
    ],
)
def test_prices_of_the_advanced_sale(outlet: str, source: str, good: str, price: int) -> None:
    """Raw 2, processed 4, gold 6 or, from a Donarium, 7."""
    state = position(
        "sale",
        rows={0: f"{outlet} {source}={good}", 1: source},
        hands={1: "Domo*8"},
        advanced_sale="on",
    )
    offer = play(state, f"sell {good} from 1 at 0 for cards").board.offer

    assert offer is not None
    assert price == offer.price


@pytest.mark.parametrize(
    ("source", "good", "row", "places"),
    [
        ("Horten", "herb", "Horten Alembic Metalle Horten=herb Labrium", [0, 1]),
        ("Metalle", "ore", "Horten Metalle Fornax Fornax=metal Labrium", [1, 2]),
        ("Alembic", "tincture", "Alembic Labrium Labrium=metal Labrium=tincture Fornax", [0, 1, 2]),
        ("Fornax", "metal", "Fornax Labrium Labrium=tincture Labrium=gold Alembic", [0, 1, 2]),
        ("Labrium", "gold", "Labrium=tincture Labrium Labrium=gold Labrium=metal", [1]),
    ],
)
def test_alchemicus_buyer_slot_is_wherever_the_good_may_lie(
    source: str, good: str, row: str, places: list[int]
) -> None:
    """RULING alchemicus-buyer-slot: and nowhere else."""
    state = position(
        "sale",
        rows={0: f"Taberna {source}={good}", 1: row},
        hands={1: "Domo*9"},
        advanced_sale="on",
    )
    state = play(state, f"sell {good} from 1 at 0 for cards")
    offers = {int(text.split()[2]) for text in legal(state, "buy")}
    pay = legal(state, "buy")[0].partition(" paying ")[2]

    assert set(places) == offers
    for place in set(range(len(row.split()))) - set(places):
        assert "no-room" == refused(state, f"buy to {place} paying {pay}")


def test_a_bought_gold_keeps_its_cards() -> None:
    """Two face-down cards change the table, none is seen."""
    state = position(
        "sale",
        rows={0: "Taberna Labrium=gold", 1: "Labrium"},
        hands={1: "Domo*9"},
        advanced_sale="on",
    )
    before = state.board.players[0].buildings[1].goods
    after = play(
        state, "sell gold from 1 at 0 for cards", "buy to 0 paying Domo Domo Domo Domo Domo Domo"
    )

    assert before == after.board.players[1].buildings[0].goods
    assert state.faces == after.faces
