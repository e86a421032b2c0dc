"""Moving the pawn: how far, what it costs, what it passes, and where it may not stop."""

import pytest

from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import (
    GIFTS,
    SALE,
    SECOND_BUILD,
    SPIRIT,
    TRANSMUTE,
    legal,
    match,
    play,
    position,
    refused,
)

BEFORE = 0
"""The field before the Spirit's."""


def distances(texts: list[str]) -> set[int]:
    """How far the moves go."""
    return {int(text.split()[1]) for text in texts}


# --- Placing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(8))
def test_case_7_t_first_turn_on_any_field(place: int) -> None:
    """All eight, without a card for passing; the Spirit's among them."""
    state = match(2, start="0")
    cards = at.size(state, 0)
    after = play(state, f"place {place}")

    assert [f"place {number}" for number in range(8)] == legal(state)
    assert place == at.field(after, 0)
    assert cards == at.size(after, 0)
    assert state.board.pile - (at.asked(after)[0] == 1) == after.board.pile


def test_case_7_t_not_on_the_spirits_field_if_somebody_is_there() -> None:
    """The second player has seven fields."""
    state = play(match(2, start="0"), "place 1", "spirit to Fornax")
    state = at.until(state, "move")

    assert 1 == at.asked(state)[0]
    assert [f"place {number}" for number in (0, 2, 3, 4, 5, 6, 7)] == legal(state)
    assert "field-taken" == refused(state, "place 1")


def test_a_pawn_is_placed_once_and_moves_then() -> None:
    """Neither a move in the first turn nor a placement later, nor a field that is not there."""
    first, later = match(2, start="0"), position("move")

    assert "wrong-kind" == refused(first, "move 1")
    assert "no-such-field" == refused(first, "place 8")
    assert "no-such-field" == refused(first, "place -1")
    assert "wrong-kind" == refused(later, "place 3")
    assert ("place 0", "move 1") == (at.default(first), at.default(later))


# --- Distances -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fame", "expected"), [(0, {1, 2, 3}), (1, {1, 2, 3, 4, 5}), (20, {1, 2, 3, 4, 5})]
)
def test_case_8_t_four_and_five_need_a_fame(fame: int, expected: set[int]) -> None:
    """Without Fame a pawn moves at most three."""
    state = position("move", fame=(fame, 0))

    assert expected == distances(legal(state))
    if not fame:
        assert "no-fame" == refused(state, "move 4")
        assert "no-fame" == refused(state, "move 5")


@pytest.mark.parametrize(("distance", "left"), [(1, 3), (3, 3), (4, 2), (5, 2)])
def test_case_9_t_one_fame_for_four_and_for_five(distance: int, left: int) -> None:
    """One in total for either; the first three are free."""
    state = position("move", fame=(3, 0), fields=(SECOND_BUILD, 0))
    after = play(state, f"move {distance}")

    assert left == at.fame(after, 0)
    assert (SECOND_BUILD + distance) % 8 == at.field(after, 0)


@pytest.mark.parametrize("distance", [0, -1, 6, 8])
def test_case_10_t_other_distances_are_illegal(distance: int) -> None:
    """None, too far, or counter-clockwise."""
    state = position("move", fame=(5, 5))

    assert "wrong-distance" == refused(state, f"move {distance}")


def test_a_move_of_the_fame_game_is_never_paid_with_cards() -> None:
    """This is for the Race."""
    state = position("move", hands={0: "Horten Gloria"})

    assert "wrong-price" == refused(state, "move 1 paying Horten")
    assert "no-fame" == refused(state, "move 4 paying Horten")


# --- The Spirit's field --------------------------------------------------------------------------


def test_case_11_t_a_card_for_passing() -> None:
    """Two fields from the one before: over it, one card. One field: onto it, none."""
    state = position("move", fields=(BEFORE, 3))
    over, onto = play(state, "move 2"), play(state, "move 1")

    assert 1 == at.size(over, 0)
    assert (0, "spirit") == at.asked(onto)
    assert 0 == at.size(onto, 0)


