"""Developing: top tiles for iron."""

import pytest

from bessemer.games.brass.refusals import Code
from tests.games.brass.positions import legal, play, player, position, refused, tile, top

WORKS = "1 iron1/1 barrow.right, 2 iron1 bolton.bottom"


def test_one_tile_costs_one_iron() -> None:
    """From the track, if no works has any."""
    state = position(hands={0: "bury bolton"}, iron=3)
    after = play(state, "develop coal iron from market with bury")

    assert player(after).stacks == (12, 6, 4, 8, 6)
    assert top(after, 0, "coal") == 2
    assert (player(after).money, player(after).spent) == (27, 3)
    assert after.board.iron == 2


def test_two_tiles_of_one_stack() -> None:
    """If it has two; they may be of different levels."""
    state = position(hands={0: "bury"}, owns={0: {"stacks": (1, 7, 4, 8, 5)}})
    after = play(state, "develop shipyard iron from market and shipyard iron from market with bury")
    assert top(after, 0, "shipyard") == 1
    assert player(after).stacks == (1, 7, 4, 8, 3)

    error = refused(state, "develop cotton iron from market and cotton iron from market with bury")
    assert (error.code, error.part) == (Code.STACK_EMPTY, "second.industry")


def test_iron_of_works_before_the_track_one_cube_at_a_time() -> None:
    """When the first takes the last cube, the second is bought."""
    state = position(hands={0: "bury"}, tiles="1 iron1/1 barrow.right", iron=8)
    text = "develop cotton iron from barrow.right and port iron from market with bury"
    after = play(state, text)

    assert tile(after, "barrow.right") == "1 iron1/0!"
    assert player(after, 1).income == 13
    assert (player(after).money, after.board.iron) == (29, 7)
    wrong = "develop cotton iron from market and port iron from barrow.right with bury"
    assert refused(state, wrong).code == Code.WRONG_IRON


def test_both_works_may_give_one_cube_each() -> None:
    """Or one of them both, if it has them."""
    state = position(hands={0: "bury"}, tiles=WORKS)
    sources = {
        tuple(word for word in move.split() if "." in word)
        for move in legal(state, "develop coal")
        if " and port " in move
    }

    assert sources == {("barrow.right", "bolton.bottom"), ("bolton.bottom", "bolton.bottom")}


def test_order_of_two_tiles_means_nothing() -> None:
    """Listed once, by the order of the board; said otherwise it does the same."""
    state = position(hands={0: "bury"}, tiles=WORKS)
    listed = "develop coal iron from barrow.right and port iron from bolton.bottom with bury"
    others = (
        "develop coal iron from bolton.bottom and port iron from barrow.right with bury",
        "develop port iron from bolton.bottom and coal iron from barrow.right with bury",
        "develop port iron from barrow.right and coal iron from bolton.bottom with bury",
    )

    assert listed in legal(state)
    for text in others:
        assert text not in legal(state)
        assert play(state, listed) == play(state, text)


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("develop cotton iron from market with bolton", Code.NO_SUCH_CARD, "card"),
        ("develop brewery iron from market with bury", Code.NO_SUCH_INDUSTRY, "first.industry"),
        ("develop cotton iron from market with bury", Code.WRONG_IRON, "first.iron"),
        ("develop cotton iron from wigan.left with bury", Code.WRONG_IRON, "first.iron"),
    ],
)
def test_what_cannot_be_developed(text: str, code: Code, part: str) -> None:
    """The refusal names the part."""
    error = refused(position(hands={0: "bury"}, tiles=WORKS), text)

    assert (error.code, error.part) == (code, part)


def test_iron_must_be_paid() -> None:
    """To the pound, the second after the first."""
    state = position(hands={0: "bury"}, iron=7, owns={0: {"money": 2}})
    assert not any(" and " in move for move in legal(state, "develop"))
    error = refused(state, "develop cotton iron from market and port iron from market with bury")
    assert (error.code, error.part, error.missing) == (Code.OVERSPENT, "second", "£1")

    state = position(hands={0: "bury"}, iron=7, owns={0: {"money": 3}})
    after = play(state, "develop cotton iron from market and port iron from market with bury")
    assert (player(after).money, player(after).spent) == (0, 3)
