"""Building: what it costs, how many may stand, and what demolition loses."""

import pytest

from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused

TWELVE = " ".join(["Horten"] * 12)


def test_case_15_t_an_alembic_costs_three_others() -> None:
    """With three others it is built and the hand is empty."""
    state = position("build", hands={0: "Alembic Domo Gloria Horten"})
    after = play(state, "build Alembic paying Horten Domo Gloria")

    assert "Horten Pergula Alembic" == at.row(after, 0)
    assert "Horten Domo Gloria" == at.discard(after)
    assert at.asked(after)[0] == 1
    assert 0 == at.size(after, 0)


def test_case_15_t_with_two_others_it_cannot_be_paid() -> None:
    """The card itself does not pay."""
    state = position("build", hands={0: "Alembic Domo Gloria"})

    assert [] == legal(state, "build Alembic")
    assert "not-in-hand" == refused(state, "build Alembic paying Alembic Domo Gloria")
    assert "wrong-price" == refused(state, "build Alembic paying Domo Gloria")


def test_case_16_a_two_buildings_in_one_visit() -> None:
    """A garden and a mine for one card each."""
    state = position("build", hands={0: "Horten Metalle Gloria*2"})
    after = play(state, "build Horten paying Gloria", "build Metalle paying Gloria")

    assert "Horten Pergula Horten Metalle" == at.row(after, 0)
    assert 0 == at.size(after, 0)


def test_case_17_t_the_thirteenth_building_replaces_another() -> None:
    """One must be named; twelve stand afterwards and the old card is discarded."""
    state = position("build", rows={0: TWELVE}, hands={0: "Pergula Gloria*2"})
    after = play(state, "build Pergula paying Gloria razing 3")

    assert "limit-reached" == refused(state, "build Pergula paying Gloria")
    assert "no-such-building" == refused(state, "build Pergula paying Gloria razing 12")
    assert 12 == len(legal(state, "build Pergula"))
    assert "Horten Gloria" == at.discard(after)
    assert 12 == len(after.board.players[0].buildings)
    assert "Pergula" == at.row(after, 0).split()[3]


def test_alchemicus_ruins_lose_goods_and_attachments() -> None:
    """RULING alchemicus-ruins: goods to the discard, all Golems and Spiritus to theirs."""
    state = position(
        "build",
        rows={0: TWELVE[:-6] + "Labrium=tincture+metal!!~~"},
        hands={0: "Pergula Gloria"},
        noctis="on",
    )
    after = play(state, "build Pergula paying Gloria razing 11")

    # What makes room goes first: the goods, the building, then the price.
    assert at.cards("Metalle Metalle Labrium Gloria") == after.board.discard
    assert at.cards("Golem Golem Spiritus Spiritus") == after.board.noctis_discard
    assert TWELVE[:-6] + "Pergula" == at.row(after, 0)


def test_alchemicus_demolition_only_to_exceed_the_limit() -> None:
    """RULING alchemicus-demolition: below twelve nothing can be demolished."""
    state = position("build", rows={0: TWELVE[7:]}, hands={0: "Pergula Gloria"})

    assert "not-at-limit" == refused(state, "build Pergula paying Gloria razing 3")
    assert [] == [text for text in legal(state) if "razing" in text]


def test_case_19_t_twelve_equal_buildings() -> None:
    """There is no limit for a kind."""
    state = position("build", rows={0: TWELVE[7:]}, hands={0: "Horten Gloria"})

    assert TWELVE == at.row(play(state, "build Horten paying Gloria"), 0)


def test_case_20_t_gloria_pays_but_is_never_built() -> None:
    """Nor is a Noctis card."""
    state = position("build", hands={0: "Gloria*6 Golem Horten"}, noctis="on")

    assert "not-a-building" == refused(
        state, "build Gloria paying Gloria Gloria Gloria Gloria Gloria"
    )
    assert "not-a-building" == refused(state, "build Golem paying Gloria Gloria")
    assert ["build Horten paying Gloria", "build Horten paying Golem"] == legal(state, "build")


def test_case_70_t_alchemicus_currency_noctis_cards_pay_for_a_building() -> None:
    """RULING alchemicus-currency: each card goes to the discard of its own deck."""
    state = position("build", hands={0: "Alembic Golem Pactum Domo"}, noctis="on")
    after = play(state, "build Alembic paying Golem Domo Pactum")

    assert ("Domo", "Golem Pactum") == (at.discard(after), at.noctis_discard(after))


@pytest.mark.parametrize(
    ("hand", "noctis", "is_asked"),
    [
        pytest.param("Gloria", "off", False, id="too few for any building"),
        pytest.param("Gloria*2", "off", True, id="could be a garden"),
        pytest.param("Golem*3", "on", False, id="only Noctis backs"),
        pytest.param("Golem*3 Gloria", "on", True, id="one base card, whichever"),
    ],
)
def test_alchemicus_asking_about_building_follows_from_sizes_and_backs(
    hand: str, noctis: str, is_asked: bool
) -> None:
    """RULING alchemicus-asking: also somebody with nothing to build is asked, if that is hidden."""
    state = position("build", hands={0: hand}, noctis=noctis)

    assert is_asked == (at.asked(state) == (0, "build"))
    if is_asked:
        assert ["pass"] == legal(state)
        assert "pass" == at.default(state)


def test_only_one_card_is_asked_about_at_a_time_and_then_again() -> None:
    """After a building the same player may build again, or stop."""
    state = position("build", hands={0: "Horten*3 Pergula"})
    after = play(state, "build Horten paying Horten")

    assert (0, "build") == at.asked(after)
    assert "pass build Horten paying Pergula build Pergula paying Horten" == " ".join(legal(after))
    assert 1 == at.asked(play(after, "pass"))[0]


def test_the_order_of_a_payment_means_nothing() -> None:
    """Written in any order it is accepted, and leads to the same state."""
    state = position("build", hands={0: "Alembic Domo Gloria Horten"})

    assert play(state, "build Alembic paying Horten Domo Gloria") == play(
        state, "build Alembic paying Gloria Horten Domo"
    )
