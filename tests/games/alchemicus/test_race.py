"""The Race for gold."""

from typing import Any

import pytest

from bessemer.engine.errors import BadOption
from bessemer.engine.game import Outcome
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused


def race(phase: str, **more: Any) -> State:  # noqa: ANN401 - whatever a position is made of
    """A position of the Race."""
    return position(phase, noctis="on", race="on", **more)


def distances(state: State) -> set[int]:
    """How far the pawn may go."""
    return {int(text.split()[1]) for text in legal(state, "move")}


def test_alchemicus_race_noctis_is_needed() -> None:
    """RULING alchemicus-race-noctis: without it the option is refused, whatever the order."""
    with pytest.raises(BadOption, match="noctis=on") as caught:
        ALCHEMICUS.options({"race": "on"})

    assert "race" == caught.value.option
    assert ALCHEMICUS.options({"race": "on", "noctis": "on"}).race


# --- Gloria --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "farthest"),
    [
        ("Gloria*2 Domo*2", 5),
        ("Gloria", 3),
        ("Gloria*2", 4),
        ("Gloria Domo*9", 4),
        ("Domo*9", 3),
        ("Gloria*5 Domo*5", 8),
        ("Gloria*10", 8),
    ],
)
def test_case_71_t_a_field_for_a_gloria_and_a_card(hand: str, farthest: int) -> None:
    """Two cards for every field beyond the third; a Gloria may pay for another."""
    state = race("move", hands={0: hand}, fields=(at.ACQUIRE, 0))

    assert set(range(1, farthest + 1)) == distances(state)


def test_gloria_and_payment_are_discarded() -> None:
    """Five fields: two others, then two Gloria, as they come to lie."""
    state = race("move", hands={0: "Gloria*2 Domo Golem Horten"}, fields=(at.ACQUIRE, 0))
    after = play(state, "move 5 paying Domo Golem")

    assert at.cards("Domo Gloria Gloria") == after.board.discard
    assert "Golem" == at.noctis_discard(after)
    assert (at.GIFTS, "Horten") == (at.field(after, 0), at.hand(after, 0))
    assert "wrong-price" == refused(state, "move 5 paying Domo")
    assert "wrong-price" == refused(state, "move 5")
    assert "wrong-price" == refused(state, "move 3 paying Domo")
    assert "not-in-hand" == refused(state, "move 6 paying Domo Golem Horten")


def test_alchemicus_lap_is_the_farthest() -> None:
    """RULING alchemicus-lap: eight fields end where they began, and pass the Spirit's once."""
    state = race("move", hands={0: "Gloria*10"}, fields=(at.SALE, 0), noctis_pile="")
    pay = "paying Gloria Gloria Gloria Gloria Gloria"
    after = play(state, f"move 8 {pay}")

    assert at.SALE == at.field(after, 0)
    assert 1 == at.size(after, 0)
    assert "wrong-distance" == refused(state, f"move 9 {pay} Gloria")


def test_a_lap_on_the_spirits_field_stops_there_and_passes_nothing() -> None:
    """It stops on it again."""
    state = race("move", hands={0: "Gloria*10"}, fields=(at.SPIRIT, 0), noctis_pile="")
    after = play(state, "move 8 paying Gloria Gloria Gloria Gloria Gloria")

    assert (0, "spirit") == at.asked(after)
    assert 0 == at.size(after, 0)


def test_case_78_t_there_is_no_fame() -> None:
    """No paid move, no Fame for goods, no gifts, no Gloria at the end of a turn."""
    moving = race("move", fame=(3, 3), fields=(at.ACQUIRE, 0))
    sale = race("sale", rows={0: "Taberna Alembic=tincture"})

    assert {1, 2, 3} == distances(moving)
    assert ["pass", "sell tincture from 1 at 0 for cards"] == legal(sale)
    assert "not-traded-there" == refused(sale, "sell tincture from 1 at 0 for fame")
    assert (1, "move") == at.asked(race("gifts", hands={0: "Domo*9"}))
    assert (1, "move") == at.asked(race("gloria", hands={0: "Gloria Domo*8"}))


# --- Golems on fields ----------------------------------------------------------------------------


def test_a_golem_is_laid_on_a_field() -> None:
    """For the price of a Golem, on any of the eight."""
    state = race("noctis", hands={0: "Golem Domo*2"})
    after = play(state, "golem at 5 paying Domo Domo")

    assert [str(field) for field in range(8)] == [
        text.split()[2] for text in legal(state, "golem at")
    ]
    assert (5,) == after.board.golems
    assert "Horten Pergula" == at.row(after, 0)
    assert "no-such-field" == refused(state, "golem at 8 paying Domo Domo")


def test_case_73_t_one_golem_to_a_field() -> None:
    """A second on the same field is illegal."""
    state = race("noctis", hands={0: "Golem Domo*2"}, golems=(2, 5))

    assert "no-target" == refused(state, "golem at 5 paying Domo Domo")
    assert 6 == len(legal(state, "golem at"))
    assert (2, 3, 5) == play(state, "golem at 3 paying Domo Domo").board.golems


