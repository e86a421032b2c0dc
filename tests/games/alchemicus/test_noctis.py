"""The Noctis cards: what they cost, on what they are played, and what they do."""

from typing import Any

import pytest

from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused


def night(
    hand: str,
    *,
    hands: dict[int, str] | None = None,
    **more: Any,  # noqa: ANN401 - whatever a position is made of
) -> State:
    """Seat 0 holds `hand` and comes to the phase of the Noctis cards."""
    return position("noctis", hands={0: hand} | (hands or {}), noctis="on", **more)


# --- The phase -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "is_asked"),
    [
        pytest.param("Domo*5", False, id="no Noctis back"),
        pytest.param("Golem", False, id="nothing to pay with"),
        pytest.param("Golem Domo", False, id="a Mutabilus would cost that, but has no target"),
        pytest.param("Pactum Domo*2", True, id="a Golem could be played"),
        pytest.param("Infamia Golem*2", True, id="with Noctis cards to pay"),
    ],
)
def test_alchemicus_asking_about_noctis_follows_from_backs_sizes_and_targets(
    hand: str, is_asked: bool
) -> None:
    """RULING alchemicus-asking: who could play something is asked, whatever the hand holds."""
    state = night(hand)

    assert is_asked == (at.asked(state) == (0, "noctis"))
    if is_asked:
        assert "pass" == at.default(state) == legal(state)[0]


def test_any_number_is_played_one_after_the_other() -> None:
    """After each the same player is asked again, while there could be more."""
    state = night("Golem*2 Domo*7")
    after = play(state, "golem on 0 paying Domo Domo", "golem on 1 paying Domo Domo")

    assert "Horten! Pergula!" == at.row(after, 0)
    assert (0, "move") == at.asked(after)
    assert "Domo Domo Domo" == at.hand(after, 0)


def test_alchemicus_no_target_no_play() -> None:
    """RULING alchemicus-no-target: one cannot burn cards."""
    state = night("Mutabilus Spiritus Homunculus Infamia Golem Domo*6")

    assert {"pass", "golem"} == {text.split()[0] for text in legal(state)}
    assert "no-target" == refused(state, "mutabilus from 1.0 to 0 paying Domo")
    assert "no-target" == refused(state, "spiritus on 1.0 paying Domo Domo")
    assert "no-target" == refused(state, "homunculus undoes 1.0 paying Domo Domo")
    assert "no-target" == refused(state, "homunculus banishes 1.0 paying Domo Domo")
    assert "no-target" == refused(state, "infamia on 1 paying Domo Domo Domo Domo Domo")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("golem on 2 paying Domo Domo", "no-such-building"),
        ("spiritus on 2.0 paying Domo Domo", "no-such-seat"),
        ("spiritus on -1.0 paying Domo Domo", "no-such-seat"),
        ("spiritus on 1.7 paying Domo Domo", "no-such-building"),
        ("golem on 0 paying Domo", "wrong-price"),
        ("golem on 0 paying Domo Gloria", "not-in-hand"),
        ("golem on 0 paying Domo Golem", "not-in-hand"),
        ("pactum paying Domo Domo Domo", "not-in-hand"),
        ("golem at 3 paying Domo Domo", "no-target"),
    ],
)
def test_plays_that_cannot_be(text: str, code: str) -> None:
    """Each refusal says what is wrong."""
    assert code == refused(night("Golem Spiritus Domo*4"), text)


# --- Golem ---------------------------------------------------------------------------------------


def test_case_62_t_a_golem_guards_a_building() -> None:
    """From then on nobody else plays a card on it."""
    state = night("Golem Domo*2", rows={0: "Alembic Alembic"})
    after = play(state, "golem on 0 paying Domo Domo")
    other = position(
        "noctis", active=1, rows={0: at.row(after, 0)}, hands={1: "Spiritus Domo*2"}, noctis="on"
    )

    assert "Alembic! Alembic" == at.row(after, 0)
    assert "guarded" == refused(other, "spiritus on 0.0 paying Domo Domo")
    assert ["pass", "spiritus on 0.1 paying Domo Domo"] == legal(other)


