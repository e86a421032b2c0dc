"""Gifts, Gloria and the limit of the hand."""

import pytest

from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused

FIVE = "Domo Domo Domo Domo Domo"


def test_case_40_t_five_cards_for_a_fame() -> None:
    """Once in a visit."""
    state = position("gifts", hands={0: "Domo*5"})
    after = play(state, f"gift {FIVE}")

    assert (1, 0) == (at.fame(after, 0), at.size(after, 0))
    assert FIVE == at.discard(after)


def test_case_40_t_with_four_cards_nothing_is_asked() -> None:
    """And four are refused where five are there."""
    assert (1, "move") == at.asked(position("gifts", hands={0: "Domo*4"}))
    state = position("gifts", hands={0: "Domo*5"})
    assert "wrong-price" == refused(state, "gift Domo Domo Domo Domo")
    assert "wrong-price" == refused(state, f"gift {FIVE} Domo")
    assert "not-in-hand" == refused(state, "gift Domo Domo Domo Domo Horten")


def test_case_40_t_not_twice_in_a_visit() -> None:
    """With ten cards more the next decision is another."""
    state = play(position("gifts", hands={0: "Domo*15"}), f"gift {FIVE}")

    assert (0, "gloria") == at.asked(state)
    assert "wrong-kind" == refused(state, f"gift {FIVE}")


def test_case_41_t_a_gloria_costs_five_others() -> None:
    """Six cards go to the discard for a Fame."""
    state = position("gloria", hands={0: "Gloria Domo*5"})
    after = play(state, f"gloria paying {FIVE}")

    assert (1, f"{FIVE} Gloria") == (at.fame(after, 0), at.discard(after))
    assert 1 == at.asked(after)[0]


def test_the_price_of_a_gloria_is_paid_before_it_is_discarded() -> None:
    """So it lies on top, also of a Gloria that paid for it; and of two decks each on its own."""
    state = position("gloria", hands={0: "Gloria*2 Horten*3 Golem"}, discard="Domo", noctis="on")
    after = play(state, "gloria paying Horten Horten Horten Gloria Golem")

    assert at.cards("Domo Horten*3 Gloria*2") == after.board.discard
    assert at.cards("Golem") == after.board.noctis_discard
    lower = position("gloria", hands={0: "Gloria Horten*5"}, discard="Domo")
    assert (
        at.cards("Domo Horten*5 Gloria")
        == play(lower, "gloria paying Horten Horten Horten Horten Horten").board.discard
    )


def test_case_41_t_with_four_others_it_cannot_be_played() -> None:
    """Everybody sees five cards: nothing is asked."""
    assert (1, "move") == at.asked(position("gloria", hands={0: "Gloria Domo*4"}))
    state = position("gloria", hands={0: "Gloria Domo*5"})
    assert "wrong-price" == refused(state, "gloria paying Domo Domo Domo Domo")
    assert "not-in-hand" == refused(state, "gloria paying Domo Domo Domo Domo Gloria")


def test_case_41_t_not_two_in_one_turn() -> None:
    """A second Gloria may pay, or wait."""
    state = position("gloria", hands={0: "Gloria*2 Domo*10"})
    after = play(state, f"gloria paying {FIVE}")

    assert (1, 1) == (at.fame(after, 0), at.asked(after)[0])
    assert "gloria paying Domo Domo Domo Domo Gloria" in legal(state)


def test_case_42_t_gift_and_gloria_in_one_turn() -> None:
    """Eleven cards for two Fame."""
    state = position("gifts", hands={0: "Gloria Domo*10"})
    after = play(state, f"gift {FIVE}", f"gloria paying {FIVE}")

    assert (2, 0) == (at.fame(after, 0), at.size(after, 0))


def test_case_43_t_down_to_ten_cards() -> None:
    """Thirteen: exactly three go."""
    state = position("hand-limit", hands={0: "Domo*12 Horten"})
    after = play(state, "discard Domo Domo Horten")

    assert (0, "hand-limit") == at.asked(state)
    assert ["discard Domo Domo Domo", "discard Horten Domo Domo"] == legal(state)
    assert "wrong-price" == refused(state, "discard Domo Domo")
    assert "wrong-price" == refused(state, "discard Domo Domo Domo Domo")
    assert 10 == at.size(after, 0)


def test_case_43_t_after_a_gloria_seven_are_left() -> None:
    """The limit is looked at afterwards; ten are not too many."""
    state = position("gloria", hands={0: "Gloria Domo*12"})
    after = play(state, f"gloria paying {FIVE}")

    assert 7 == at.size(after, 0)
    assert (1, "move") == at.asked(after)
    assert (1, "move") == at.asked(position("hand-limit", hands={0: "Domo*10"}))


def test_the_hand_limit_is_looked_at_for_the_active_player_alone() -> None:
    """Another's hand may be larger until that player's own turn ends."""
    assert (1, "move") == at.asked(position("hand-limit", hands={1: "Domo*12"}))


def test_what_came_last_is_discarded_by_default() -> None:
    """The hand keeps the order in which its cards came; of equal copies the last one goes."""
    state = position("hand-limit", hands={0: "Gloria Pergula Horten Domo*9 Pergula"})
    after = at.play(state, at.default(state))

    assert "discard Horten Pergula Gloria" == at.default(state)
    assert at.cards("Domo*9 Pergula") == after.hands[0]


@pytest.mark.parametrize(
    ("hand", "noctis", "is_asked"),
    [
        pytest.param("Domo*6", "off", True, id="six cards without a Gloria"),
        pytest.param("Domo*5", "off", False, id="five"),
        pytest.param("Golem*6", "on", False, id="only Noctis backs"),
        pytest.param("Golem*5 Domo", "on", True, id="one base card"),
    ],
)
def test_alchemicus_asking_about_gloria_does_not_tell_what_the_hand_holds(
    hand: str, noctis: str, is_asked: bool
) -> None:
    """RULING alchemicus-asking: everybody with six cards is asked, with a Gloria or without."""
    state = position("gloria", hands={0: hand}, noctis=noctis)

    assert is_asked == (at.asked(state) == (0, "gloria"))
    if is_asked:
        assert ["pass"] == legal(state)
        assert "not-in-hand" == refused(state, f"gloria paying {FIVE}")
