"""Acquisition, transport, transmutation and the cards of the Domos."""

import pytest

from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused

# --- Acquisition ---------------------------------------------------------------------------------


def test_case_21_t_every_empty_source_gains_a_good() -> None:
    """Two gardens, one of them full, and a mine: a herb and an ore."""
    state = position("acquire", rows={0: "Horten=herb Horten Metalle"})
    after = play(state, "acquire")

    assert ["pass", "acquire"] == legal(state)
    assert "Horten=herb Horten=herb Metalle=ore" == at.row(after, 0)
    assert state.board.pile - 2 - 1 == after.board.pile  # and the next player's draw


def test_case_22_t_the_spirit_blocks_a_kind_of_source() -> None:
    """On Metalle only herbs are gained, on Horten only ore."""
    row = {0: "Horten=herb Horten Metalle"}
    mines = play(position("acquire", rows=row, spirit="Metalle"), "acquire")
    gardens = play(position("acquire", rows=row, spirit="Horten"), "acquire")

    assert "Horten=herb Horten=herb Metalle" == at.row(mines, 0)
    assert "Horten=herb Horten Metalle=ore" == at.row(gardens, 0)


def test_alchemicus_acquire_is_for_all_or_not_at_all() -> None:
    """RULING alchemicus-acquire: no building can be left out."""
    state = position("acquire", rows={0: "Horten Metalle"})

    assert "wrong-buildings" == refused(state, "acquire 0")
    assert "Horten Metalle" == at.row(play(state, "pass"), 0)


@pytest.mark.parametrize(
    ("row", "spirit", "pile"),
    [
        pytest.param("Horten=herb Pergula", "Labrium", "Domo", id="full"),
        pytest.param("Horten Pergula", "Horten", "Domo", id="blocked"),
        pytest.param("Horten Pergula", "Labrium", "", id="no cards"),
    ],
)
def test_an_acquisition_that_changes_nothing_is_not_offered(
    row: str, spirit: str, pile: str
) -> None:
    """The turn goes on by itself."""
    state = position("acquire", rows={0: row}, spirit=spirit, pile=pile)

    assert (1, "move") == at.asked(state)


def test_alchemicus_shortage_lets_the_owner_pick() -> None:
    """RULING alchemicus-shortage: two cards for three sources."""
    state = position("acquire", rows={0: "Horten Metalle Horten"}, pile="Domo", discard="Domo")
    after = play(state, "acquire 1 2")

    assert ["pass", "acquire 0 1", "acquire 0 2", "acquire 1 2"] == legal(state)
    assert "Horten Metalle=ore Horten=herb" == at.row(after, 0)
    for wrong in ("acquire", "acquire 0", "acquire 0 0", "acquire 0 3", "acquire 0 1 2"):
        assert "wrong-buildings" == refused(state, wrong)


def test_the_bank_counts_among_the_cards_to_acquire() -> None:
    """A shortage is one only if pile, discard and bank together are too few."""
    state = position("acquire", rows={0: "Horten Metalle Horten"}, pile="Domo", bank="Gloria*2")
    after = play(state, "acquire")

    assert "Horten=herb Metalle=ore Horten=herb" == at.row(after, 0)
    assert (0, ()) == (after.board.pile, after.board.bank)


def test_a_card_just_discarded_may_become_a_good() -> None:
    """A face-down card is whatever came from the pile."""
    state = position("acquire", rows={0: "Horten Metalle"}, pile="Domo Gloria")
    after = play(state, "acquire")

    assert "Domo Gloria" == at.words(after.faces)


# --- Transport -----------------------------------------------------------------------------------


def test_case_23_t_the_order_of_transports_matters() -> None:
    """Metal to the Labrium first, then there is room for the ore; not the other way round."""
    state = position("transport", rows={0: "Metalle=ore Fornax=metal Labrium"})
    after = play(state, "transport 1 to 2", "transport 0 to 1")

    assert ["pass", "transport 1 to 2"] == legal(state)
    assert "no-room" == refused(state, "transport 0 to 1")
    assert "Metalle Fornax=ore Labrium=metal" == at.row(after, 0)


