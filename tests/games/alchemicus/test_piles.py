"""Reshuffling: when, of what, and what is left if there is nothing."""

import pytest

from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import play, position


def test_case_54_t_the_bank_joins_the_reshuffle() -> None:
    """Discard 30 and bank 5: five to the bank, thirty to the pile."""
    state = position(
        "draw",
        pile="Horten",
        discard="Domo*14 Gloria*10 Fornax*6",
        bank="Labrium*5",
        hands={0: "Horten"},
    )
    after = play(state, "draw")

    assert (30, 5, 0) == (after.board.pile, len(after.board.bank), len(after.board.discard))
    assert sorted(at.cards("Domo*14 Gloria*10 Fornax*6 Labrium*5")) == sorted(
        (*after.pile, *after.board.bank)
    )
    assert at.cards("Labrium*5") != after.board.bank


def test_alchemicus_reshuffle_as_soon_as_the_pile_is_empty() -> None:
    """RULING alchemicus-reshuffle: not only when the next card is wanted."""
    state = position("draw", pile="Horten", discard="Domo*3")

    assert "Horten" == at.hand(state, 0)
    assert (3, ()) == (state.board.pile, state.board.discard)


def test_alchemicus_reshuffle_waits_for_a_discard() -> None:
    """RULING alchemicus-reshuffle: with nothing to make a pile of, it is asked again at a draw."""
    state = position("draw", pile="Horten")
    assert 0 == state.board.pile
    sold = position("sale", rows={0: "Taberna Alembic=tincture Fornax=metal"}, pile="Horten")
    # One card comes, then the good's own card is the pile, then nothing.
    after = play(sold, "sell tincture from 1 at 0 for cards")

    assert "Horten Metalle" == at.hand(after, 0)


def test_a_draw_of_many_cards_goes_on_after_the_reshuffle() -> None:
    """Two old cards and one new."""
    state = position(
        "sale", rows={0: "Taberna Alembic=tincture"}, pile="Horten*2", discard="Domo*4"
    )
    after = play(state, "sell tincture from 1 at 0 for cards")

    assert 3 == at.size(after, 0)
    assert "Horten Horten" == " ".join(at.hand(after, 0).split()[:2])


def test_alchemicus_small_bank_leaves_a_card_for_the_pile() -> None:
    """RULING alchemicus-small-bank: of n cards at most n - 1 go to the bank."""
    state = play(position("draw", pile="Horten", discard="", bank="Domo*3"), "draw")
    one = position("draw", pile="Horten", discard="Gloria", bank="")

    assert (1, 2) == (state.board.pile, len(state.board.bank))
    assert (1, 0) == (one.board.pile, len(one.board.bank))


def test_without_the_bank_none_is_laid_out() -> None:
    """A reshuffle makes a pile and nothing else."""
    state = position("draw", pile="Horten", discard="Domo*9")

    assert (9, ()) == (state.board.pile, state.board.bank)


def test_a_refill_that_empties_the_pile_shuffles_the_new_card_too() -> None:
    """Fee and bank, the new card among it: of seven cards five lie open."""
    state = position("draw", pile="Horten", bank="Domo*5", hands={0: "Gloria"}, discard="Fornax")
    after = play(state, "take Domo for Gloria")

    assert (2, 5) == (after.board.pile, len(after.board.bank))
    assert sorted(at.cards("Horten Domo*4 Gloria Fornax")) == sorted(
        (*after.pile, *after.board.bank)
    )


def test_a_purchase_refills_one_card_and_never_more() -> None:
    """A bank that a small reshuffle left at two stays at two."""
    state = position("draw", pile="Horten*3", bank="Domo*2", hands={0: "Gloria"})

    assert 2 == len(play(state, "take Domo for Gloria").board.bank)


@pytest.mark.parametrize(("taken", "place"), [("Domo", 0), ("Fornax", 2), ("Labrium", 4)])
def test_a_refill_goes_to_the_place_that_was_freed(taken: str, place: int) -> None:
    """The others of the row stay where they lie; of equal cards the first is taken."""
    row = "Domo Alembic Fornax Domo Labrium"
    state = position("draw", bank=row, hands={0: "Gloria"}, pile="Metalle*2 Horten")
    after = play(state, f"take {taken} for Gloria")
    expected = row.split()
    expected[place] = "Horten"

    assert at.cards(" ".join(expected)) == after.board.bank


def test_alchemicus_noctis_reshuffle_is_apart() -> None:
    """RULING alchemicus-noctis-reshuffle: the Noctis pile is made of the Noctis discard."""
    state = position(
        "landing",
        fields=(at.SPIRIT, 0),
        noctis="on",
        noctis_pile="Golem",
        noctis_discard="Pactum*2",
        discard="Domo*2",
    )

    assert "Golem" == at.hand(state, 0)
    assert (2, "") == (state.board.noctis_pile, at.noctis_discard(state))
    assert "Domo Domo" == at.discard(state)


def test_alchemicus_lost_draws_when_nothing_is_left() -> None:
    """RULING alchemicus-lost: of either deck."""
    base = position("draw", pile="")
    noctis = position("landing", fields=(at.SPIRIT, 0), noctis="on", noctis_pile="")

    assert (0, "move") == at.asked(base)
    assert 0 == at.size(base, 0) == at.size(noctis, 0)
    assert (0, "spirit") == at.asked(noctis)