def test_no_card_for_leaving_the_spirits_field() -> None:
    """A pawn that begins on it does not pass it."""
    state = position("move", fields=(SPIRIT, 3), hands={0: "Domo"})

    assert 1 == at.size(play(state, "move 1"), 0)


@pytest.mark.parametrize(
    ("start", "distance", "cards"), [(7, 2, 0), (7, 3, 1), (6, 3, 0), (6, 4, 1)]
)
def test_passing_across_the_beginning_of_the_circle(start: int, distance: int, cards: int) -> None:
    """The circle is a circle: strictly between start and end is what counts."""
    state = position("move", fields=(start, 3), fame=(1, 0))

    assert cards == at.size(play(state, f"move {distance}"), 0)


def test_alchemicus_reward_comes_before_the_action() -> None:
    """RULING alchemicus-reward: what was drawn in passing can pay for a building."""
    state = position("move", fields=(BEFORE, 3), fame=(1, 0), hands={0: "Horten"})
    after = play(state, "move 5")

    assert (0, "build") == at.asked(after)
    assert 2 == at.size(after, 0)
    assert legal(after, "build Horten paying")


def test_case_13_t_the_spirits_field_holds_one_pawn() -> None:
    """A distance that would end there is illegal, the others are not."""
    state = position("move", fields=(7, SPIRIT))

    assert ["move 1", "move 3"] == legal(state)
    assert "field-taken" == refused(state, "move 2")


def test_case_13_r_alchemicus_passing_an_occupied_field_earns_the_card() -> None:
    """RULING alchemicus-passing: the only condition is not to stop there."""
    state = position("move", fields=(7, SPIRIT))

    assert 1 == at.size(play(state, "move 3"), 0)


def test_a_pawn_that_stands_on_the_spirits_field_does_not_bar_itself() -> None:
    """Only others do."""
    state = position("move", fields=(SPIRIT, 3))

    assert {1, 2, 3} == distances(legal(state))


def test_the_smallest_legal_distance_is_the_default() -> None:
    """One, or two where the first is barred."""
    assert "move 2" == at.default(position("move", fields=(BEFORE, SPIRIT)))
    assert "place 0" == at.default(match(2, start="0"))


def test_case_14_t_other_fields_hold_any_number_of_pawns() -> None:
    """Four pawns on SALE."""
    state = position("move", players=4, fields=(SECOND_BUILD, SALE, SALE, SALE))

    assert [SALE] * 4 == [at.field(play(state, "move 1"), seat) for seat in range(4)]


@pytest.mark.parametrize("place", [TRANSMUTE, GIFTS])
def test_case_61_t_passing_in_noctis_is_a_choice_of_deck(place: int) -> None:
    """A base card or a Noctis card; for stopping a Noctis card and the move of the Spirit."""
    state = position("move", fields=(BEFORE, place), noctis="on", noctis_pile="Golem Pactum")
    passing, stopping = play(state, "move 2"), play(state, "move 1")

    assert (0, "reward") == at.asked(passing)
    assert ["reward base", "reward noctis"] == legal(passing)
    assert "reward base" == at.default(passing)
    assert "Pactum" == at.hand(play(passing, "reward noctis"), 0)
    base = play(passing, "reward base")
    assert (1, 2) == (at.size(base, 0), base.board.noctis_pile)
    assert 0 == base.board.players[0].backs
    assert (0, "spirit") == at.asked(stopping)
    assert "Pactum" == at.hand(stopping, 0)


def test_without_a_noctis_card_the_reward_is_a_base_card() -> None:
    """Everybody sees that there is nothing to choose."""
    state = position("move", fields=(BEFORE, 3), noctis="on", noctis_pile="")
    after = play(state, "move 2")

    assert 1 == at.size(after, 0)
    assert "reward" != at.asked(after)[1]