def test_alchemicus_golems_any_number_under_one_building() -> None:
    """RULING alchemicus-golems: a third lies beside two, and the building is guarded by all."""
    state = night("Golem Domo*2", rows={0: "Alembic!! Horten"})
    after = play(state, "golem on 0 paying Domo Domo")

    assert [
        "golem on 0 paying Domo Domo",
        "golem on 1 paying Domo Domo",
    ] == legal(state, "golem")
    assert "Alembic!!! Horten" == at.row(after, 0)
    assert "" == at.noctis_discard(after)


def test_alchemicus_golems_are_shields_one_by_one() -> None:
    """RULING alchemicus-golems: one is given up, and the building is guarded while one is left."""
    state = struck(rows={1: "Horten! Alembic!!"})
    after = play(state, "give golem 1")
    again = night("Spiritus Domo*2", rows={1: at.row(after, 1)})
    bare = night("Spiritus Domo*2", rows={1: "Horten! Alembic"})

    assert ["pass", "give golem 0", "give golem 1"] == legal(state)
    assert (4, "Horten! Alembic!") == (at.fame(after, 1), at.row(after, 1))
    assert "Golem Infamia" == at.noctis_discard(after)
    assert "guarded" == refused(again, "spiritus on 1.1 paying Domo Domo")
    assert ["pass", "spiritus on 1.1 paying Domo Domo"] == legal(bare)


def test_alchemicus_golem_covers_the_goods_on_its_building() -> None:
    """RULING alchemicus-golem-covers: neither Mutabilus nor Homunculus."""
    state = night(
        "Mutabilus Homunculus Domo*3",
        rows={0: "Horten Alembic", 1: "Horten=herb! Alembic=tincture! Horten=herb"},
    )

    assert "guarded" == refused(state, "mutabilus from 1.0 to 0 paying Domo")
    assert "guarded" == refused(state, "homunculus undoes 1.1 paying Domo Domo")
    assert {"1.2"} == {text.split()[2] for text in legal(state, "mutabilus")}


def test_case_63_t_a_golem_does_not_drive_a_spiritus_out() -> None:
    """It stays and works; the owner's Homunculus removes it."""
    state = night("Golem Homunculus Domo*4", rows={0: "Alembic=herb~"})
    after = play(state, "golem on 0 paying Domo Domo")
    banished = play(after, "homunculus banishes 0.0 paying Domo Domo")

    assert "Alembic=herb!~" == at.row(after, 0)
    assert "Alembic=herb!" == at.row(banished, 0)
    assert "Spiritus Homunculus" == at.noctis_discard(banished)


# --- Mutabilus -----------------------------------------------------------------------------------


def test_case_64_t_a_herb_is_taken_wherever_it_lies() -> None:
    """From another's Alembic to an own empty Horten or Alembic."""
    state = night(
        "Mutabilus Domo", rows={0: "Horten Alembic Horten=herb Metalle", 1: "Alembic=herb"}
    )
    after = play(state, "mutabilus from 1.0 to 1 paying Domo")

    assert [
        "pass",
        "mutabilus from 1.0 to 0 paying Domo",
        "mutabilus from 1.0 to 1 paying Domo",
    ] == legal(state)
    assert "Horten Alembic=herb Horten=herb Metalle" == at.row(after, 0)
    assert "Alembic" == at.row(after, 1)
    assert "Mutabilus" == at.noctis_discard(after)


def test_case_64_t_not_without_room() -> None:
    """All own places for herbs are full, so only ore could be taken."""
    state = night(
        "Mutabilus Domo",
        rows={0: "Horten=herb Alembic=tincture Metalle Fornax", 1: "Alembic=herb Fornax=ore"},
    )

    assert {"1.1"} == {text.split()[2] for text in legal(state, "mutabilus")}
    assert {"2", "3"} == {text.split()[4] for text in legal(state, "mutabilus")}
    assert "no-target" == refused(state, "mutabilus from 1.0 to 0 paying Domo")


def test_processed_goods_and_own_goods_are_not_taken() -> None:
    """Only herb and ore, only of others."""
    state = night(
        "Mutabilus Golem Domo*2",
        rows={
            0: "Horten Horten=herb Alembic Labrium",
            1: "Alembic=tincture Labrium=tincture+metal",
        },
    )

    assert [] == legal(state, "mutabilus")


# --- Spiritus ------------------------------------------------------------------------------------