def test_alchemicus_golem_beyond_stops_only_a_move_that_would_end_past_it() -> None:
    """RULING alchemicus-golem-beyond: neither one that ends on it nor one that starts there."""
    state = race("move", fields=(at.TRANSMUTE, 0), golems=(at.SALE,))
    past, onto = play(state, "move 3"), play(state, "move 2")
    starting = race("move", fields=(at.SALE, 0), golems=(at.SALE,))

    assert (at.SALE, (), "Golem") == (at.field(past, 0), past.board.golems, at.noctis_discard(past))
    assert (at.SALE, (at.SALE,)) == (at.field(onto, 0), onto.board.golems)
    assert at.GIFTS == at.field(play(starting, "move 1"), 0)


def test_a_lap_is_not_stopped_by_the_golem_where_it_starts() -> None:
    """This field is its end as well."""
    state = race("move", hands={0: "Gloria*10"}, fields=(at.SALE, 0), golems=(at.SALE,))
    after = play(state, "move 8 paying Gloria Gloria Gloria Gloria Gloria")

    assert (at.SALE, (at.SALE,)) == (at.field(after, 0), after.board.golems)


def test_alchemicus_golem_owner_is_stopped_too() -> None:
    """RULING alchemicus-golem-owner: no matter who laid it; the action of the field may be used."""
    state = race("noctis", hands={0: "Golem Domo*4"}, fields=(at.TRANSMUTE, 0))
    state = play(state, "golem at 5 paying Domo Domo", "move 3")

    assert (0, "build") == at.asked(state)
    assert at.SECOND_BUILD == at.field(state, 0)


def test_the_first_of_several_golems_stops() -> None:
    """The others stay, and what was paid is lost."""
    state = race(
        "move",
        fields=(at.TRANSMUTE, 0),
        golems=(at.SECOND_BUILD, at.SALE),
        hands={0: "Gloria Domo"},
    )
    after = play(state, "move 4 paying Domo")

    assert (at.SECOND_BUILD, (at.SALE,)) == (at.field(after, 0), after.board.golems)
    assert "Domo Gloria" == at.discard(after)


def test_a_stop_before_the_spirits_field_earns_no_card_for_passing() -> None:
    """Only what is really passed counts; behind it, it is passed."""
    before = race("move", fields=(at.GIFTS, 5), golems=(at.BUILD,))
    behind = race("move", fields=(at.BUILD, 5), golems=(at.ACQUIRE,), noctis_pile="")
    on_it = race("move", fields=(at.BUILD, 5), golems=(at.SPIRIT,), noctis_pile="")

    assert 0 == at.size(play(before, "move 3"), 0)
    assert at.ACQUIRE == at.field(play(behind, "move 3"), 0)
    assert (0, "reward") == at.asked(play(behind, "move 3"))
    assert (0, "spirit") == at.asked(play(on_it, "move 3"))


def test_alchemicus_golem_spirit_is_skipped_where_somebody_stands() -> None:
    """RULING alchemicus-golem-spirit: it stays, and the next one stops."""
    state = race(
        "move", fields=(at.BUILD, at.SPIRIT), golems=(at.SPIRIT, at.ACQUIRE), noctis_pile=""
    )
    after = play(state, "move 3")

    assert (at.ACQUIRE, (at.SPIRIT,)) == (at.field(after, 0), after.board.golems)


def test_alchemicus_declared_end_must_be_legal_by_itself() -> None:
    """RULING alchemicus-declared-end: also where a Golem would stop the pawn before."""
    state = race("move", fields=(at.GIFTS, at.SPIRIT), golems=(at.BUILD,))

    assert {1, 3} == distances(state)
    assert "field-taken" == refused(state, "move 2")


def test_a_placement_is_not_a_move() -> None:
    """No Golem stops it."""
    state = race("move", fields=(-1, 0), golems=(at.BUILD, at.SPIRIT, at.ACQUIRE))

    assert at.SALE == at.field(play(state, "place 6"), 0)


# --- Infamia -------------------------------------------------------------------------------------


def struck(
    *,
    hands: dict[int, str] | None = None,
    **more: Any,  # noqa: ANN401 - as above
) -> State:
    """Seat 0 plays an Infamia on seat 1."""
    state = race("noctis", hands={0: "Infamia Gloria*5"} | (hands or {}), **more)
    return play(state, "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria")


def test_case_74_t_undefended_it_lies_beside_the_target() -> None:
    """The player may then not sell gold."""
    after = struck()
    sale = race("sale", rows={0: "Donarium Labrium=gold Pergula Horten=herb"}, infamia=(1, 0))

    assert (1, 0) == (after.board.players[1].infamia, after.board.players[1].fame)
    assert "" == at.noctis_discard(after)
    assert "infamous" == refused(sale, "sell gold from 1 at 0 for cards")
    assert ["pass", "sell herb from 3 at 2 for cards"] == legal(sale)


