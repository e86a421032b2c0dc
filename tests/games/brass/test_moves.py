"""The canonical text of a move: one text for each move, and no other is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import MalformedMove
from bessemer.games.brass.moves import (
    Build,
    Canal,
    Develop,
    Development,
    Loan,
    Move,
    Pass,
    Rail,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.rules import BRASS

words = st.sampled_from(("oldham", "coal", "ellesmere_port", "a", "x_y", "and", "with", "coal_to"))
spots = st.sampled_from(("oldham.left", "market", "preston.bottom-left", "a-b", "from", "distant"))
optional = st.just("") | spots
rails = st.builds(Rail, spots, words, spots)
developments = st.builds(Development, words, spots)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Build, words, spots, words, st.just("") | words, optional, optional),
    st.builds(Canal, spots, words),
    st.builds(Rails, rails, st.none() | rails, words),
    st.builds(Develop, developments, st.none() | developments, words),
    st.builds(Sell, spots, spots, st.just("") | words),
    st.builds(Stop),
    st.builds(Loan, st.integers(0, 999_999_999), words),
    st.builds(Pass, words),
    st.builds(Remove, spots),
)

TEXTS: dict[str, Move] = {
    "build cotton at oldham.left with oldham": Build("cotton", "oldham.left", "oldham"),
    "build cotton at oldham.left with oldham, coal from wigan.left, iron from market": Build(
        "cotton", "oldham.left", "oldham", coal="wigan.left", iron="market"
    ),
    "build coal at wigan.left with wigan, iron from market": Build(
        "coal", "wigan.left", "wigan", iron="market"
    ),
    "build cotton at colne.left with coal and manchester, coal from bury.left": Build(
        "cotton", "colne.left", "coal", "manchester", "bury.left"
    ),
    "canal blackburn-wigan with oldham": Canal("blackburn-wigan", "oldham"),
    "rail bolton-wigan coal to wigan from wigan.left with oldham": Rails(
        Rail("bolton-wigan", "wigan", "wigan.left"), None, "oldham"
    ),
    "rail a-b coal to b from market and c-d coal to c from e.left with oldham": Rails(
        Rail("a-b", "b", "market"), Rail("c-d", "c", "e.left"), "oldham"
    ),
    "develop cotton iron from market with oldham": Develop(
        Development("cotton", "market"), None, "oldham"
    ),
    "develop cotton iron from market and port iron from bolton.bottom with oldham": Develop(
        Development("cotton", "market"), Development("port", "bolton.bottom"), "oldham"
    ),
    "sell oldham.left to preston.top with oldham": Sell("oldham.left", "preston.top", "oldham"),
    "sell bury.left to distant": Sell("bury.left", "distant"),
    "stop": Stop(),
    "loan 30 with oldham": Loan(30, "oldham"),
    "pass with oldham": Pass("oldham"),
    "remove oldham.left": Remove("oldham.left"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_moves(text: str) -> None:
    """Each kind as it is documented, both ways; and none is false, as empty tuples are."""
    found = BRASS.parse(text)

    assert found
    assert TEXTS[text] == found
    assert type(TEXTS[text]) is type(found)
    assert text == BRASS.format(TEXTS[text])


@given(moves)
def test_every_move_reads_back(move: Move) -> None:
    """As an equal move of the same kind; even one that no rule would allow."""
    found = BRASS.parse(BRASS.format(move))

    assert move == found
    assert type(move) is type(found)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "stop ",
        "Stop",
        "loan 030 with oldham",
        "loan ٣٠ with oldham",
        "loan -10 with oldham",
        "loan 30",
        "pass",
        "pass with Oldham",
        "build cotton at oldham.left",
        "build cotton at oldham.left with oldham, iron from a, coal from b",
        "build cotton at oldham.left with oldham and bury and colne",
        "rail with oldham",
        "canal bolton-bury",
        "rail a-b coal to b from c and d-e coal to e from f and g-h coal to g from i with oldham",
        "sell oldham.left",
        "develop cotton with oldham",
        "remove",
        "pass with " + "a" * 33,
    ],
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    """The refusal quotes the text and shows how moves are written."""
    with pytest.raises(MalformedMove, match="not a move of brass") as refusal:
        BRASS.parse(text)
    assert repr(text[:80]) in str(refusal.value)
    assert "'stop'" in str(refusal.value)