def test_alchemicus_spiritus_only_where_something_is_transmuted() -> None:
    """RULING alchemicus-spiritus: Alembic, Fornax and Labrium of others."""
    state = night(
        "Spiritus Domo*2", rows={0: "Alembic", 1: "Horten Alembic Fornax Domo Labrium Pergula"}
    )

    assert ["1.1", "1.2", "1.4"] == [text.split()[2] for text in legal(state, "spiritus")]


def test_a_spiritus_foils_one_transmutation() -> None:
    """The goods stay as they are and the Spiritus goes; what is free of it works."""
    state = position("transmute", rows={0: "Alembic=herb~ Fornax=ore"}, spirit="Domo", noctis="on")
    after = play(state, "transmute")

    assert "Alembic=herb Fornax=metal" == at.row(after, 0)
    assert "Spiritus" == at.noctis_discard(after)


def test_alchemicus_spiritus_stack_goes_one_at_a_time() -> None:
    """RULING alchemicus-spiritus-stack: several may lie there; losing one is a change worth asking."""
    played = play(
        night("Spiritus Domo*2", rows={1: "Alembic~"}), "spiritus on 1.0 paying Domo Domo"
    )
    state = position("transmute", rows={0: "Labrium=tincture+metal~~"}, spirit="Domo", noctis="on")
    after = play(state, "transmute")

    assert "Alembic~~" == at.row(played, 1)
    assert ("Labrium=tincture+metal~", "Spiritus") == (at.row(after, 0), at.noctis_discard(after))


@pytest.mark.parametrize(
    ("row", "spirit"),
    [
        pytest.param("Alembic~ Fornax=ore", "Domo", id="empty"),
        pytest.param("Alembic=herb~ Fornax=ore", "Alembic", id="blocked"),
        pytest.param("Alembic=tincture~ Fornax=ore", "Domo", id="done"),
        pytest.param("Labrium=tincture~ Fornax=ore", "Domo", id="incomplete"),
    ],
)
def test_case_66_t_a_spiritus_waits_for_a_transmutation_that_would_succeed(
    row: str, spirit: str
) -> None:
    """Otherwise it stays."""
    state = position("transmute", rows={0: row}, spirit=spirit, noctis="on")
    after = play(state, "transmute")

    assert row.split(maxsplit=1)[0] == at.row(after, 0).split()[0]
    assert "" == at.noctis_discard(after)


# --- Homunculus ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Fornax=metal", "Fornax=ore"),
        ("Alembic=tincture", "Alembic=herb"),
        ("Labrium=gold", "Labrium=tincture+metal"),
    ],
)
def test_case_67_t_a_homunculus_undoes_what_was_transmuted(before: str, after: str) -> None:
    """Metal to ore, tincture to herb, gold to both its parts."""
    state = night("Homunculus Domo*2", rows={1: before})
    undone = play(state, "homunculus undoes 1.0 paying Domo Domo")

    assert after == at.row(undone, 1)
    assert state.faces == undone.faces
    cards = [
        [number for lying in building.goods for number in lying.cards]
        for building in (state.board.players[1].buildings[0], undone.board.players[1].buildings[0])
    ]
    assert cards[0] == cards[1]


@pytest.mark.parametrize(
    "row", ["Labrium=metal", "Labrium=tincture+metal", "Horten=herb", "Alembic=herb"]
)
def test_case_67_t_nothing_else_is_undone(row: str) -> None:
    """Neither in a Labrium nor what is raw; nor an own good."""
    state = night("Homunculus Golem Domo*2", rows={0: "Alembic=tincture", 1: row})

    assert [] == legal(state, "homunculus")
    assert "no-target" == refused(state, "homunculus undoes 1.0 paying Domo Domo")
    assert "no-target" == refused(state, "homunculus undoes 0.0 paying Domo Domo")


def test_alchemicus_banish_on_own_buildings_and_on_unguarded_ones() -> None:
    """RULING alchemicus-banish: of anybody."""
    state = night(
        "Homunculus Domo*2",
        players=3,
        rows={0: "Horten Alembic!~", 1: "Alembic~ Fornax!~", 2: "Labrium~~"},
    )
    after = play(state, "homunculus banishes 2.0 paying Domo Domo")

    assert ["0.1", "1.0", "2.0"] == [text.split()[2] for text in legal(state, "homunculus")]
    assert "guarded" == refused(state, "homunculus banishes 1.1 paying Domo Domo")
    assert "Labrium~" == at.row(after, 2)