def test_defended_infamia_is_discarded() -> None:
    """With a Golem under a building, or with five cards; one on a field is no help."""
    golem = struck(rows={1: "Horten!"})
    given = play(golem, "give golem 0")
    cards = play(struck(hands={1: "Domo*5"}), "give Domo Domo Domo Domo Domo")
    field = struck(golems=(3,))

    assert ("Golem Infamia", 0) == (at.noctis_discard(given), given.board.players[1].infamia)
    assert ("Infamia", 0) == (at.noctis_discard(cards), cards.board.players[1].infamia)
    assert 1 == field.board.players[1].infamia
    assert 1 == play(golem, "pass").board.players[1].infamia


def test_case_74_t_alchemicus_clearing_costs_four_on_gifts_and_eight_elsewhere() -> None:
    """RULING alchemicus-clearing: in addition to the action of the field, and before it."""
    gifts = race("landing", fields=(at.GIFTS, 0), infamia=(1, 0), hands={0: "Domo*4"})
    build = race("landing", fields=(at.BUILD, 0), infamia=(1, 0), hands={0: "Domo*8 Horten*2"})
    cleared = play(gifts, "clear 1 paying Domo Domo Domo Domo")
    built = play(build, "clear 1 paying" + " Domo" * 8)

    assert (0, "clearing") == at.asked(gifts)
    assert (0, "Infamia", 0) == (
        cleared.board.players[0].infamia,
        at.noctis_discard(cleared),
        at.size(cleared, 0),
    )
    assert "wrong-price" == refused(build, "clear 1 paying Domo Domo Domo Domo")
    assert (0, "build") == at.asked(built)
    assert 1 == play(gifts, at.default(gifts)).board.players[0].infamia


def test_both_infamia_are_cleared_in_one_turn_if_paid_for() -> None:
    """Eight cards on GIFTS."""
    state = race("landing", fields=(at.GIFTS, 0), infamia=(2, 0), hands={0: "Domo*8"})
    after = play(state, "clear 2 paying" + " Domo" * 8)

    assert ["pass", "clear 1 paying" + " Domo" * 4, "clear 2 paying" + " Domo" * 8] == legal(state)
    assert (0, "Infamia Infamia") == (after.board.players[0].infamia, at.noctis_discard(after))
    for number in (0, 3, -1):
        assert "no-target" == refused(state, f"clear {number} paying Domo")


@pytest.mark.parametrize(("field", "cards"), [(at.GIFTS, 3), (at.BUILD, 7)])
def test_clearing_is_not_asked_about_with_too_few_cards(field: int, cards: int) -> None:
    """Everybody sees how many there are."""
    state = race("landing", fields=(field, 0), infamia=(1, 0), hands={0: f"Domo*{cards}"})

    assert "clearing" != at.asked(state)[1]


def test_case_75_t_two_infamia_at_most() -> None:
    """A third on the same player is illegal."""
    state = race("noctis", players=3, hands={0: "Infamia Gloria*5"}, infamia=(0, 2, 1))

    assert {"2"} == {text.split()[2] for text in legal(state, "infamia")}
    assert "no-target" == refused(state, "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria")


# --- Gold ----------------------------------------------------------------------------------------


def test_case_76_t_gold_is_sold_through_a_donarium_alone() -> None:
    """Neither Pergula nor Taberna takes it."""
    state = race("sale", rows={0: "Pergula Taberna Donarium Labrium=gold"})

    assert "not-traded-there" == refused(state, "sell gold from 3 at 0 for cards")
    assert "not-traded-there" == refused(state, "sell gold from 3 at 1 for cards")
    assert "not-traded-there" == refused(state, "sell gold from 3 at 2 for fame")
    assert ["pass", "sell gold from 3 at 2 for cards"] == legal(state)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_case_76_t_alchemicus_race_end_is_at_once(seat: int) -> None:
    """RULING alchemicus-race-end: the seller is first, all others share the second place."""
    state = race("sale", players=3, active=seat, rows={seat: "Donarium Labrium=gold"})
    after = play(state, "sell gold from 1 at 0 for cards")
    won = tuple(int(other == seat) for other in range(3))

    assert (-1, "") == at.asked(after)
    assert Outcome(tuple(2 - score for score in won), won) == ALCHEMICUS.outcome(after)
    assert state.board.pile == after.board.pile


def test_alchemicus_race_offer_is_never_of_gold() -> None:
    """RULING alchemicus-race-offer: the match is over before anybody could buy it."""
    state = race(
        "sale",
        rows={0: "Donarium Labrium=gold", 1: "Labrium"},
        hands={1: "Domo*9"},
        advanced_sale="on",
    )
    after = play(state, "sell gold from 1 at 0 for cards")

    assert (-1, "") == at.asked(after)
    assert after.board.offer is None


def test_at_the_round_cap_all_share_the_first_place() -> None:
    """Nobody has sold gold."""
    state = race("turn-end", players=3, turns=(5, 5, 4), active=2, round_cap="5")

    assert Outcome((1, 1, 1), (0, 0, 0)) == ALCHEMICUS.outcome(state)


def test_fame_ends_no_race() -> None:
    """There is none, whatever a position says."""
    assert not race("turn-end", fame=(20, 0)).board.ending