def test_case_24_t_gold_fills_a_labrium() -> None:
    """Neither tincture nor metal goes beside it."""
    state = position(
        "transport", rows={0: "Alembic=tincture Fornax=metal Labrium=gold Horten=herb Alembic"}
    )

    assert ["pass", "transport 3 to 4"] == legal(state)
    assert "no-room" == refused(state, "transport 0 to 2")
    assert "no-room" == refused(state, "transport 1 to 2")
    assert "no-route" == refused(state, "transport 2 to 4")


def test_a_labrium_holds_one_tincture_and_one_metal() -> None:
    """A second of either has no room; the two lie in this order."""
    state = position("transport", rows={0: "Labrium=metal Alembic=tincture Fornax=metal"})
    after = play(state, "transport 1 to 0")

    assert "no-room" == refused(state, "transport 2 to 0")
    assert "Labrium=tincture+metal Alembic Fornax=metal" == at.row(after, 0)
    assert (1, "move") == at.asked(after)


@pytest.mark.parametrize(
    ("row", "text", "code"),
    [
        pytest.param("Horten=herb Labrium", "transport 0 to 1", "no-route", id="herb to Labrium"),
        pytest.param(
            "Alembic=tincture Fornax", "transport 0 to 1", "no-route", id="tincture to Fornax"
        ),
        pytest.param(
            "Alembic=herb Labrium", "transport 0 to 1", "no-good", id="herb out of Alembic"
        ),
        pytest.param("Alembic=herb Horten", "transport 0 to 1", "no-route", id="back"),
        pytest.param("Horten=herb Horten", "transport 0 to 1", "no-route", id="sideways"),
        pytest.param("Horten Alembic", "transport 0 to 1", "no-good", id="nothing there"),
        pytest.param(
            "Labrium=tincture Labrium", "transport 0 to 1", "no-route", id="out of Labrium"
        ),
        pytest.param("Horten=herb Alembic", "transport 0 to 9", "no-such-building", id="nowhere"),
        pytest.param(
            "Horten=herb Alembic", "transport 9 to 1", "no-such-building", id="of nowhere"
        ),
    ],
)
def test_case_30_t_no_other_route_exists(row: str, text: str, code: str) -> None:
    """Four routes, each for one good."""
    state = position("transport", rows={0: row + " Metalle=ore Fornax"})

    assert code == refused(state, text)
    assert text not in legal(state)


@pytest.mark.parametrize("spirit", ["Horten", "Alembic", "Labrium"])
def test_alchemicus_blocked_buildings_are_still_loaded_and_unloaded(spirit: str) -> None:
    """RULING alchemicus-blocked: neither the Spirit nor a Spiritus hinders transport."""
    state = position(
        "transport",
        rows={0: "Horten=herb Alembic~ Alembic=tincture~ Labrium~"},
        spirit=spirit,
        noctis="on",
    )

    assert ["pass", "transport 0 to 1", "transport 2 to 3"] == legal(state)


def test_alchemicus_steps_end_when_the_player_likes() -> None:
    """RULING alchemicus-steps: every transport is a decision, and so is to stop."""
    state = position("transport", rows={0: "Horten=herb Alembic Metalle=ore Fornax"})
    after = play(state, "transport 0 to 1")

    assert (0, "transport") == at.asked(after)
    assert ["pass", "transport 2 to 3"] == legal(after)
    assert "Horten Alembic=herb Metalle=ore Fornax" == at.row(play(after, "pass"), 0)


# --- Transmutation -------------------------------------------------------------------------------


def test_case_25_t_a_labrium_needs_both() -> None:
    """With a tincture alone nothing happens, and nothing is asked."""
    state = position("transmute", rows={0: "Labrium=tincture Labrium=metal"}, spirit="Horten")

    assert (1, "move") == at.asked(state)