# --- Pactum --------------------------------------------------------------------------------------


def test_case_68_t_a_pactum_draws_three_that_can_be_played_at_once() -> None:
    """Golem, Golem, Golem: one is played in the same phase."""
    state = night("Pactum Domo*5", noctis_pile="Infamia Golem*3")
    after = play(state, "pactum paying Domo Domo Domo")

    assert "Domo Domo Golem Golem Golem" == at.hand(after, 0)
    assert "Horten! Pergula" == at.row(play(after, "golem on 0 paying Domo Golem"), 0)


def test_a_pactum_is_discarded_before_its_effect_and_may_come_back() -> None:
    """With an empty pile the payment and itself are what there is to draw; missing cards are lost."""
    state = night("Pactum Domo*3", noctis_pile="", noctis_discard="Golem")
    after = play(state, "pactum paying Domo Domo Domo")

    assert "Golem Pactum" == at.hand(after, 0)


def test_a_pactum_needs_a_card_to_draw_before_it_is_paid() -> None:
    """Even if the payment would be one."""
    state = night("Pactum Golem*3 Domo*2", noctis_pile="", noctis_discard="")

    assert [] == legal(state, "pactum")
    assert "no-card-to-draw" == refused(state, "pactum paying Domo Golem Golem")


# --- Infamia -------------------------------------------------------------------------------------


def struck(**more: Any) -> State:  # noqa: ANN401 - whatever a position is made of
    """Seat 0 plays an Infamia on seat 1, who has four Fame."""
    state = night("Infamia Gloria*5", fame=(0, 4), **more)
    return play(state, "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria")


def test_case_69_t_without_a_defence_a_fame_is_lost() -> None:
    """Nobody is asked who has neither a Golem under a building nor five cards."""
    after = struck(hands={1: "Golem Domo*3"})

    assert 3 == at.fame(after, 1)
    assert (0, "move") == at.asked(after)
    assert "Infamia" == at.noctis_discard(after)


def test_case_69_t_a_golem_is_given_up() -> None:
    """The Fame stays, the building is unguarded."""
    state = struck(rows={1: "Horten! Pergula Alembic!"})
    after = play(state, "give golem 2")

    assert (1, "defence") == at.asked(state)
    assert ["pass", "give golem 0", "give golem 2"] == legal(state)
    assert "no-target" == refused(state, "give golem 1")
    assert "no-such-building" == refused(state, "give golem 3")
    assert (4, "Horten! Pergula Alembic") == (at.fame(after, 1), at.row(after, 1))
    assert "Golem Infamia" == at.noctis_discard(after)
    assert (0, "move") == at.asked(after)


def test_case_69_t_five_cards_are_given() -> None:
    """Any five; or it is suffered."""
    state = struck(hands={1: "Golem Domo*4"})
    after = play(state, "give Domo Domo Domo Domo Golem")

    assert ["pass", "give Domo Domo Domo Domo Golem"] == legal(state)
    assert "wrong-price" == refused(state, "give Domo Domo Domo Domo")
    assert (4, 0) == (at.fame(after, 1), at.size(after, 1))
    assert "pass" == at.default(state)
    assert 3 == at.fame(play(state, "pass"), 1)


def test_infamia_may_strike_again_while_there_is_fame() -> None:
    """Several in one turn, on the same target too."""
    state = night("Infamia*2 Gloria*10", fame=(0, 1))
    after = play(state, "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria")

    assert 0 == at.fame(after, 1)
    assert [] == legal(after, "infamia")


def test_alchemicus_infamia_fame_needs_fame() -> None:
    """RULING alchemicus-infamia-fame: Fame cannot fall below nothing; the player's own is safe."""
    state = night("Infamia Gloria*5", players=3, fame=(5, 0, 1))

    assert {"2"} == {text.split()[2] for text in legal(state, "infamia")}
    assert "no-target" == refused(state, "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria")
    assert "no-target" == refused(state, "infamia on 0 paying Gloria Gloria Gloria Gloria Gloria")
    assert "no-such-seat" == refused(
        state, "infamia on 3 paying Gloria Gloria Gloria Gloria Gloria"
    )
