"""The Spirit of Transmutation: it must move, and in the centre it may rob."""

from collections import Counter

import pytest

from bessemer.games.alchemicus.cards.kinds import Kind
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, play, position, refused


def test_case_44_t_the_spirit_must_leave_its_place() -> None:
    """Neither passing nor staying is legal."""
    state = position("spirit")

    assert "must-act" == refused(state, "pass")
    assert "spirit-stays" == refused(state, "spirit to Labrium")
    assert "no-target" == refused(state, "spirit to Pergula")


def test_case_45_a_from_labrium() -> None:
    """Alembic, Fornax and the centre for nothing; Horten and Metalle for the whole hand."""
    state = position("spirit", hands={0: "Domo*3 Gloria"})

    assert {"Alembic", "Fornax", "Domo", "Horten", "Metalle"} == {
        text.split()[2] for text in legal(state)
    }
    for place in ("Alembic", "Fornax", "Domo"):
        after = play(state, f"spirit to {place}")
        assert (4, Kind[place.upper()]) == (at.size(after, 0), after.board.spirit)
    for place in ("Horten", "Metalle"):
        after = play(state, f"spirit to {place}")
        assert (0, Kind[place.upper()]) == (at.size(after, 0), after.board.spirit)
        assert "Domo Domo Domo Gloria" == at.discard(after)


def test_alchemicus_dear_moves_only_where_no_free_one_leads() -> None:
    """RULING alchemicus-dear: every place is named once, for its price."""
    for place in ("Horten", "Alembic", "Labrium", "Fornax", "Metalle", "Domo"):
        texts = legal(position("spirit", spirit=place))
        assert 5 == len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("spirit", "near"),
    [
        ("Horten", {"Metalle", "Alembic"}),
        ("Metalle", {"Fornax", "Horten"}),
        ("Alembic", {"Horten", "Labrium"}),
    ],
)
def test_the_ring_is_closed(spirit: str, near: set[str]) -> None:
    """The last field is a neighbour of the first."""
    state = position("spirit", spirit=spirit, hands={0: "Gloria"})
    free = {
        place
        for place in ("Horten", "Alembic", "Labrium", "Fornax", "Metalle")
        if place != spirit and at.size(play(state, f"spirit to {place}"), 0)
    }

    assert near == free


def test_alchemicus_empty_hand_pays_for_a_dear_move() -> None:
    """RULING alchemicus-empty-hand: all of nothing."""
    after = play(position("spirit"), "spirit to Horten")

    assert Kind.HORTEN == after.board.spirit


def test_case_46_t_from_the_centre_everywhere_for_nothing() -> None:
    """And nothing is stolen."""
    state = position("spirit", spirit="Domo", hands={0: "Gloria", 1: "Gloria"}, rows={1: "Domo"})

    assert [
        f"spirit to {name}" for name in ("Horten", "Alembic", "Labrium", "Fornax", "Metalle")
    ] == legal(state)
    assert "no-theft" == refused(state, "spirit to Horten robbing 1")
    assert 1 == at.size(play(state, "spirit to Metalle"), 0)


def test_case_48_t_no_theft_without_a_domo() -> None:
    """The thief's own is none, and a Domo without a card in the hand has nothing to lose."""
    state = position(
        "spirit",
        players=3,
        rows={0: "Domo", 1: "Horten", 2: "Domo"},
        hands={0: "Gloria", 1: "Gloria"},
    )

    assert ["spirit to Domo"] == legal(state, "spirit to Domo")
    for victim in (0, 1, 2, 3, -1):
        assert "no-theft" == refused(state, f"spirit to Domo robbing {victim}")


def test_a_theft_takes_one_card() -> None:
    """From whom one likes, and only if one likes."""
    state = position(
        "spirit",
        players=3,
        rows={1: "Domo", 2: "Domo Domo"},
        hands={1: "Horten", 2: "Gloria*2"},
    )
    texts = ["spirit to Domo", "spirit to Domo robbing 1", "spirit to Domo robbing 2"]
    first, second = play(state, texts[1]), play(state, texts[2])

    assert texts == legal(state, "spirit to Domo")
    assert ("Horten", 1) == (at.hand(first, 0), at.size(first, 1))  # the draw of the next turn
    assert ("Gloria", "Gloria") == (at.hand(second, 0), at.hand(second, 2))
    assert 0 == at.size(play(state, texts[0]), 0)
    assert "no-theft" == refused(state, "spirit to Alembic robbing 1")


def test_alchemicus_theft_is_of_any_card_of_both_decks() -> None:
    """RULING alchemicus-theft: each of the four is taken about equally often."""
    taken: Counter[str] = Counter()
    for number in range(200):
        state = position(
            "spirit",
            rows={1: "Domo"},
            hands={1: "Horten Gloria Golem Pactum"},
            number=number,
            noctis="on",
        )
        taken[at.hand(play(state, "spirit to Domo robbing 1"), 0)] += 1

    assert {"Horten", "Gloria", "Golem", "Pactum"} == set(taken)
    assert min(taken.values()) > 30


def test_alchemicus_domo_golem_does_not_stop_the_theft() -> None:
    """RULING alchemicus-domo-golem: no card is played on the building."""
    state = position("spirit", rows={1: "Domo!"}, hands={1: "Horten"}, noctis="on")

    assert "Horten" == at.hand(play(state, "spirit to Domo robbing 1"), 0)


def test_alchemicus_landing_gives_the_noctis_card_before_the_spirit_moves() -> None:
    """RULING alchemicus-landing: a dear move discards it too."""
    state = position(
        "landing", fields=(at.SPIRIT, 0), hands={0: "Horten"}, noctis="on", noctis_pile="Golem*2"
    )
    after = play(state, "spirit to Horten")

    assert "Horten Golem" == at.hand(state, 0)
    assert ("Horten", "Golem") == (at.discard(after), at.noctis_discard(after))


@pytest.mark.parametrize(
    ("spirit", "expected"), [("Metalle", "Horten"), ("Labrium", "Fornax"), ("Domo", "Horten")]
)
def test_by_default_the_spirit_goes_clockwise(spirit: str, expected: str) -> None:
    """From the centre to the first field of the ring; nobody is robbed."""
    state = position("spirit", spirit=spirit, rows={1: "Domo"}, hands={1: "Gloria"})

    assert f"spirit to {expected}" == at.default(state)