@pytest.mark.parametrize(
    ("spirit", "expected"),
    [
        pytest.param("Horten", "Labrium=gold Alembic=tincture Fornax=metal", id="case 26"),
        pytest.param(
            "Labrium", "Labrium=tincture+metal Alembic=tincture Fornax=metal", id="case 27"
        ),
        pytest.param("Alembic", "Labrium=gold Alembic=herb Fornax=metal", id="case 28"),
        pytest.param("Fornax", "Labrium=gold Alembic=tincture Fornax=ore", id="Fornax"),
        pytest.param("Domo", "Labrium=gold Alembic=tincture Fornax=metal", id="centre"),
    ],
)
def test_cases_26_to_28_t_transmutation_and_the_spirit(spirit: str, expected: str) -> None:
    """Every processor acts but those of the kind that the Spirit blocks."""
    state = position(
        "transmute", rows={0: "Labrium=tincture+metal Alembic=herb Fornax=ore"}, spirit=spirit
    )

    assert ["pass", "transmute"] == legal(state)
    assert expected == at.row(play(state, "transmute"), 0)


def test_alchemicus_transmute_is_one_step_for_all_at_once() -> None:
    """RULING alchemicus-transmute: what is made now is not used now; all act or none."""
    state = position("transmute", rows={0: "Alembic=herb Alembic=tincture Fornax=ore"})
    after = play(state, "transmute")

    assert "Alembic=tincture Alembic=tincture Fornax=metal" == at.row(after, 0)
    assert (1, "move") == at.asked(after)
    assert at.row(state, 0) == at.row(play(state, "pass"), 0)


def test_alchemicus_gold_keeps_both_its_cards() -> None:
    """RULING alchemicus-gold: one good of two cards, both discarded when it is sold."""
    state = position("transmute", rows={0: "Labrium=tincture+metal Donarium"}, spirit="Domo")
    made = play(state, "transmute").board.players[0].buildings[0]
    sold = play(
        position("sale", rows={0: "Labrium=gold Donarium"}), "sell gold from 0 at 1 for fame"
    )

    assert [2] == [len(lying.cards) for lying in made.goods]
    assert "Metalle Metalle" == at.discard(sold)
    assert "Labrium Donarium" == at.row(sold, 0)
    assert (-1, -1) == sold.faces


# --- Domo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_case_31_t_a_card_for_each_domo(distance: int) -> None:
    """On ACQUIRE, TRANSPORT and TRANSMUTE; whether or not the action is used."""
    state = position("move", fields=(at.SPIRIT, 0), rows={0: "Domo Pergula Domo Domo"})

    assert 3 == at.size(play(state, f"move {distance}"), 0)


def test_case_31_t_the_action_may_be_passed() -> None:
    """The cards came for stopping."""
    state = position("landing", fields=(at.TRANSMUTE, 0), rows={0: "Domo Domo Domo Alembic=herb"})

    assert (0, "transmute") == at.asked(state)
    assert 3 == at.size(play(state, "pass"), 0)


def test_case_32_t_no_card_in_the_centre_or_elsewhere() -> None:
    """With the Spirit in the centre, or on another field, a Domo gives nothing."""
    row = {0: "Domo Domo Domo"}
    centre = position("landing", fields=(at.TRANSPORT, 0), rows=row, spirit="Domo")
    sale = position("landing", fields=(at.SALE, 0), rows=row)

    assert 0 == at.size(centre, 0) == at.size(sale, 0)
    for place in (at.BUILD, at.GIFTS, at.SECOND_BUILD):
        assert 0 == at.size(position("landing", fields=(place, 0), rows=row), 0)


def test_alchemicus_domo_pays_base_cards_in_noctis_too() -> None:
    """RULING alchemicus-domo: nobody is asked from which deck."""
    state = position("landing", fields=(at.TRANSPORT, 0), rows={0: "Domo Domo"}, noctis="on")

    assert (2, 0) == (at.size(state, 0), state.board.players[0].backs)


def test_a_domo_built_now_gives_nothing_now() -> None:
    """BUILD is no field of the Domo."""
    state = position("build", hands={0: "Domo Horten*3"})

    assert 0 == at.size(play(state, "build Domo paying Horten Horten Horten"), 0)
